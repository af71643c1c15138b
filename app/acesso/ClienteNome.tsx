import { Anchor } from '@mantine/core'
import Link from 'next/link'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import { useUsuario } from './Usuario.tsx'

interface Props {
  cliente: { id_cliente: number; nome_razaosocial: string }
  className?: string | undefined
}

/** For supervisors, who alone may open the customer's page, a link to it. It stands above all rooms that show customers. */
export function ClienteNome({ cliente: { id_cliente, nome_razaosocial }, className }: Props) {
  const { papel } = useUsuario()
  if (!eDaSupervisao(papel)) return nome_razaosocial
  return (
    <Anchor component={Link} href={`/clientes/${id_cliente}`} prefetch={false} inherit className={className}>
      {nome_razaosocial}
    </Anchor>
  )
}
