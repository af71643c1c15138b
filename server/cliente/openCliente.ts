import { recordAuditoria, type Who } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { notFound } from '../refusal.ts'
import { clienteVisivel } from './rows/pagina.ts'
import type { ClienteVisivel } from './wire/browse.ts'

/**
 * One customer whole. Who opened whom is on record before anything is shown. docs/interface.md: Personal data.
 * @throws Refusal not_found
 */
export async function openCliente({ database }: Desk, who: Who, idCliente: number): Promise<ClienteVisivel> {
  const cliente = await clienteVisivel(database, idCliente)
  if (!cliente) throw notFound('O cliente')
  await recordAuditoria(database, { ...who, acao: 'cliente_aberto', alvo: `cliente:${idCliente}` })
  return cliente
}
