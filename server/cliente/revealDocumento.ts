import { recordWithin } from '../auditoria/recordWithin.ts'
import type { Who } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { notFound } from '../refusal.ts'
import { readDocumento } from './rows/pagina.ts'
import { formatDocumento } from './rules/documento.ts'

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
