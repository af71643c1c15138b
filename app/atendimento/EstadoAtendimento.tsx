import { Badge } from '@mantine/core'
import type { Atendimento } from '#server/ligacao/wire/ligacao'

export const EstadoAtendimento = ({ estado }: Pick<Atendimento, 'estado'>) => (
  <Badge color={estado === 'aberto' ? 'teal' : 'gray'} style={{ flexShrink: 0 }}>
    {estado === 'aberto' ? 'Aberto' : 'Fechado'}
  </Badge>
)
