import type { Database } from '../../database/open.ts'

export interface AuditEntry {
  usuarioId?: number
  tokenId?: number
  ip?: string
  /** What was done, in a word or two: `documento_revelado`. */
  acao: string
  /** What it was done to: `cliente:17`. */
  alvo?: string
  detalhes?: Record<string, string | number | boolean | null>
}

/** Appends to the record of who did what. Entries are never changed: the database refuses it. */
export function auditRecorder({ prisma }: Database) {
  return async ({ usuarioId, tokenId, ...entry }: AuditEntry): Promise<void> => {
    await prisma.auditoria.create({
      data: { ...entry, usuario_id: usuarioId ?? null, token_id: tokenId ?? null },
    })
  }
}

export type RecordAudit = ReturnType<typeof auditRecorder>
