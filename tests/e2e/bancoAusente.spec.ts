import { performance } from 'node:perf_hooks'
import { anyChamada, chamada, connected, expect, test } from './support/test.ts'

const known = { ramal: 101, telefone: 37999912222, ligacao_params: { call_id: 'b1' } }

/** Holds the one backend of the embedded database in a transaction, as a hung one does; gives what lets go of it. */
async function holdDatabase(desk: { database: import('#server/database/database').Database }) {
  const client = await desk.database.pool.connect()
  let held = true
  await client.query('BEGIN')
  const busy = (async () => {
    // A transaction that does nothing is ended after a while; this one is busy.
    while (held) await client.query('SELECT pg_sleep(0.2)')
    await client.query('ROLLBACK')
    client.release()
  })()
  return async () => {
    held = false
    await busy
  }
}

test('the database hangs: the screen says so and keeps her words; it is back: the screen comes back by itself', async ({
  desk,
  openPage,
}) => {
  test.setTimeout(120_000)
  const ana = await openPage('ana', { tolerate: /503|Failed to load resource|WebSocket/ })
  await desk.pbx('notificar', known)
  await chamada(ana).getByRole('button', { name: 'Abrir atendimento' }).click()
  const words = chamada(ana).getByLabel('Anotações do atendimento')
  await words.fill('antes')
  await expect(chamada(ana)).toContainText('Salvo')

  const letGo = await holdDatabase(desk)
  const start = performance.now()
  const refused = await desk.pbx('notificar', { ramal: 101, telefone: 3732211234 })
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
  // A bound for a hang, far above the 5 s that are promised on a machine that is not busy.
  expect(performance.now() - start).toBeLessThan(15_000)
  await expect(ana.locator('[data-conexao="ativa"]')).toHaveCount(0)
  await expect(ana.getByRole('status').filter({ hasText: 'Banco de dados fora do ar' })).toBeVisible()
  await words.fill('antes e durante')
  // Somebody who comes in now is told the same, and waits.
  const other = await ana.context().newPage()
  await other.goto(`${desk.url}/painel`)
  await expect(other.getByText('O banco de dados não responde no momento')).toBeVisible({ timeout: 40_000 })

  await letGo()
  await connected(ana)
  await expect(words).toHaveValue('antes e durante')
  await expect(chamada(ana)).toContainText('Salvo', { timeout: 30_000 })
  await connected(other)
  await expect(chamada(other).getByLabel('Anotações do atendimento')).toHaveValue('antes e durante')
  await desk.pbx('cancelar', known)
  await expect(anyChamada(ana)).toHaveCount(0)
})
