import { existsSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { inFastTime, movableClock } from './support/clearDesk.ts'
import { expectCallerInSight } from './support/linha.ts'
import { chamada, expect, palavras, test } from './support/test.ts'

const known = { ramal: 101, telefone: 37999912222, ligacao_params: { call_id: 'b1' } }

/**
 * Stops the database's processes, as when a disk hangs. Returns a function that lets them go on. The desk kills a
 * server that hangs and starts another one; that one is stopped too, because it would use the same disk.
 */
async function holdDatabase({ database }: { database: import('#server/database/database').Database }) {
  const { rows } = await database.pool.query(
    `SELECT pid, current_setting('data_directory') AS cluster FROM pg_stat_activity`,
  )
  const held = new Set<number>()
  const signal = (pid: number, name: NodeJS.Signals) => {
    try {
      process.kill(pid, name)
      held.add(pid)
    } catch {
      // The process has ended meanwhile.
    }
  }
  const holdServer = () => {
    const file = `${rows[0].cluster}/postmaster.pid`
    const server = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
    if (server > 0 && !held.has(server)) signal(server, 'SIGSTOP')
  }
  holdServer()
  for (const { pid } of rows) signal(pid, 'SIGSTOP')
  const holding = setInterval(holdServer, 20)
  return () => {
    clearInterval(holding)
    for (const pid of held) signal(pid, 'SIGCONT')
  }
}

let letGo = () => {}
test.afterEach(() => letGo())

test('when the database hangs, the screen says so and keeps the notes, and recovers by itself afterwards', async ({
  desk,
  openPage,
}) => {
  test.setTimeout(120_000)
  const ana = await openPage('ana', { tolerate: /503|Failed to load resource|WebSocket/, prepare: movableClock })
  await desk.pbx('notificar', known)
  await chamada(ana).getByRole('button', { name: 'Abrir atendimento' }).click()
  const words = palavras(chamada(ana))
  await words.fill('antes')
  await expect(chamada(ana)).toContainText('Salvo')

  await desk.pbx('notificar', { ramal: 101, telefone: 2133221101, ligacao_params: { call_id: 'b2' } })
  await expect(chamada(ana, '(21) 3322-1101')).toBeVisible()

  letGo = await holdDatabase(desk)
  const start = performance.now()
  const refused = await desk.pbx('notificar', { ramal: 101, telefone: 3732211234 })
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
  // The promise is 5 s on an idle machine; this limit only excludes a hang.
  expect(performance.now() - start).toBeLessThan(15_000)
  await expect(ana.locator('[data-conexao="ativa"]')).toHaveCount(0)
  await expect(ana.getByRole('status').filter({ hasText: 'Banco de dados fora do ar' })).toBeVisible()
  await expectCallerInSight(ana, '(21) 3322-1101', [352, 1920, 1536, 1024, 1280])
  await words.fill('antes e durante')
  // A page opened now shows the same message and waits.
  const other = await ana.context().newPage()
  await movableClock(other)
  await other.goto(`${desk.url}/painel`)
  // It asks a few times, a little later each time.
  await inFastTime(other, () => other.getByText('O banco de dados não responde no momento').isVisible()).toBe(true)

  letGo()
  for (const page of [ana, other])
    await inFastTime(page, () => page.locator('[data-conexao="ativa"]').isVisible()).toBe(true)
  await expect(words).toHaveValue('antes e durante')
  await expect(chamada(ana)).toContainText('Salvo', { timeout: 30_000 })
  await expect(palavras(chamada(other))).toHaveValue('antes e durante')
  // Repeat a refused request as an exchange does: the server may be restarting.
  await expect.poll(async () => (await desk.pbx('cancelar', known)).status).toBe(200)
  // The refused cancel may have reached the database before it stopped, and then takes effect once it goes on.
  await expect(chamada(ana)).toHaveCount(0)
})
