import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { findOrInstallChromium } from '../../support/browser/findOrInstallChromium.ts'
import { startProcess } from '../../support/process.ts'
import { insertSession, sessionCookie } from '../../support/session.ts'
import { machineLoad, print, printTable } from '../support/print.ts'
import { median } from '../support/quantile.ts'
import { openExchange } from './exchange.ts'
import { atendente, prepare, supervisor } from './prepare.ts'
import { clickToProtocol, ringToWindow } from './steps.ts'
import { endStorm, heap, openStorm, storm } from './storm.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: console.error }
const rates = [50, 200]

/**
 * What an agent's browser feels, in a real Chromium at a production desk with 20,000 customers: frames under a storm of
 * events, from the ring to the window, from the click to the protocol, and what the pages weigh, paint and scroll.
 * Options: `--seconds N` of each storm (10), `--rounds N` of each step (20).
 */
export async function run(options: string[] = []): Promise<void> {
  const { values } = parseArgs({ args: options, options: { seconds: { type: 'string' }, rounds: { type: 'string' } } })
  // The screens have a part in this one.
  execFileSync(process.execPath, ['server/build.mjs'], { stdio: ['ignore', 2, 2] })
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-bench-'))
  const stops: (() => Promise<unknown>)[] = []
  try {
    const own = await openDatabase({ dataDir, role: 'server', log: quiet })
    const telefones = await prepare(own).finally(() => own.close())
    const desk = await startProcess({
      env: { DATA_DIR: dataDir, LIMITE_REQUISICOES_SEGUNDO: '1000000' },
      limitMs: 180_000,
    })
    stops.push(desk.stop)
    const database = await openDatabase({ dataDir, role: 'cli', log: quiet })
    stops.push(() => database.close())
    const { executablePath, args, env } = await findOrInstallChromium()
    const browser = await chromium.launch({
      executablePath,
      args,
      env: { ...process.env, ...env } as Record<string, string>,
    })
    stops.push(() => browser.close())
    print(`\ndesk (${machineLoad()} when it began)`)
    const context = await signedIn(browser, database, desk.url, atendente.usuario)
    const held = await measureDesk(
      context,
      desk.url,
      telefones,
      Number(values.seconds ?? 10),
      Number(values.rounds ?? 20),
    )
    const seen = await measurePages(await signedIn(browser, database, desk.url, supervisor), desk.url)
    print(`  ${machineLoad()} at the end`)
    if (!held || !seen) process.exitCode = 1
  } finally {
    for (const stop of stops.reverse()) await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function signedIn(browser: Browser, database: Database, url: string, usuario: string): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } })
  const value = (await insertSession(database, usuario)).slice(sessionCookie.length + 1)
  await context.addCookies([{ name: sessionCookie, value, url, httpOnly: true, sameSite: 'Lax' }])
  return context
}

type Row = [figure: string, measured: string, target: string, verdict: string]
const judged = (figure: string, value: number, unit: string, target: number): Row => [
  figure,
  `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`,
  `<= ${target} ${unit}`,
  value <= target ? 'reached' : 'MISSED',
]
const tell = (rows: Row[]) => {
  printTable([['', '', 'target', ''], ...rows])
  return rows.every(([, , , verdict]) => verdict !== 'MISSED')
}

async function measureDesk(
  context: BrowserContext,
  url: string,
  telefones: readonly string[],
  seconds: number,
  rounds: number,
): Promise<boolean> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await page.goto(`${url}/painel`)
  await page.locator('[data-conexao="ativa"]').waitFor()
  const exchange = openExchange(url)
  const rows: Row[] = []
  // Twice, the first time so that no code is met for the first time.
  await ringToWindow(page, exchange, telefones, 5)
  rows.push(
    judged('notify to window drawn, p50', median(await ringToWindow(page, exchange, telefones, rounds)), 'ms', 50),
  )
  await clickToProtocol(page, exchange, telefones, 3)
  rows.push(
    judged('click to protocol, p50', median(await clickToProtocol(page, exchange, telefones, rounds)), 'ms', 100),
  )

  await openStorm(page, exchange, telefones)
  await storm(page, exchange, telefones, 50, 2)
  await endStorm(page, exchange)
  if (!tell(rows.splice(0))) process.exitCode = 1
  const before = await heap(cdp)
  await openStorm(page, exchange, telefones)
  for (const rate of rates) {
    const name = `20 calls, ${rate} events/s`
    const told = await storm(page, exchange, telefones, rate, seconds)
    rows.push(judged(`${name}: frame p95`, told.p95FrameMs, 'ms', 33))
    rows.push([`${name}: frame p50`, `${told.p50FrameMs.toFixed(0)} ms`, '', ''])
    rows.push(judged(`${name}: longest task`, told.longestTaskMs, 'ms', 100))
    rows.push([`${name}: tasks over 50 ms`, String(told.longTasks), '', ''])
    rows.push(judged(`${name}: dropped`, told.dropped, 'calls', 0))
    rows.push([`${name}: refused by a busy desk`, String(told.refused), '', ''])
  }
  await endStorm(page, exchange)
  const after = await heap(cdp)
  rows.push(['heap before and after the storms', `${before.toFixed(1)} ${after.toFixed(1)} MB`, '', ''])
  rows.push(judged('heap kept after closing', Math.max(0, after - before), 'MB', 2))
  await page.close()
  return tell(rows)
}

/** What the pages weigh, paint and scroll. */
async function measurePages(context: BrowserContext, url: string): Promise<boolean> {
  const has = (name: string) => existsSync(new URL(`./${name}.ts`, import.meta.url))
  const load = async <Measure>(name: string, measure: string): Promise<Measure | null> =>
    has(name) ? ((await import(new URL(`./${name}.ts`, import.meta.url).href))[measure] as Measure) : null
  type Of<Answer> = (context: BrowserContext, url: string, path: string) => Promise<Answer>
  const weight = await load<Of<{ javascript: number; css: number; atRest: number }>>('weight', 'measureWeight')
  const paint = await load<Of<number>>('paint', 'measurePaint')
  const scroll = await load<(context: BrowserContext, url: string) => Promise<{ fps: number }>>(
    'scroll',
    'measureScroll',
  )
  const rows: Row[] = []
  const limits: readonly [path: string, paintSeconds: number][] = [
    ['/painel', 1.3],
    ['/clientes', 1.6],
    ['/faturamento', 1.6],
  ]
  for (const [path, seconds] of limits) {
    if (weight) {
      const { javascript, css, atRest } = await weight(context, url, path)
      const kB = javascript / 1_000
      rows.push(
        path === '/painel'
          ? judged(`${path}: JavaScript`, kB, 'kB', 230)
          : [`${path}: JavaScript`, `${kB.toFixed(0)} kB`, '', ''],
      )
      rows.push([`${path}: JavaScript that comes at rest`, `${(atRest / 1_000).toFixed(0)} kB`, '', ''])
      rows.push([`${path}: CSS`, `${(css / 1_000).toFixed(0)} kB`, '', ''])
    }
    if (paint)
      rows.push(judged(`${path}: largest paint, 4 × slower`, await paint(context, url, path), 'ms', seconds * 1_000))
  }
  if (scroll) {
    const { fps } = await scroll(context, url)
    rows.push([
      'scrolling 20,000 customers, 4 × slower',
      `${fps.toFixed(0)} fps`,
      '>= 45 fps',
      fps >= 45 ? 'reached' : 'MISSED',
    ])
  }
  return tell(rows)
}
