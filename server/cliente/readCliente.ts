import { recordWithin } from '../auditoria/recordWithin.ts'
import { readAuditoria } from '../auditoria/rows/readAuditoria.ts'
import { recordAuditoria, type Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Acesso } from '../auditoria/wire.ts'
import type { Desk } from '../desk.ts'
import { notFound } from '../refusal.ts'
import { clienteVisivel, readDocumento } from './rows/pagina.ts'
import { formatDocumento } from './rules/documento.ts'
import type { ClienteVisivel } from './wire/browse.ts'

const pageSize = 20

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

/**
 * Returns the whole document with its usual punctuation; the reveal is on record before it is shown. Returns '' for a
 * customer without a document, and records nothing. docs/interface.md: Personal data.
 * @throws Refusal not_found, and then nothing is on record; too_many past the limit of an hour
 */
export async function revealDocumento(desk: Desk, who: Who, idCliente: number): Promise<string> {
  const documento = await readDocumento(desk.database, idCliente)
  if (documento === null) throw notFound('O cliente')
  if (documento === '') return ''
  const entry = { ...who, acao: 'documento_revelado' as const, alvo: `cliente:${idCliente}` }
  await recordWithin(desk, entry, desk.config.revealsPerHour)
  return formatDocumento(documento)
}

/**
 * Who opened this customer, showed the document or exported the customer, newest first, 20 at a time. An exported list
 * does not say whom it held: each counts, since it may have held this customer. docs/interface.md: Personal data.
 */
export async function readAcessos(
  { database }: Desk,
  idCliente: number,
  after: string | null,
): Promise<{ acessos: Acesso[]; apos: string | null }> {
  const alvos = [`cliente:${idCliente}`, 'clientes']
  const { registros, apos } = await readAuditoria(database, { alvos, after, size: pageSize })
  return { acessos: registros.map(({ id, quando, autor, acao }) => ({ id, quando, autor, acao })), apos }
}
