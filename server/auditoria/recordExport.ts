import type { Desk } from '../desk.ts'
import { recordAuditoria, type Who } from './rows/recordAuditoria.ts'
import type { Acao } from './wire.ts'

/**
 * Puts on record who exports a list, and with which filters. `alvo` is `clientes` when any customer may be in the list:
 * the entry then stands on every customer's page. For a list of one customer, `alvo` is that customer.
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
