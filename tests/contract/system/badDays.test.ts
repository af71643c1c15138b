import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open'
import { demoToken } from '#server/demo/accounts'
import { notificar } from '../../support/desk.ts'
import { quiet } from '../../support/embedded/folders.ts'
import { type OwnDatabase, ownDatabase } from '../../support/ownDatabase.ts'
import { type DeskProcess, startProcess, startRefused } from '../../support/process.ts'
import { sendRequest } from '../../support/request.ts'
import { openScreen } from '../../support/screen.ts'
import { insertSession } from '../../support/session.ts'

let own: OwnDatabase
const running: DeskProcess[] = []
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.kill()
  await own.remove()
})

const envOf = ({ dataDir, databaseUrl }: OwnDatabase) => ({
  DATA_DIR: dataDir,
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})
async function start(): Promise<DeskProcess> {
  const desk = await startProcess({ env: envOf(own), args: ['--demo'] })
  running.push(desk)
  return desk
}

test('after a kill and a restart, the screen gets every acknowledged call; stopped, the desk logs that it closed and no error', async () => {
  own = await ownDatabase()
  const first = await start()
  const notify = (n: number) =>
    sendRequest(first.url, {
      path: notificar,
      authorization: demoToken,
      body: { ramal: 101, ligacao_params: { id: n } },
    })
  const ids = (await Promise.all(Array.from({ length: 20 }, (_, n) => notify(n)))).map(
    ({ headers }) => headers['x-ligacao-id'],
  )
  await first.kill()
  // The session is inserted while no desk runs: only one server process may have the embedded database.
  const database = await openDatabase({ ...own, role: 'server', log: quiet })
  const cookie = await insertSession(database, 'ana')
  await database.close()
  const second = await start()
  const ana = await openScreen(second.url, cookie)
  expect(ana.first.ligacoes.map(({ id }) => id).sort()).toEqual([...ids].sort())
  ana.close()

  await second.stop()
  expect(second.child.exitCode).toBe(0)
  expect(second.output()).toContain('"msg":"closed"')
  expect(second.output()).not.toContain('"level":50')
})

test('a desk names all wrong settings at once, and does not start', async () => {
  own = await ownDatabase()
  const { code, output } = await startRefused({ ...envOf(own), PORT: 'abc', DDD_PADRAO: '1', TZ_DESK: 'Marte' })
  expect(code).toBe(1)
  for (const name of ['PORT', 'DDD_PADRAO', 'TZ_DESK']) expect(output).toContain(name)
})
