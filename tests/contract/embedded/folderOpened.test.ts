import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/database/open'
import { quiet } from '../../support/embedded/folders.ts'
import { ownDatabase } from '../../support/ownDatabase.ts'
import { freePort, startRefused } from '../../support/process.ts'

test('a desk does not start on the folder of another PostgreSQL, and says how to bring what is in it', async () => {
  const own = await ownDatabase()
  writeFileSync(join(own.dataDir, 'postgres', 'PG_VERSION'), '17\n')
  const { code, output } = await startRefused({ DATA_DIR: own.dataDir, PORT: String(await freePort()) })
  await own.remove()
  expect(code).toBe(1)
  expect(output).toContain('PostgreSQL 17')
  expect(output).toMatch(/cli -- backup FILE.*cli -- restore FILE/)
  expect(output).not.toMatch(/^ {4}at /m)
})

test('a desk does not start on a folder that is a link to nowhere, and names it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alo-link-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const link = join(folder, 'dados')
  symlinkSync(join(folder, 'disco'), link)
  const { code, output } = await startRefused({ DATA_DIR: link, PORT: String(await freePort()) })
  expect(code).toBe(1)
  expect(output).toMatch(
    new RegExp(`^Alô did not start. ${link} is a link to ${folder}/disco, and no folder is there.*\n$`, 'm'),
  )
  expect(output).not.toMatch(/^ {4}at /m)
  expect(output).not.toContain('DATABASE_URL')
})

test('customers that a command brings in with no desk running are known to the planner', async () => {
  const own = await ownDatabase()
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, DATA_DIR: own.dataDir, DATABASE_URL: '', NODE_ENV: 'production' as const }
  await promisify(execFile)(process.execPath, [resolve('dist/cli.js'), 'clientes', 'generate', '--count', '500'], {
    env,
  })
  const { pool, close } = await openDatabase({ dataDir: own.dataDir, role: 'server', log: quiet })
  const { rows } = await pool.query(`
    SELECT reltuples::int AS known, (SELECT count(*)::int FROM cliente) AS there FROM pg_class WHERE relname = 'cliente'`)
  await close()
  await own.remove()
  expect(rows[0]?.there).toBeGreaterThanOrEqual(500)
  expect(rows[0]?.known).toBe(rows[0]?.there)
})
