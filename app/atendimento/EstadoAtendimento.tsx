import { Badge } from '@mantine/core'
import type { Atendimento } from '#server/ligacao/wire/ligacao'

export const EstadoAtendimento = ({ estado, title }: Pick<Atendimento, 'estado'> & { title?: string | undefined }) => (
  <Badge color={estado === 'aberto' ? 'teal' : 'gray'} title={title}>
    {estado === 'aberto' ? 'Aberto' : 'Fechado'}
  </Badge>
)
