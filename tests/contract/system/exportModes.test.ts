import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settingsOf, startCommand } from '../../support/cliRun.ts'
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
  const { ran } = startCommand([...args, file], { env: settingsOf(desk.config), before: 'umask 0;' })
  expect(await ran).toMatchObject({ code: 0 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
