import type { Database } from '../../database/open.ts'
import { presentAutor } from '../../faturamento/rows/presentEvento.ts'
import type { RegistroAuditoria } from '../wire.ts'

interface Row {
  id: string
  quando: Date
  usuario_id: number | null
  token_id: number | null
  usuario: string | null
  token: string | null
  ip: string | null
  acao: string
  alvo: string | null
  detalhes: Record<string, unknown> | null
}

const sql = `
SELECT a.id::text, a.quando, a.usuario_id, a.token_id, u.nome AS usuario, k.nome AS token, a.ip, a.acao, a.alvo, a.detalhes
FROM auditoria a LEFT JOIN usuario u ON u.id = a.usuario_id LEFT JOIN token k ON k.id = a.token_id
WHERE ($1::bigint IS NULL OR a.id < $1) AND ($2::text IS NULL OR a.acao = $2) ORDER BY a.id DESC LIMIT $3`

/** The record of who did what, newest first. */
export function auditReader({ pool }: Database) {
  return async (acao: string | null, after: string | null, size: number) => {
    const { rows } = await pool.query<Row>(sql, [after, acao, size + 1])
    const registros = rows.slice(0, size).map(({ usuario_id, token_id, usuario, token, ...row }): RegistroAuditoria => {
      const autor = presentAutor({ usuario_id, token_id, usuario, token })
      return { ...row, quando: row.quando.toISOString(), autor }
    })
    return { registros, apos: rows.length > size ? (registros.at(-1)?.id ?? null) : null }
  }
}

export type ReadAudit = ReturnType<typeof auditReader>
