import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Database } from '#server/database/database'
import { quantile } from '../../bench/support/quantile.ts'
import { type Agent, agentAt, saysConnected, untilShown } from '../../support/agents.ts'
import { findOrInstallChromium } from '../../support/browser/findOrInstallChromium.ts'
import { type CutKind, cutKinds, startProxy } from '../../support/network/proxy.ts'
import { insertSession, sessionCookie } from '../../support/session.ts'
import { victim } from '../support/deskUnderTorture.ts'
import { between, random } from '../support/random.ts'

const PEOPLE = [
  { usuario: 'ana', ramal: 101, tabs: 2 },
  { usuario: 'bruno', ramal: 102, tabs: 1 },
  { usuario: 'clara', ramal: 201, tabs: 1 },
]
// A cut's length is as likely between 0.1 and 1 s as between 6 and 60 s.
const [SHORTEST_MS, LONGEST_MS] = [100, 60_000]
const [CALM_LEAST_MS, CALM_MOST_MS] = [2_000, 6_000]
const [BETWEEN_CALLS_LEAST_MS, BETWEEN_CALLS_MOST_MS] = [100, 500]
/** The promises: how soon after the network is back screens show the truth, and how soon in a cut they admit it. */
const [SHOWN_MS, HONEST_MS] = [2_000, 6_000]
/** Connections that a cut left hanging must not delay a browser's other requests longer than this. */
const BARE_MS = 10_000
const GIVE_UP_MS = 40_000

/**
 * Sends calls to real browsers for `minutes` and cuts their network again and again. Every screen must show what the
 * server has within 2 s after the network is back, and must say during a cut that no calls come. Needs the built desk.
 */
export async function run(minutes: number, say: (line: string) => void) {
  const place = await victim('embedded')
  const { executablePath, args, env } = await findOrInstallChromium(say)
  const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } as never })
  const { desk } = await place.start()
  const network = await startProxy([desk.port])
  const faults: string[] = []
  const fault = (line: string) => {
    faults.push(line)
    say(line)
  }
  const bares: number[] = []
  const tookByKind = new Map<CutKind, number[]>(cutKinds.map((kind) => [kind, []]))
  try {
    const database = await place.database()
    const agents = await Promise.all(
      PEOPLE.map(async ({ usuario, ramal, tabs }) => {
        const url = `http://127.0.0.1:${network.port}`
        const pages = await openTabs(await browser.newContext({ locale: 'pt-BR' }), { url, database, usuario, tabs })
        for (const page of pages) page.on('pageerror', (error) => fault(`a page’s own error: ${error}`))
        const cookie = await insertSession(database, usuario)
        return agentAt(desk.url, { ramal, cookie, pages, chance: random })
      }),
    ).finally(() => database.close())

    for (const end = performance.now() + minutes * 60_000; performance.now() < end; ) {
      await meanwhile(agents, pause(between(CALM_LEAST_MS, CALM_MOST_MS)))
      const bare = await bareConnection(agents)
      bares.push(bare)
      if (bare >= BARE_MS) fault(`a screen’s own requests are answered only after ${bare} ms`)
      const kind = cutKinds[Math.floor(random() * cutKinds.length)] ?? 'reset'
      const ms = Math.round(SHORTEST_MS * (LONGEST_MS / SHORTEST_MS) ** random())
      network.cut(kind)
      const [dishonest] = await Promise.all([connectedLate(agents, ms), meanwhile(agents, pause(ms))])
      for (const each of dishonest) fault(`${kind} ${ms} ms: ${each}`)
      network.resume()
      const took = tookByKind.get(kind) ?? []
      const worst = await shownAgain(agents, took, (line) => fault(`${kind} ${ms} ms: ${line}`))
      say(
        `${kind} for ${ms} ms: all screens as the server after ${Math.round(worst)} ms; a bare connection takes ${bare} ms`,
      )
      if (worst > SHOWN_MS) fault(`${kind} ${ms} ms: only after ${Math.round(worst)} ms`)
    }
    for (const agent of agents) agent.close()
    await browser.close()
    await desk.stop()
  } finally {
    await browser.close()
    await network.close()
    await desk.kill()
    await place.remove()
  }
  const figures = [...tookByKind].map(([kind, took]) => {
    const [middle, most] = [quantile(took, 0.5), Math.max(...took)]
    return `${kind}: ${took.length} screens, p50 ${Math.round(middle)} ms, at most ${Math.round(most)} ms`
  })
  figures.push(`a bare connection: p50 ${quantile(bares, 0.5)} ms, at most ${Math.max(...bares)} ms`)
  return { held: faults.length === 0, figures: `${figures.join('; ')}; ${faults.length} faults` }
}

