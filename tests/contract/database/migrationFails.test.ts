import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyMigrations, migrationsDone, pendingMigrations } from '#server/database/migrate'
import { PatientPool } from '#server/database/pool'
import { quiet } from '../../support/embedded/folders.ts'
import { writeMigration } from '../../support/embedded/migrations.ts'
import { emptyDatabase } from '../../support/ownDatabase.ts'

let empty: Awaited<ReturnType<typeof emptyDatabase>>
let folder: string
const pools: PatientPool[] = []
beforeEach(async () => {
  empty = await emptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'alo-migrations-'))
  writeMigration(folder, '1_nota', 'CREATE TABLE nota (n int); INSERT INTO nota VALUES (1)')
})
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end()
  await empty.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** What a start does, in a process of its own as far as the database can tell. */
function start(): Promise<string[]> {
  return applyMigrations(database(), folder, quiet)
}
function database(): PatientPool {
  const pool = new PatientPool(empty.databaseUrl, 'alo test')
  pools.push(pool)
  return pool
}
const tables = async () => {
  const { rows } = await database().query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  )
  return rows.map(({ name }) => name).filter((name) => name !== '_prisma_migrations')
}

const halves = 'CREATE TABLE lida (n int); UPDATE nota SET n = n + 1;'

test('a migration that fails half way leaves nothing half done, and the next start applies it once mended', async () => {
  writeMigration(folder, '2_lida', `${halves} INSERT INTO nowhere VALUES (1);`)
  writeMigration(folder, '3_depois', 'CREATE TABLE depois (n int)')
  for (const _ of ['the first start', 'one that finds it failed']) {
    await expect(start()).rejects.toThrow(/nowhere[\s\S]*2_lida/)
    expect(await tables()).toEqual(['nota'])
    expect((await database().query('SELECT n FROM nota')).rows).toEqual([{ n: 1 }])
    expect(await migrationsDone(database())).toEqual(['1_nota'])
    expect(await pendingMigrations(database(), folder)).toEqual(['2_lida', '3_depois'])
  }

  writeMigration(folder, '2_lida', halves)
  const applied = await Promise.all([start(), start()])
  expect(applied.flat()).toEqual(['2_lida', '3_depois'])
  expect(await tables()).toEqual(['depois', 'lida', 'nota'])
  expect((await database().query('SELECT n FROM nota')).rows).toEqual([{ n: 2 }])
  expect(await migrationsDone(database())).toEqual(['1_nota', '2_lida', '3_depois'])
  expect(await start()).toEqual([])
})
