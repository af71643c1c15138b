import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { demoToken } from '#server/demo/accounts'
import { quiet } from '../../support/embedded/folders.ts'
import { freePort, startProcess } from '../../support/process.ts'
import { type Answer, sendRequest } from '../../support/request.ts'
import { insertSession, sessionCookie } from '../../support/session.ts'

export { expect } from '@playwright/test'

const paths = {
  notificar: '/api/v1/integracao/pbx/ligacao/notificar',
  cancelar: '/api/v1/integracao/pbx/ligacao/cancelar',
}

/** The production server with the demo's data, as agents and the telephone exchange see it. */
export interface RunningDesk {
  url: string
  database: Database
  pbx(operation: keyof typeof paths, body: object): Promise<Answer>
  /** Ends the process without a word and starts it again on the same port. */
  crash(): Promise<void>
  start(): Promise<void>
}

interface OpenOptions extends BrowserContextOptions {
  path?: string
  /** What the browser may complain about in this test. */
  tolerate?: RegExp
}

type OpenPage = (usuario: string, options?: OpenOptions) => Promise<Page>

export const test = base.extend<
  { emptyDesk: undefined; openPage: OpenPage; watch: (page: Page, tolerate?: RegExp) => void },
  { desk: RunningDesk; stillAt: string | null }
>({
  /** Where the desk's clock and the browser's stand still (tests/screenshots); they run in every test. */
  stillAt: [null, { scope: 'worker', option: true }],

  desk: [
    async ({ stillAt }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'alo-e2e-'))
      const port = await freePort()
      const still = stillAt && {
        env: { DATA_DIR: dataDir, STILL_AT: stillAt },
        execArgv: ['--import', './tests/screenshots/stillClock.mjs'],
      }
      const run = () => startProcess({ env: { DATA_DIR: dataDir }, args: ['--demo'], port, ...still })
      const joinRunning = () => openDatabase({ dataDir, role: 'cli', log: quiet })
      let process = await run()
      // Of every process that was the desk: one that was killed had its say, too.
      const outputs = [process.output]
      let database = await joinRunning()
      await use({
        url: process.url,
        get database() {
          return database
        },
        pbx: (operation, body) => sendRequest(process.url, { path: paths[operation], authorization: demoToken, body }),
        async crash() {
          await database.close()
          await process.kill()
        },
        async start() {
          process = await run()
          outputs.push(process.output)
          database = await joinRunning()
        },
      })
      await database.close()
      await process.stop()
      // What bancoAusente.spec.ts makes of the database is told, once a time.
      const told = /the database does not answer: requests get 503|the embedded database hangs/
      const errors = outputs.flatMap((output) => output().split('\n')).filter(isError)
      expect(errors.filter((line) => !told.test(line))).toEqual([])
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  /** Every test begins at a desk with no calls, and nobody in a pause. */
  emptyDesk: [
    async ({ desk }, use) => {
      await desk.database.pool.query(
        'DELETE FROM lembrete; DELETE FROM atendimento; DELETE FROM ligacao; DELETE FROM marca_cancelamento; DELETE FROM pausa',
      )
      await use(undefined)
    },
    { auto: true },
  ],

  /** Fails the test on anything that the browser's console calls an error, save what it tolerates. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names off this pattern
  watch: async ({}, use) => {
    const errors: string[] = []
    await use((page, tolerate) => {
      const note = (text: string) => void (tolerate?.test(text) || errors.push(text))
      page.on(
        'console',
        (message) => message.type() === 'error' && note(`${message.text()} (${message.location().url})`),
      )
      page.on('pageerror', (error) => note(String(error)))
    })
    expect(errors, 'the browser’s console').toEqual([])
  },

  /** A page of a person signed in, on the desk; each has a browser of its own. */
  openPage: async ({ browser, desk, stillAt, watch }, use) => {
    const contexts: { close(): Promise<void> }[] = []
    await use(async (usuario, { path = '/painel', tolerate, ...options } = {}) => {
      const context = await browser.newContext({
        locale: 'pt-BR',
        timezoneId: 'America/Sao_Paulo',
        permissions: ['clipboard-read', 'clipboard-write'],
        viewport: { width: 1280, height: 800 },
        ...options,
      })
      contexts.push(context)
      if (stillAt) await context.clock.setFixedTime(stillAt)
      const begun = stillAt ? new Date(stillAt) : undefined
      const value = (await insertSession(desk.database, usuario, undefined, begun)).slice(sessionCookie.length + 1)
      await context.addCookies([{ name: sessionCookie, value, url: desk.url, httpOnly: true, sameSite: 'Lax' }])
      const page = await context.newPage()
      watch(page, tolerate)
      await page.goto(`${desk.url}${path}`)
      await connected(page)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

/** Errors and what ends a process; the greeting and Node's own words are no lines of the log. */
const isError = (line: string) => line.startsWith('{') && JSON.parse(line).level >= 50

/** The guard of every "hears nothing": this screen is connected. */
export async function connected(page: Page): Promise<void> {
  await expect(page.locator('[data-conexao="ativa"]')).toBeVisible()
}

export const chamada = (page: Page, telefone = '(37) 99991-2222') =>
  page.getByRole('region', { name: telefone === '' ? 'Chamada de número não informado' : `Chamada de ${telefone}` })
export const anyChamada = (page: Page) => page.getByRole('region', { name: /^Chamada de/ })
