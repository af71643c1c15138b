import type pg from 'pg'
import { codeOf } from '../../errors.ts'
import { identifier } from './cluster.ts'

/** The advisory lock that every process at work with the database shares: any number, the same in every version. */
const presence = 720_110_544
/**
 * `programs` is the folder that the server loads its parts from; empty when that folder is gone, as an update may take
 * it from a server that other desks still work with: no new connection can do anything then.
 */
export const enter = `SELECT pg_advisory_lock_shared(${presence}), current_setting('data_directory') AS place, ${identifier} AS known,
  split_part(pg_read_file('postmaster.pid'), chr(10), 1) AS server,
  CASE WHEN (pg_stat_file(setting, true)).isdir THEN setting ELSE '' END AS programs
  FROM pg_config WHERE name = 'PKGLIBDIR'`
export const leaveLock = `SELECT pg_advisory_unlock_shared(${presence})`

/** Turns this connection's shared lock into an exclusive one; false if another process shares it. */
export async function isAlone(client: pg.Client): Promise<boolean> {
  await client.query(leaveLock)
  return (await client.query(`SELECT pg_try_advisory_lock(${presence}) AS alone`)).rows[0].alone
}

/**
 * How an attempt to connect ended, in the order below: connected; the server was started before the folder moved, and
 * nobody works with it; it runs but accepts nobody now; it says that it recovers from a crash; it is ending, or shall;
 * it broke the connection; it does not answer; there is no server.
 */
export type Answer = 'in' | 'moved' | 'busy' | 'recovering' | 'ending' | 'broken' | 'silent' | 'gone'

/** How an attempt that failed with this error ended. */
export function answerOf(error: unknown): Answer {
  const [code, said] = [codeOf(error), String(error)]
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'gone'
  if (/timeout/.test(said)) return 'silent'
  if (/shutting down/.test(said)) return 'ending'
  if (/in recovery mode/.test(said)) return 'recovering'
  return /^5[37]/.test(code) ? 'busy' : 'broken'
}
