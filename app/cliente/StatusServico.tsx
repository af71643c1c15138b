import { Badge, type MantineSize } from '@mantine/core'

/** The colour of a service's state. The words say the same: colour alone tells nothing. */
function corDo(status_prefixo: string): string {
  if (status_prefixo === 'servico_habilitado') return 'teal'
  if (status_prefixo.startsWith('cancelado')) return 'gray'
  if (/bloque|suspens|inadimpl|reduzid/.test(status_prefixo)) return 'red'
  return 'yellow'
}

interface Props {
  servico: { status: string; status_prefixo: string }
  size?: MantineSize
}

/** A service's state, wherever a service stands. */
export const StatusServico = ({ servico: { status, status_prefixo }, size }: Props) => (
  <Badge variant="light" color={corDo(status_prefixo)} tt="none" maw="100%" {...(size && { size })}>
    {status}
  </Badge>
)
