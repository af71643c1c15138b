import { Button, type ButtonVariant } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import Link from 'next/link'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import { useUsuario } from '../acesso/Usuario.tsx'

export function FaturamentoLink({ idCliente, variant = 'subtle' }: { idCliente: number; variant?: ButtonVariant }) {
  const { papel } = useUsuario()
  if (!eDaSupervisao(papel)) return null
  return (
    <Button
      component={Link}
      href={`/faturamento?cliente=${idCliente}`}
      prefetch={false}
      variant={variant}
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconReceipt2 size={18} aria-hidden />}
    >
      Registrar evento de faturamento
    </Button>
  )
}
