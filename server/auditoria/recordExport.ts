import type { Desk } from '../desk.ts'
import { recordAuditoria, type Who } from './rows.ts'
import type { Acao } from './wire.ts'

/**
 * Puts on record who takes a list as a file, and under which filters. `alvo` is `clientes` where anybody may be in the
 * list: it then stands on every customer's page; and the customer where it is a list of theirs alone.
 */
export const recordExport = (
  { database }: Desk,
  { usuarioId, ip }: Who,
  acao: Acao,
  alvo: string | undefined,
  filter: Record<string, string | number | boolean | undefined>,
): Promise<void> => {
  const told = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  const detalhes = Object.fromEntries(told)
  return recordAuditoria(database, { usuarioId, ip, acao, ...(alvo !== undefined && { alvo }), detalhes })
}
