import { byName } from '../../database/statement.ts'
import { type Told, toldFields } from '../rules/call.ts'

/** A message as the statement takes it, one element of a JSON array. */
export interface Pedido extends Told {
  n: number
  token: number
  /** The address it came from; null where that is none. */
  ip: string | null
  ramal: string | null
  identificador_interno: string | null
  id_cliente: number | null
  codigo_cliente: number | null
  procurada: string | null
  chave: string | null
  agora: Date
  todas: boolean
  /** Id for the window that a plain call opens. */
  abrir: string | null
}

/** What each is in the database. */
export const pedidoTypes = {
  n: 'int',
  token: 'int',
  ip: 'text',
  ramal: 'text',
  identificador_interno: 'text',
  id_cliente: 'bigint',
  codigo_cliente: 'bigint',
  procurada: 'text',
  chave: 'text',
  agora: 'timestamptz',
  todas: 'bool',
  abrir: 'uuid',
  ...byName(toldFields, () => 'text' as const),
} as const
