import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database'
import { DataFolderError } from '#server/database/embedded/dataFolder'
import { openDatabase } from '#server/database/open'
import { keepUp } from '#server/database/upkeep'
import { dataFolders, quiet } from '../support/embedded/folders.ts'

let folders: Awaited<ReturnType<typeof dataFolders>>
const open: Database[] = []

beforeAll(async () => {
  folders = await dataFolders()
})
afterEach(async () => {
  for (const db of open.splice(0)) await db.close()
})
afterAll(() => folders.remove())

async function desk(dataDir: string): Promise<Database> {
  const db = await openDatabase({ dataDir, role: 'server', log: quiet })
  open.push(db)
  return db
}

const SEGMENT_MIB = 16
const logMiB = (dataDir: string) =>
  readdirSync(join(dataDir, 'postgres', 'pg_wal')).filter((name) => /^[0-9A-F]{24}$/.test(name)).length * SEGMENT_MIB

test('the write-ahead log stays small while the desk runs, within a long transaction too', async () => {
  const dataDir = folders.fresh()
  const { pool } = await desk(dataDir)
  let largest = 0
  const client = await pool.connect()
  for (const frame of [[], ['BEGIN', 'COMMIT']]) {
    const [begin, end] = frame
    if (begin) await client.query(begin)
    for (let n = 0; n < 80; n++) {
      await client.query(`SELECT pg_logical_emit_message(false, 'alo', repeat('x', 1000000))`)
      largest = Math.max(largest, logMiB(dataDir))
    }
    if (end) await client.query(end)
  }
  client.release()
  expect(largest).toBeLessThanOrEqual(4 * SEGMENT_MIB)
})

test('a table that was filled by a process long gone is analysed by whoever opens the folder next', async () => {
  const dataDir = folders.fresh()
  const rowsKnown = async ({ pool }: Database) =>
    (await pool.query(`SELECT reltuples::int AS rows FROM pg_class WHERE relname = 't'`)).rows[0]?.rows

  const first = await openDatabase({ dataDir, role: 'cli', log: quiet })
  await first.pool.query('CREATE TABLE t (n int)')
  await first.pool.query('INSERT INTO t SELECT generate_series(1, 5000)')
  await first.close()
  const second = await openDatabase({ dataDir, role: 'cli', log: quiet })
  expect(await rowsKnown(second)).toBe(-1)
  await keepUp(second)
  expect(await rowsKnown(second)).toBe(5000)
  await second.pool.query('INSERT INTO t SELECT generate_series(1, 5000)')
  await second.close()
  const third = await desk(dataDir)
  expect(await rowsKnown(third)).toBe(5000)
  await keepUp(third)
  expect(await rowsKnown(third)).toBe(10_000)
})

test('a folder of another PostgreSQL is refused untouched, with the way to bring what is in it here', async () => {
  const dataDir = folders.fresh()
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  const control = join(dataDir, 'postgres', 'global', 'pg_control')
  const before = readFileSync(control)
  const refusal = desk(dataDir)
  await expect(refusal).rejects.toThrow(DataFolderError)
  await expect(refusal).rejects.toThrow(/PostgreSQL 17.*runs PostgreSQL 18.* cli -- backup FILE.* cli -- restore FILE/)
  expect(readFileSync(control)).toEqual(before)
  // The folder is free again for the version that made it.
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
  expect((await (await desk(dataDir)).pool.query('SHOW server_version')).rows[0]?.server_version).toMatch(/^18\./)
})

test('a database without its PG_VERSION is refused rather than made anew', async () => {
  const dataDir = folders.fresh()
  rmSync(join(dataDir, 'postgres', 'PG_VERSION'))
  await expect(desk(dataDir)).rejects.toThrow(/PG_VERSION is missing.*backup/)
})

test('what a start cut short has left is made anew, and what may be the only copy is not', async () => {
  const dataDir = folders.fresh()
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'postgres.new'))
  await expect(desk(dataDir)).rejects.toThrow(/postgres\.new.*rename it to/)
  expect(existsSync(join(dataDir, 'postgres.new', 'PG_VERSION'))).toBe(true)

  rmSync(join(dataDir, 'postgres.new'), { recursive: true })
  mkdirSync(join(dataDir, 'postgres.draft', 'base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.draft', 'PG_VERSION'), '18\n')
  expect((await (await desk(dataDir)).pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
  expect(existsSync(join(dataDir, 'postgres.draft'))).toBe(false)
})
