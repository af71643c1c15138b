import type { RecordAudit } from '../auditoria/rows.ts'
import { notFound } from '../refusal.ts'
import { formatDocumento } from './rules/documento.ts'

/** The whole document, for one pair of eyes: the reveal is on record before it is shown. DESIGN: Personal data. */
export function revealDocumento(readDocumento: (idCliente: number) => Promise<string | null>, record: RecordAudit) {
  return async (who: { usuarioId: number; ip: string }, idCliente: number): Promise<string> => {
    const documento = await readDocumento(idCliente)
    if (documento === null) throw notFound('O cliente')
    await record({ ...who, acao: 'documento_revelado', alvo: `cliente:${idCliente}` })
    return formatDocumento(documento)
  }
}

export type RevealDocumento = ReturnType<typeof revealDocumento>
