import type { Atendimento } from '#server/ligacao/wire/ligacao'
import { Etiqueta } from '../ui/Etiqueta.tsx'

export const EstadoAtendimento = ({ estado }: Pick<Atendimento, 'estado'>) => (
  <Etiqueta cor={estado === 'aberto' ? 'teal' : 'gray'}>{estado === 'aberto' ? 'Aberto' : 'Fechado'}</Etiqueta>
)
