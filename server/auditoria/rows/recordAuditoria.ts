import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { build, cast, count, db, eb, ifGiven, type Place, statement } from '../../database/statement.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Acao } from '../wire.ts'

/** A person, and from where they did it. */
export interface Who {
  usuarioId: number
  ip: string
}

export interface AuditEntry extends Partial<Who> {
  tokenId?: number
  acao: Acao
  /** What it was done to: `cliente:17`. */
  alvo?: string
  detalhes?: Record<string, string | number | boolean | null>
  /** When it was done, by the desk's clock; if absent, the database's clock tells it. */
  quando?: Date
}

/** Where entries are written: the database, or a transaction, so that the deed and its entry are both there or neither. */
interface Recorder {
  prisma: Pick<Database['prisma'], 'auditoria'>
}

const rowOf = ({ usuarioId, tokenId, ...entry }: AuditEntry) => ({
  ...entry,
  usuario_id: usuarioId ?? null,
  token_id: tokenId ?? null,
})

/** Appends to the record of who did what. Entries are never changed: the database refuses it. */
export async function recordAuditoria({ prisma }: Recorder, entry: AuditEntry) {
  await prisma.auditoria.create({ data: rowOf(entry) })
}

/** Appends several in one statement. */
export async function recordTogether({ prisma }: Recorder, entries: AuditEntry[]) {
  await prisma.auditoria.createMany({ data: entries.map(rowOf) })
}

/** Appends in the transaction of `client`. */
export async function recordOn({ query }: Database, client: pg.ClientBase, entry: AuditEntry): Promise<void> {
  const { detalhes, ...row } = rowOf(entry)
  // The column's default would be the transaction's start, which may be before it waited for a lock.
  const quando = eb.fn<Date>('clock_timestamp', [])
  const values = { quando, ...row, ...(detalhes && { detalhes: JSON.stringify(detalhes) }) }
  await query(build.insertInto('auditoria').values(values), client)
}

const forgotten = statement('auditoria_forget', (the: Place<{ before: Date; most: number }>) =>
  db.selectNoFrom(
    eb.fn<number>('esquecer_auditoria', [cast(the('before'), 'timestamptz'), cast(the('most'), 'int')]).as('count'),
  ),
)

/** Deletes the oldest entries before an instant, at most `most`; returns how many. Nothing else deletes entries. */
export async function forgetAuditoria({ run }: Database, before: Date, most: number): Promise<number> {
  const [row] = await run(forgotten, { before, most })
  return row?.count ?? 0
}

/** The record, while nobody else counts or records the same action of the same user. */
export interface Ledger {
  /** How often the user did this (to `alvo`, if given) within `ms` milliseconds of `now`, and when first. */
  count: (
    done: { usuario_id: number; acao: Acao; alvo?: string },
    within: { ms: number; now: Date },
  ) => Promise<{ count: number; first: Date | null }>
  record: (entry: AuditEntry) => Promise<void>
}

/** The first key of the advisory locks: any number, but the same in every version. */
const counting = 720_110_546

const held = statement('auditoria_hold', (the: Place<{ what: string }>) =>
  db.selectNoFrom(
    eb.fn('pg_advisory_xact_lock', [sql.lit(counting), eb.fn<number>('hashtext', [the('what')])]).as('held'),
  ),
)

/**
 * Runs the work in a transaction that holds an advisory lock, over all processes, for this user and action: what it
 * counts is still true when it records.
 */
export const withLedger = <T>(
  database: Database,
  { usuarioId, acao }: { usuarioId: number; acao: Acao },
  work: (ledger: Ledger) => Promise<T>,
): Promise<T> =>
  inTransaction(database, async (client) => {
    await database.run(held, { what: `${acao}|${usuarioId}` }, client)
    return work({
      count: async ({ usuario_id, acao, alvo }, { ms, now }) => {
        const [row] = await database.query(
          build
            .selectFrom('auditoria')
            .select(({ fn }) => [count.as('count'), fn.min('quando').as('first')])
            .where('usuario_id', '=', usuario_id)
            .where('acao', '=', acao)
            .where(({ eb }) => ifGiven(alvo, (alvo) => eb('alvo', '=', alvo)))
            .where('quando', '>', new Date(now.getTime() - ms))
            // Entries that lie hours ahead were dated before the clock was set back: they count in no hour.
            .where('quando', '<', new Date(now.getTime() + ms)),
          client,
        )
        return row ?? { count: 0, first: null }
      },
      record: (entry) => recordOn(database, client, entry),
    })
  })
