import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { findOrInstallChromium } from '../../support/browser/findOrInstallChromium.ts'
import { quiet } from '../../support/embedded/folders.ts'
import { startProcess } from '../../support/process.ts'
import { insertSession, sessionCookie } from '../../support/session.ts'
import type { Bench } from '../support/bench.ts'
import type { Figure, Sheet } from '../support/figure.ts'
import { median } from '../support/quantile.ts'
import { openExchange } from './exchange.ts'
import { measurePaint } from './paint.ts'
import { administrador, atendente, prepare } from './prepare.ts'
import { measureScroll } from './scroll.ts'
import { clickToProtocol, ringToWindow } from './steps.ts'
import { endStorm, heap, openStorm, storm } from './storm.ts'
import { measureWeight } from './weight.ts'

const rates = [50, 200]
const [stormSeconds, steps] = [10, 20]

export const title = 'What an agent’s browser feels, at a desk with 20,000 customers'

/**
 * Measures in a real Chromium: from the ring to the window, from the click to the protocol, frame times under storms of
 * events, and the weight and paint of every page.
 */
export async function run({ sheet }: Bench): Promise<void> {
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
    await measureDesk(await signedIn(browser, database, desk.url, atendente.usuario), desk.url, telefones, sheet)
    const { rows } = await database.pool.query('SELECT min(id_cliente) AS id FROM cliente')
    const paths = [...screens, `/clientes/${rows[0].id}`]
    await measurePages(await signedIn(browser, database, desk.url, administrador), desk.url, paths, sheet)
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

const noter = (sheet: Sheet) => (name: string, value: number, unit: Figure['unit'], reach?: Figure['reach']) =>
  sheet.note({ name, unit, reach }, 'desk', value)

async function measureDesk(context: BrowserContext, url: string, telefones: readonly string[], sheet: Sheet) {
  const note = noter(sheet)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await page.goto(`${url}/painel`)
  await page.locator('[data-conexao="ativa"]').waitFor()
  const exchange = openExchange(url)
  // Each runs twice. The first run only warms up: it compiles the code and is not noted.
  await ringToWindow(page, exchange, telefones, 5)
  note('notify → window drawn, p50', median(await ringToWindow(page, exchange, telefones, steps)), 'ms', ['≤', 50])
  await clickToProtocol(page, exchange, telefones, 3)
  note('click → protocol, p50', median(await clickToProtocol(page, exchange, telefones, steps)), 'ms', ['≤', 100])

  await openStorm(page, exchange, telefones)
  await storm(page, exchange, telefones, 50, 2)
  await endStorm(page, exchange)
  const before = await heap(cdp)
  await openStorm(page, exchange, telefones)
  for (const rate of rates) {
    const name = `20 calls, ${rate} events/s`
    const told = await storm(page, exchange, telefones, rate, stormSeconds)
    note(`${name}: frame p95`, told.p95FrameMs, 'ms', ['≤', 33])
    note(`${name}: longest task`, told.longestTaskMs, 'ms', ['≤', 100])
    note(`${name}: dropped`, told.dropped, 'calls', ['≤', 0])
  }
  await endStorm(page, exchange)
  note('heap kept after the storms', Math.max(0, (await heap(cdp)) - before), 'MB', ['≤', 2])
  await page.close()
}

/** Limits of JavaScript in kB: until the page can be used, and in all once the page is at rest. */
const [firstLookKb, atRestKb] = [210, 280]
const paintMs = 1_000
const screens = [
  '/painel',
  '/perdidas',
  '/ligacoes',
  '/atendimentos',
  '/atendimentos/modelos',
  '/atendimentos/opcoes',
  '/clientes',
  '/faturamento',
  '/faturamento/eventos',
  '/faturamento/tipos',
  '/auditoria',
]

/** Measures the weight and the largest paint of every screen, and how smoothly the longest list scrolls. */
async function measurePages(
  context: BrowserContext,
  url: string,
  paths: readonly string[],
  sheet: Sheet,
): Promise<void> {
  const note = noter(sheet)
  for (const path of paths) {
    // Only the desk has a limit: agents open it first and keep it open all day, and go to the other screens from there.
    const reach = (kB: number): Figure['reach'] => (path === '/painel' ? ['≤', kB] : undefined)
    const { javascript, css, atRest } = await measureWeight(context, url, path)
    note(`${path}: JavaScript of the first look`, javascript / 1_000, 'kB', reach(firstLookKb))
    note(`${path}: JavaScript at rest`, (javascript + atRest) / 1_000, 'kB', reach(atRestKb))
    note(`${path}: CSS`, css / 1_000, 'kB')
    note(`${path}: largest paint, 4 × slower`, await measurePaint(context, url, path), 'ms', ['≤', paintMs])
  }
  note('scrolling 20,000 customers, 4 × slower', await measureScroll(context, url), 'fps', ['≥', 45])
}