async function openTabs(
  context: BrowserContext,
  { url, database, usuario, tabs }: { url: string; database: Database; usuario: string; tabs: number },
): Promise<Page[]> {
  const value = (await insertSession(database, usuario)).slice(sessionCookie.length + 1)
  await context.addCookies([{ name: sessionCookie, value, url, httpOnly: true, sameSite: 'Lax' }])
  const pages: Page[] = []
  for (let tab = 0; tab < tabs; tab++) {
    const page = await context.newPage()
    await page.goto(`${url}/painel`)
    await untilShown(page, [], GIVE_UP_MS)
    pages.push(page)
  }
  return pages
}

/** Makes random changes to the agents' calls until `over` resolves, and waits for the last one to finish. */
async function meanwhile(agents: Agent[], over: Promise<unknown>): Promise<void> {
  let going = true
  over.then(() => {
    going = false
  })
  const busy = agents.map(async (agent) => {
    while (going) {
      await agent.happen()
      await Promise.race([over, pause(between(BETWEEN_CALLS_LEAST_MS, BETWEEN_CALLS_MOST_MS))])
    }
  })
  await Promise.all([over, ...busy])
}

/**
 * Screens that still say "Conectado" when no calls can have come for longer than promised, in a cut of `ms`
 * milliseconds.
 */
async function connectedLate(agents: Agent[], ms: number): Promise<string[]> {
  if (ms < HONEST_MS + 500) return []
  await pause(HONEST_MS)
  const late: string[] = []
  for (const { pages } of agents)
    for (const page of pages) if (await saysConnected(page)) late.push(`“Conectado” after ${HONEST_MS} ms`)
  return late
}

/**
 * Milliseconds that a plain request and a WebSocket take in these browsers, all at once. Tells a slow machine from a
 * slow desk.
 */
async function bareConnection(agents: Agent[]): Promise<number> {
  const took = agents.flatMap(({ pages }) =>
    pages.map((page) =>
      page.evaluate(async () => {
        const began = performance.now()
        // The browser may reuse a connection that lost bytes in a cut. No answer ever comes over it, so try again.
        for (let answered = false; !answered && performance.now() - began < 10_000; )
          answered = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(1_000) }).then(
            () => true,
            () => false,
          )
        const socket = new WebSocket('/socket.io/?EIO=4&transport=websocket')
        await new Promise((resolve) => {
          socket.onmessage = resolve
          socket.onclose = resolve
        })
        socket.close()
        return performance.now() - began
      }),
    ),
  )
  return Math.round(Math.max(...(await Promise.all(took))))
}

/** Milliseconds from now until the last screen shows what the server has. */
async function shownAgain(agents: Agent[], took: number[], fault: (line: string) => void): Promise<number> {
  const began = performance.now()
  await Promise.all(
    agents.map(async (agent) => {
      const truth = await agent.truth()
      for (const id of agent.lost(truth)) fault(`call ${id} was acknowledged and is lost`)
      const each = agent.pages.map(async (page) => {
        await untilShown(page, truth, GIVE_UP_MS).catch((error) => fault(String(error)))
        took.push(performance.now() - began)
      })
      await Promise.all(each)
    }),
  )
  return performance.now() - began
}
