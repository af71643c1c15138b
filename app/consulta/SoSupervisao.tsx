import { Alert, Anchor } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { useUsuario } from '../acesso/Usuario.tsx'

/** The server refuses agents by itself; here they are told so without a page full of refusals. */
export function SoSupervisao({ children }: { children: ReactNode }) {
  const { papel } = useUsuario()
  if (papel !== 'atendente') return children
  return (
    <Alert color="yellow" title="Página da supervisão" role="alert">
      Sua conta de atendente não abre esta página.{' '}
      <Anchor component={Link} href="/painel" inherit underline="always">
        Voltar ao painel
      </Anchor>
    </Alert>
  )
}
