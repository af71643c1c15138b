import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDesk, type TestDesk } from '../../support/desk.ts'

const folder = mkdtempSync(join(tmpdir(), 'alo-export-'))
let desk: TestDesk
beforeAll(async () => {
  desk = await startDesk()
})
afterAll(async () => {
  await desk.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['clientes', ['clientes', 'export']],
  ['titular', ['titular', 'export', '1']],
])('what %s export writes is its owner’s alone, whatever the umask', async (name, args) => {
  const file = join(folder, `${name}.json`)
  const { dataDir, databaseUrl = '' } = desk.config
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production', DATA_DIR: dataDir, DATABASE_URL: databaseUrl } as const
  const script = 'umask 0; exec "$0" dist/cli.js "$@"'
  await new Promise<void>((resolve, reject) =>
    execFile('sh', ['-c', script, process.execPath, ...args, file], { env }, (error) =>
      error ? reject(error) : resolve(),
    ),
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
