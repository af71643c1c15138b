import { type Expression, sql } from 'kysely'
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

/** Whether token `t` is living at the instant. docs/interface.md: Authorization. */
export const livingToken = (now: Expression<Date>) =>
  eb.and([
    eb(column('token', 't', 'revogado_em'), 'is', null),
    eb.or([eb(column('token', 't', 'expira_em'), 'is', null), eb(column('token', 't', 'expira_em'), '>', now)]),
  ])

const redes = column('token', 't', 'redes')

/** Whether it is living and allowed from `ip` (null: unknown address). docs/interface.md: Authorization. */
export const admittedToken = (now: Expression<Date>, ip: Expression<string | null>) =>
  eb.and([livingToken(now), truth`cardinality(${redes}) = 0 or ${cast(ip, 'inet')} <<= any (${redes}::inet[])`])

// Asked with every request but a PBX's: prepared, it takes a third of the time that the client takes.
const known = statement('token_living', (the: Place<{ hashes: string[]; now: Date }>) =>
  db
    .selectFrom('token as t')
    .select(['t.id', 't.nome', 't.escopos', 't.redes', 't.expira_em', 't.hash'])
    .where(among(column('token', 't', 'hash'), cast(the('hashes'), 'text[]')))
    .where(livingToken(the('now'))),
)

export type KnownToken = Omit<RowOf<typeof known>, 'hash'>

/** The living tokens with these SHA-256s, by them; those unknown, revoked or expired at `now` are left out. */
export async function tokensByHash({ run }: Database, hashes: string[], now: Date): Promise<Map<string, KnownToken>> {
  const rows = await run(known, { hashes, now })
  return new Map(rows.map(({ hash, ...token }) => [hash, token]))
}

const unchanged = statement('tokens_unchanged', (_: Place<object>) =>
  db.selectNoFrom((each) =>
    each
      .fn<boolean>('pg_try_advisory_xact_lock_shared', [each.fn<number>('hashtext', [sql.lit('alo_tokens')])])
      .as('unchanged'),
  ),
)

/**
 * That nobody is changing a token now. Whoever begins later commits 100 ms later at the soonest: so long what is read
 * after this answer stays true (the trigger `token_leases`).
 */
export const tokensUnchanged = async ({ run }: Database): Promise<boolean> =>
  (await run(unchanged, {}))[0]?.unchanged === true

export const tokenByHash = async (database: Database, hash: string, now: Date): Promise<KnownToken | null> =>
  (await tokensByHash(database, [hash], now)).get(hash) ?? null

const hashes = statement('token_hashes', (the: Place<{ now: Date }>) =>
  db
    .selectFrom('token as t')
    .select('t.hash')
    .where(livingToken(the('now'))),
)

/** The SHA-256 of every living token. */
export const livingHashes = async ({ run }: Database, now: Date): Promise<ReadonlySet<string>> =>
  new Set((await run(hashes, { now })).map(({ hash }) => hash))

/** @throws Prisma P2002 when the name is taken */
export const createToken = (
  { prisma }: Database,
  token: { nome: string; hash: string; escopos: string[]; redes?: string[]; expira_em: Date | null },
) => prisma.token.create({ data: token, select: { id: true } })

export const listTokens = ({ prisma }: Database) =>
  prisma.token.findMany({ orderBy: { id: 'asc' }, omit: { hash: true } })

/** False when there is no such token, or it is revoked already. */
export async function revokeToken({ prisma }: Database, nome: string, now: Date): Promise<boolean> {
  const { count } = await prisma.token.updateMany({ where: { nome, revogado_em: null }, data: { revogado_em: now } })
  return count === 1
}

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

/** Last uses, gathered by the caller, in one statement. */
export async function touchTokens({ run }: Database, uses: ReadonlyMap<number, TokenUse>): Promise<void> {
  await run(touched, { uses: JSON.stringify([...uses].map(([id, use]) => ({ id, ...use }))) })
}
