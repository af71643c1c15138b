import type pg from 'pg'
import { identifier } from './cluster.ts'

/** The advisory lock that every process at work with the database shares: any number, the same in every version. */
const presence = 720_110_544
export const enter = `SELECT pg_advisory_lock_shared(${presence}), current_setting('data_directory') AS place, ${identifier} AS known,
  split_part(pg_read_file('postmaster.pid'), chr(10), 1) AS server`
export const leaveLock = `SELECT pg_advisory_unlock_shared(${presence})`

/** Turns this connection's shared lock into an exclusive one; false if another process shares it. */
export async function isAlone(client: pg.Client): Promise<boolean> {
  await client.query(leaveLock)
  return (await client.query(`SELECT pg_try_advisory_lock(${presence}) AS alone`)).rows[0].alone
}
