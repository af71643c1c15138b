import { type Agent, agentAt, untilShown } from '../support/agents.ts'
import { cutKinds, startProxy } from '../support/network/proxy.ts'
import { insertSession } from '../support/session.ts'
import { random, seedRandom } from '../torture/support/random.ts'
import { inFastTime, movableClock } from './support/clearDesk.ts'
import { addSession, connected, expect, test } from './support/test.ts'

/** The limit for a screen on any machine. `npm run torture -- networkCut` measures the promised time. */
const patienceMs = 30_000
const seed = 20261122

test('the screen reports every kind of network cut, and shows the right calls again when the network is back', async ({
  desk,
  browser,
  watch,
}) => {
  test.setTimeout(240_000)
  seedRandom(seed)
  const network = await startProxy([Number(new URL(desk.url).port)])
  const url = `http://127.0.0.1:${network.port}`
  const context = await browser.newContext({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' })
  await addSession(context, { database: desk.database, url }, 'ana')
  const page = await context.newPage()
  watch(page, /WebSocket|Failed to load resource/)
  await movableClock(page)
  await page.goto(`${url}/painel`)
  await connected(page)
  const cookie = await insertSession(desk.database, 'ana')
  const agent: Agent = await agentAt(desk.url, { ramal: 101, cookie, pages: [page], chance: random })
  const happen = async (times: number) => {
    for (let n = 0; n < times; n++) await agent.happen()
  }
  const caughtUp = async () => {
    const truth = await agent.truth()
    expect(agent.lost(truth)).toEqual([])
    await untilShown(page, truth, patienceMs)
  }
  const clockOf = () => page.evaluate(() => Date.now())
  try {
    await happen(4)
    await caughtUp()
    for (const kind of cutKinds) {
      await test.step(kind, async () => {
        network.cut(kind)
        const cutAt = await clockOf()
        await happen(6)
        await inFastTime(page, () => page.locator('[data-conexao="ativa"]').count()).toBe(0)
        // Sooner than a socket without messages would notice by itself.
        expect((await clockOf()) - cutAt).toBeLessThan(15_000)
        await happen(3)
        network.resume()
        await caughtUp()
        // A short cut, which is over before the page notices it.
        network.cut(kind)
        await happen(3)
        network.resume()
        await caughtUp()
        // The cut connections do not block the browser's other requests.
        const asks = () =>
          fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(3_000) }).then(({ ok }) => ok)
        await expect.poll(() => page.evaluate(asks).catch(() => false)).toBe(true)
      })
    }
  } finally {
    agent.close()
    await context.close()
    await network.close()
  }
})

test('the page replaces a connection whose first packet was lost, without waiting for the timeout', async ({
  openPage,
}) => {
  const page = await openPage('ana')
  await connected(page)
  let attempts = 0
  await page.routeWebSocket(/\/socket\.io\//, (screen) => {
    const lost = ++attempts === 1
    const desk = screen.connectToServer()
    screen.onMessage((message) => desk.send(message))
    desk.onMessage((message) => {
      if (!lost || !String(message).startsWith('40')) screen.send(message)
    })
  })
  await page.reload()
  // Sooner than 8 s, after which an attempt is given up in any case.
  await expect(page.locator('[data-conexao="ativa"]')).toBeVisible({ timeout: 7_000 })
  expect(attempts).toBe(2)
})

test('the screen says that calls do not come while each connection stands and brings nothing', async ({ openPage }) => {
  const page = await openPage('ana', { prepare: movableClock })
  await connected(page)
  await page.routeWebSocket(/\/socket\.io\//, (screen) => {
    const desk = screen.connectToServer()
    screen.onMessage((message) => desk.send(message))
    desk.onMessage((message) => {
      if (/^(0|40)/.test(String(message))) screen.send(message)
    })
  })
  await page.reload()
  await inFastTime(page, () => page.locator('[data-conexao="perdida"]').count()).toBe(1)
})
