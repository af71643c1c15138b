import type { Database } from '../../database/database.ts'
import { build, column, ifGiven, truth, unionAll } from '../../database/statement.ts'
import type { Period } from '../../protocolo/rules/period.ts'
import { type RegistroAuditoria, registroAuditoria } from '../wire.ts'
import { entries, entriesOfCliente, type OfCliente } from './ofCliente.ts'

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

interface Asked extends Partial<OfCliente> {
  acao?: string | undefined
  usuario?: number | undefined
  period?: Period
  after: string | null
  size: number
}

const [quando, id] = [column('auditoria', 'a', 'quando'), column('auditoria', 'a', 'id')]
const quandoOf = (after: string) => build.selectFrom('auditoria as b').where('b.id', '=', after).select('b.quando')

/**
 * The entries that the filters find, newest first: `size` of them, older than `after`. `apos` is where the next page
 * begins, null on the last one.
 */
export async function readAuditoria(
  { query }: Database,
  { acao, usuario, period, alvos, idCliente, after, size }: Asked,
): Promise<{ registros: RegistroAuditoria[]; apos: string | null }> {
  // In the order of ids, PostgreSQL would walk through everything newer than the period.
  const byTime = !alvos && Boolean(period?.since || period?.until)
  const narrowed = (of: ReturnType<typeof entries>) =>
    of
      .where(
        ifGiven(after, (end) =>
          byTime ? truth`(${quando}, ${id}) < (${quandoOf(end)}, ${end}::bigint)` : truth`${id} < ${end}::bigint`,
        ),
      )
      .where(({ eb }) => ifGiven(acao, (acao) => eb('a.acao', '=', acao)))
      .where(({ eb }) => ifGiven(usuario, (id) => eb('a.usuario_id', '=', id)))
      .where(({ eb }) => ifGiven(period?.since, (since) => eb('a.quando', '>=', since)))
      .where(({ eb }) => ifGiven(period?.until, (until) => eb('a.quando', '<', until)))
      .$if(byTime, (each) => each.orderBy('a.quando', 'desc'))
      .orderBy('a.id', 'desc')
      .limit(size + 1)
  const parts = alvos ? entriesOfCliente({ alvos, idCliente }, narrowed) : [narrowed(entries())]
  const rows = await query(
    build
      .selectFrom(unionAll(parts, 'a'))
      .leftJoin('usuario as u', 'u.id', 'a.usuario_id')
      .leftJoin('token as k', 'k.id', 'a.token_id')
      .select(['a.id', 'a.quando', 'a.usuario_id', 'a.token_id', 'u.nome as usuario', 'k.nome as token', 'a.ip'])
      .select(['a.acao', 'a.alvo', 'a.detalhes'])
      .$if(byTime, (each) => each.orderBy('a.quando', 'desc'))
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
