import { type Expression, sql } from 'kysely'
import { recordAuditoria } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import {
  among,
  cast,
  column,
  db,
  eb,
  jsonTable,
  type Place,
  type RowOf,
  statement,
  truth,
} from '../../database/statement.ts'
import { lastInstant } from '../../http/wire.ts'
import type { TokenAdministrado } from '../wire.ts'
import type { By } from './changeUsuario.ts'

/** Whether token `t` is living at the instant. docs/interface.md: Authorization. */
const livingToken = (now: Expression<Date>) =>
  eb.and([
    eb(column('token', 't', 'revogado_em'), 'is', null),
    eb.or([eb(column('token', 't', 'expira_em'), 'is', null), eb(column('token', 't', 'expira_em'), '>', now)]),
  ])

const redes = column('token', 't', 'redes')

/** The token, if it is living and allowed from `ip` (null: unknown address). docs/interface.md: Authorization. */
export const admittedToken = (id: Expression<number | null>, now: Expression<Date>, ip: Expression<string | null>) =>
  eb
    .selectFrom('token as t')
    .select('t.id')
    .where('t.id', '=', id)
    .where(
      eb.and([livingToken(now), truth`cardinality(${redes}) = 0 or ${cast(ip, 'inet')} <<= any (${redes}::inet[])`]),
    )

// Runs with every request but a PBX's: as a prepared statement it takes a third of the time that Prisma's client takes.
const known = statement('token_living', (the: Place<{ hashes: string[]; now: Date }>) =>
  db
    .selectFrom('token as t')
    .select(['t.id', 't.nome', 't.escopos', 't.redes', 't.expira_em', 't.hash'])
    .where(among(column('token', 't', 'hash'), cast(the('hashes'), 'text[]')))
    .where(livingToken(the('now'))),
)

export type KnownToken = Omit<RowOf<typeof known>, 'hash'>

/** The living tokens by their SHA-256; unknown, revoked and expired ones (at `now`) are left out. */
export async function tokensByHash({ run }: Database, hashes: string[], now: Date): Promise<Map<string, KnownToken>> {
  const rows = await run(known, { hashes, now })
  return new Map(rows.map(({ hash, ...token }) => [hash, token]))
}

const unchanged = statement('tokens_unchanged', () =>
  db.selectNoFrom((each) =>
    each
      .fn<boolean>('pg_try_advisory_xact_lock_shared', [each.fn<number>('hashtext', [sql.lit('alo_tokens')])])
      .as('unchanged'),
  ),
)

/**
 * Whether no transaction is changing a token at this moment. One that begins after this answer commits 100 ms later at the
 * soonest (the trigger `token_leases`), so tokens read now are right for 100 ms.
 */
export const tokensUnchanged = async ({ run }: Database): Promise<boolean> =>
  (await run(unchanged, {}))[0]?.unchanged === true

const hashes = statement('token_hashes', (the: Place<{ now: Date }>) =>
  db
    .selectFrom('token as t')
    .select('t.hash')
    .where(livingToken(the('now'))),
)

/** The SHA-256 of every living token. */
export const livingHashes = async ({ run }: Database, now: Date): Promise<ReadonlySet<string>> =>
  new Set((await run(hashes, { now })).map(({ hash }) => hash))

/** False when a token has that name already. With `by`, on record. */
export const createToken = (
  { prisma }: Database,
  token: { nome: string; hash: string; escopos: string[]; redes?: string[]; expira_em: Date | null },
  by?: By,
): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const [made] = await tx.token.createManyAndReturn({ data: [token], skipDuplicates: true, select: { id: true } })
    if (!made) return false
    const { nome, escopos, redes = [] } = token
    const detalhes = { ...by?.detalhes, nome, escopos: escopos.join(', '), redes: redes.join(', ') }
    if (by) await recordAuditoria({ prisma: tx }, { ...by, acao: 'token_criado', alvo: `token:${made.id}`, detalhes })
    return true
  })

/**
 * Every token, the revoked ones included, oldest first. An `expira_em` after the year 9999 becomes that year's last
 * instant: no answer can tell a later one.
 */
export async function listTokens(
  { prisma }: Database,
  where: { id?: number; nome?: string } = {},
): Promise<TokenAdministrado[]> {
  const rows = await prisma.token.findMany({ where, orderBy: { id: 'asc' }, omit: { hash: true } })
  const told = (end: Date) => (end <= lastInstant ? end : lastInstant).toISOString()
  return rows.map((row) => ({
    ...row,
    criado_em: row.criado_em.toISOString(),
    expira_em: row.expira_em && told(row.expira_em),
    revogado_em: row.revogado_em?.toISOString() ?? null,
    ultimo_uso: row.ultimo_uso?.toISOString() ?? null,
  }))
}

/** False when there is no such token, or it is revoked already. With `by`, on record. */
export const revokeToken = ({ prisma }: Database, which: number | string, now: Date, by?: By): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const [gone] = await tx.token.updateManyAndReturn({
      where: { ...(typeof which === 'number' ? { id: which } : { nome: which }), revogado_em: null },
      data: { revogado_em: now },
      select: { id: true, nome: true },
    })
    if (!gone) return false
    const detalhes = { ...by?.detalhes, nome: gone.nome }
    if (by) await recordAuditoria({ prisma: tx }, { ...by, acao: 'token_revogado', alvo: `token:${gone.id}`, detalhes })
    return true
  })

export interface TokenUse {
  quando: Date
  ip: string | null
}

const touched = statement('token_touch', (the: Place<{ uses: string }>) =>
  db
    .updateTable('token as t')
    .from(jsonTable<TokenUse & { id: number }, 'u'>(the('uses'), 'u', { id: 'int', quando: 'timestamptz', ip: 'text' }))
    .set((each) => ({ ultimo_uso: each.ref('u.quando'), ultimo_ip: each.ref('u.ip') }))
    .whereRef('t.id', '=', 'u.id'),
)

/** Writes the gathered last uses in one statement. */
export async function touchTokens({ run }: Database, uses: ReadonlyMap<number, TokenUse>): Promise<void> {
  await run(touched, { uses: JSON.stringify([...uses].map(([id, use]) => ({ id, ...use }))) })
}
