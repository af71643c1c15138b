import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settingsOf, startCommand } from '../../support/cliRun.ts'
import { type DeskProcess, startProcess } from '../../support/process.ts'
import { sendRequest } from '../../support/request.ts'

/** The built desk on a folder of its own for the first time, as operators start it. */
const dataDir = mkdtempSync(join(tmpdir(), 'alo-first-'))
let desk: DeskProcess
beforeAll(async () => {
  desk = await startProcess({ env: { DATA_DIR: dataDir } })
})
afterAll(async () => {
  await desk.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('it names its database, says how to create the first administrator, and lets in who was created so', async () => {
  expect(desk.output()).toContain(`  Database: ${realpathSync(dataDir)}\n`)
  const [, line = ''] = /npm run -s cli -- (user create --usuario admin.*)/.exec(desk.output()) ?? []
  const words = ['user', 'create', '--usuario', 'admin', '--nome', 'Admin', '--papel', 'administrador']
  expect(line).toContain(words.slice(0, 4).join(' '))
  const password = 'uma-senha-longa'
  const made = await startCommand(words, { env: settingsOf({ dataDir }), stdin: `${password}\n` }).ran
  expect(made).toMatchObject({ code: 0, database: realpathSync(dataDir), out: expect.stringMatching(/^\d+\n$/) })
  const signIn = { path: '/api/auth/sign-in/username', body: { username: 'admin', password } }
  expect((await sendRequest(desk.url, signIn)).status).toBe(200)
})
