import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database'
import { applyMigrations } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'
import { quiet } from '../support/embedded/folders.ts'
import { FUNCTION_AND_TRIGGER, writeMigration } from '../support/embedded/migrations.ts'
import { startPostgres, type TestPostgres } from '../support/postgres/startPostgres.ts'

let postgres: TestPostgres
let folder: string
const open: Database[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'alo-test-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  for (const db of open) await db.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function desk(): Promise<Database> {
  const db = await openDatabase({
    databaseUrl: postgres.url,
    dataDir: join(folder, 'unused'),
    role: 'server',
    log: quiet,
  })
  open.push(db)
  return db
}

test('two processes’ pools migrate at once: each script runs once', async () => {
  const migrations = writeMigration(join(folder, 'migrations'), '1_nota', FUNCTION_AND_TRIGGER)
  const [one, two] = [await desk(), await desk()]
  const applied = await Promise.all([one, two].map(({ pool }) => applyMigrations(pool, migrations, quiet)))
  expect(applied.flat()).toEqual(['1_nota'])
})

test('a moment read through Prisma is the same moment, whatever the server’s own time zone', async () => {
  const db = await desk()
  await db.pool.query(`ALTER DATABASE postgres SET TimeZone TO 'America/Sao_Paulo'`)
  const later = await desk()
  const [row] = await later.prisma.$queryRaw<{ t: Date }[]>`SELECT timestamptz '2026-01-01 12:00:00+00' AS t`
  expect(row?.t.toISOString()).toBe('2026-01-01T12:00:00.000Z')
})

test('the server dies and comes back: the pool works again, listeners hear again and are told of the gap', async () => {
  const db = await desk()
  const other = await desk()
  let gap = () => {}
  const gapped = new Promise<void>((resolve) => {
    gap = resolve
  })
  const heard: string[] = []
  let heardLast = () => {}
  const last = new Promise<void>((resolve) => {
    heardLast = resolve
  })
  const hear = (payload: string) => (payload === 'end' ? heardLast() : heard.push(payload))
  await db.listen('aviso', hear, gap)

  await postgres.crash()
  await expect(db.pool.query('SELECT 1')).rejects.toThrow()
  await postgres.restart()
  await gapped
  await other.pool.query(`NOTIFY aviso, 'after'`)
  await other.pool.query(`NOTIFY aviso, 'end'`)
  await last
  expect(heard).toEqual(['after'])
})

test('a listener that was ended hears nothing more', async () => {
  const db = await desk()
  const heard: string[] = []
  const end = await db.listen(
    'aviso',
    (payload) => heard.push(payload),
    () => undefined,
  )
  await end()
  const marker = new Promise<string>(
    (resolve) => void db.listen('aviso', resolve, () => undefined).then(() => db.pool.query(`NOTIFY aviso, 'x'`)),
  )
  expect(await marker).toBe('x')
  expect(heard).toEqual([])
})
