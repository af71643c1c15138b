import type { Database } from '../database/database.ts'
import { build, cast, db, eb, type Place, statement } from '../database/statement.ts'
import { type Acao, type RegistroAuditoria, registroAuditoria } from './wire.ts'

export interface AuditEntry {
  usuarioId?: number
  tokenId?: number
  ip?: string
  acao: Acao
  /** What it was done to: `cliente:17`. */
  alvo?: string
  detalhes?: Record<string, string | number | boolean | null>
}

/** Where entries are written: the database, or a transaction, so that the deed and its entry are both there or neither. */
interface Recorder {
  prisma: Pick<Database['prisma'], 'auditoria'>
}

/** Appends to the record of who did what. Entries are never changed: the database refuses it. */
export async function recordAuditoria({ prisma }: Recorder, { usuarioId, tokenId, ...entry }: AuditEntry) {
  await prisma.auditoria.create({ data: { ...entry, usuario_id: usuarioId ?? null, token_id: tokenId ?? null } })
}

const forgotten = statement('auditoria_forget', (the: Place<{ before: Date; most: number }>) =>
  db.selectNoFrom(
    eb.fn<number>('esquecer_auditoria', [cast(the('before'), 'timestamptz'), cast(the('most'), 'int')]).as('count'),
  ),
)

/** Takes out the oldest entries before an instant, at most so many; gives how many. The one thing that the record ever loses. */
export async function forgetAuditoria({ run }: Database, before: Date, most: number): Promise<number> {
  const [row] = await run(forgotten, { before, most })
  return row?.count ?? 0
}

/** How often the user did this, to that alone where it is named, within so many milliseconds of an instant, and when first. */
export async function countAuditoria(
  { prisma }: Database,
  done: { usuario_id: number; acao: Acao; alvo?: string },
  { ms, now }: { ms: number; now: Date },
) {
  // What a clock that was set back since has dated hours ahead is of no hour that counts.
  const where = { ...done, quando: { gt: new Date(now.getTime() - ms), lt: new Date(now.getTime() + ms) } }
  const { _count, _min } = await prisma.auditoria.aggregate({ where, _count: true, _min: { quando: true } })
  return { count: _count, first: _min.quando }
}

interface AutorColumns {
  usuario_id: number | null
  token_id: number | null
  usuario: string | null
  token: string | null
}

/** A user or a token by name; null when nobody is named. */
export function presentAutor({ usuario_id, token_id, usuario, token }: AutorColumns): RegistroAuditoria['autor'] {
  if (usuario_id !== null) return { tipo: 'usuario', nome: usuario ?? `Usuário ${usuario_id}` }
  if (token_id !== null) return { tipo: 'token', nome: token ?? `Token ${token_id}` }
  return null
}

/** The record, or what it says of the `alvos` alone, newest first, `size` entries older than `after`; `apos` is where the next page begins, null on the last. */
export async function readAuditoria(
  { query }: Database,
  { acao = null, alvos, after, size }: { acao?: string | null; alvos?: string[]; after: string | null; size: number },
): Promise<{ registros: RegistroAuditoria[]; apos: string | null }> {
  const rows = await query(
    build
      .selectFrom('auditoria as a')
      .leftJoin('usuario as u', 'u.id', 'a.usuario_id')
      .leftJoin('token as k', 'k.id', 'a.token_id')
      .select(['a.id', 'a.quando', 'a.usuario_id', 'a.token_id', 'u.nome as usuario', 'k.nome as token', 'a.ip'])
      .select(['a.acao', 'a.alvo', 'a.detalhes'])
      .$if(after !== null, (each) => each.where('a.id', '<', after ?? '0'))
      .$if(acao !== null, (each) => each.where('a.acao', '=', acao ?? ''))
      .$if(alvos !== undefined, (each) => each.where('a.alvo', 'in', alvos ?? []))
      .orderBy('a.id', 'desc')
      .limit(size + 1),
  )
  const registros = rows.slice(0, size).map(({ usuario_id, token_id, usuario, token, detalhes, ...row }) => ({
    ...row,
    detalhes: registroAuditoria.shape.detalhes.parse(detalhes),
    quando: row.quando.toISOString(),
    autor: presentAutor({ usuario_id, token_id, usuario, token }),
  }))
  return { registros, apos: rows.length > size ? (registros.at(-1)?.id ?? null) : null }
}
