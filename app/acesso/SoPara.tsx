import { Alert, Anchor, Stack, Title } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { supervisao } from '#server/acesso/rules/supervisao'
import type { Papel } from '#server/acesso/wire'
import { useUsuario } from './Usuario.tsx'

interface Circulo {
  papeis: readonly Papel[]
  titulo: string
  recusa: string
}

const circulos = {
  supervisao: {
    papeis: supervisao,
    titulo: 'Página da supervisão',
    recusa: 'Sua conta de atendente não abre esta página.',
  },
  administracao: {
    papeis: ['administrador'],
    titulo: 'Página da administração',
    recusa: 'Sua conta não abre esta página.',
  },
} satisfies Record<string, Circulo>

/** The server refuses the others anyway; this tells them before they see a page full of errors. */
export function SoPara({ quem, children }: { quem: keyof typeof circulos; children: ReactNode }) {
  const { papel } = useUsuario()
  const { papeis, titulo, recusa }: Circulo = circulos[quem]
  if (papeis.includes(papel)) return children
  return (
    <Stack gap="md" maw={1400} mx="auto">
      <Title order={1} size="h2">
        {titulo}
      </Title>
      <Alert color="yellow" role="alert">
        {recusa}{' '}
        <Anchor component={Link} href="/painel" inherit c="inherit" underline="always">
          Voltar ao painel
        </Anchor>
      </Alert>
    </Stack>
  )
}
