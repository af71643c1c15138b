import type { Atendimento } from '#server/ligacao/wire/ligacao'
import { Etiqueta } from '../ui/Etiqueta.tsx'

/** Whether a ticket is open, in one word and colour wherever a ticket stands. */
export const EstadoAtendimento = ({ estado }: Pick<Atendimento, 'estado'>) => (
  <Etiqueta cor={estado === 'aberto' ? 'teal' : 'gray'}>{estado === 'aberto' ? 'Aberto' : 'Fechado'}</Etiqueta>
)
