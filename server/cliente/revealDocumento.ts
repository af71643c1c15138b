import { recordAuditoria } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { notFound } from '../refusal.ts'
import { readDocumento } from './rows/pagina.ts'
import { formatDocumento } from './rules/documento.ts'

/**
 * The whole document with its usual punctuation, for one pair of eyes: the reveal is on record before it is shown.
 * docs/interface.md: Personal data. @throws Refusal not_found, and then nothing is on record
 */
export async function revealDocumento(
  { database }: Desk,
  who: { usuarioId: number; ip: string },
  idCliente: number,
): Promise<string> {
  const documento = await readDocumento(database, idCliente)
  if (documento === null) throw notFound('O cliente')
  await recordAuditoria(database, { ...who, acao: 'documento_revelado', alvo: `cliente:${idCliente}` })
  return formatDocumento(documento)
}
