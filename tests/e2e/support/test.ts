import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
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

/** The production server with the demo's data, in its own process. */
export interface RunningDesk {
  url: string
  database: Database
  pbx(operation: keyof typeof paths, body: object): Promise<Answer>
  /** Kills the process with SIGKILL. */
  crash(): Promise<void>
  /** Starts the desk again on the same port and data. */
  start(): Promise<void>
}

interface OpenOptions extends BrowserContextOptions {
  path?: string
  /** Console errors that this test allows. */
  tolerate?: RegExp
  /** Prepares the page before its first load, as by `addInitScript`: afterwards it would have to load again. */
  prepare?: (page: Page) => Promise<unknown>
}

type OpenPage = (usuario: string, options?: OpenOptions) => Promise<Page>

export const test = base.extend<
  { emptyDesk: undefined; openPage: OpenPage; watch: (page: Page, tolerate?: RegExp) => void },
  { desk: RunningDesk; stillAt: string | null }
>({
  /** The fixed time of the desk's and the browser's clocks for tests/screenshots. In tests (null) the clocks run. */
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
      // Output of all the desk's processes, including those that were killed.
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
      // bancoAusente.spec.ts stops the database: the desk logs that, once each time.
      const told = /the database does not answer: requests get 503|the embedded database hangs/
      const errors = outputs.flatMap((output) => output().split('\n')).filter(isError)
      expect(errors.filter((line) => !told.test(line))).toEqual([])
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  /** Every test begins without calls, tickets, reminders and pauses. */
  emptyDesk: [
    async ({ desk }, use) => {
      await desk.database.pool.query(
        'DELETE FROM lembrete; DELETE FROM atendimento; DELETE FROM ligacao; DELETE FROM marca_cancelamento; DELETE FROM pausa',
      )
      await use(undefined)
    },
    { auto: true },
  ],

  /** Fails the test on every error in the browser's console, except those that `tolerate` matches. */
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

  /** Opens a page of the desk for a signed-in user. Each page has its own browser context. */
  openPage: async ({ browser, desk, stillAt, watch }, use) => {
    const contexts: { close(): Promise<void> }[] = []
    await use(async (usuario, { path = '/painel', tolerate, prepare, ...options } = {}) => {
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
      await addSession(context, desk, usuario, begun)
      const page = await context.newPage()
      watch(page, tolerate)
      await prepare?.(page)
      await page.goto(`${desk.url}${path}`)
      await connected(page)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

/**
 * Whether a line of the output is a log entry of level error or fatal. The greeting and Node's own output are not JSON.
 */
const isError = (line: string) => line.startsWith('{') && JSON.parse(line).level >= 50

/** Gives the browser a session of this user in place of the one that it has, as the sign-in form does. */
export async function addSession(
  context: BrowserContext,
  { database, url }: Pick<RunningDesk, 'database' | 'url'>,
  usuario: string,
  begun?: Date,
): Promise<void> {
  const value = (await insertSession(database, usuario, undefined, begun)).slice(sessionCookie.length + 1)
  await context.addCookies([{ name: sessionCookie, value, url, httpOnly: true, sameSite: 'Lax' }])
}

/** Goes to another page of the desk as a link does, for a third of what loading it costs. */
export async function follow(page: Page, path: string): Promise<void> {
  const push = (to: string) =>
    (window as unknown as { next: { router: { push(to: string): void } } }).next.router.push(to)
  await page.evaluate(push, path)
  await expect(page).toHaveURL(new URL(path, page.url()).href)
}

/** Makes the page fetch what has changed in the database without an event, as it does when its window gets the focus. */
export const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

/** Expects that the screen is connected. Tests that expect no event need this guard. */
export async function connected(page: Page): Promise<void> {
  await expect(page.locator('[data-conexao="ativa"]')).toBeVisible()
}

export const chamada = (page: Page, telefone = '(37) 99991-2222') =>
  page.getByRole('region', { name: telefone === '' ? 'Chamada de número não informado' : `Chamada de ${telefone}` })
export const anyChamada = (page: Page) => page.getByRole('region', { name: /^Chamada de/ })
export const palavras = (within: Page | Locator) => within.getByLabel('Anotações do atendimento')

/** A call from this telephone, which is its key, too, at Ana's extension; `more` replaces parts of it. */
export const ring = (desk: RunningDesk, telefone: string, more: object = {}) =>
  desk.pbx('notificar', { ramal: 101, telefone, ligacao_params: { call_id: telefone }, ...more })
export const cancel = (desk: RunningDesk, telefone: string) =>
  desk.pbx('cancelar', { ramal: 101, ligacao_params: { call_id: telefone } })

/** Inserts an open ticket of Ana's, as from an earlier call. */
export const insertTicket = ({ database }: RunningDesk) =>
  database.pool.query(
    `INSERT INTO atendimento (protocolo, usuario_id, descricao, busca, estado, criado_em, atualizado_em)
     SELECT '20260101000001', id, '', '', 'aberto', now(), now() FROM usuario WHERE usuario = 'ana'`,
  )
