import { recordAuditoria } from '../auditoria/rows.ts'
import { clienteVisivel } from '../cliente/rows/pagina.ts'
import type { Desk } from '../desk.ts'
import { notFound } from '../refusal.ts'
import { historicoOf } from './rows/history.ts'
import type { ClientePagina } from './wire.ts'

/**
 * One customer whole, with calls and tickets so far. Who opened whom is on record before anything is shown.
 * docs/interface.md: Personal data.
 * @throws Refusal not_found
 */
export async function openCliente(
  { database }: Desk,
  who: { usuarioId: number; ip: string },
  idCliente: number,
): Promise<ClientePagina> {
  const cliente = await clienteVisivel(database, idCliente)
  if (!cliente) throw notFound('O cliente')
  await recordAuditoria(database, { ...who, acao: 'cliente_aberto', alvo: `cliente:${idCliente}` })
  return { ...cliente, ...(await historicoOf(database, idCliente)) }
}
