import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BrowserContext, chromium } from '@playwright/test'
import type { Browser } from '../../support/browser/findOrInstallChromium.ts'

/**
 * Starts a browser in which only the tab in front is visible, as in real use. Playwright keeps every tab visible, and a
 * visible tab cannot be frozen.
 */
export async function openPlainBrowser(): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const { executablePath, args, env }: Browser = JSON.parse(process.env.ALO_TEST_BROWSER ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'alo-browser-'))
  const own = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${folder}`,
    '--lang=pt-BR',
    'about:blank',
  ]
  const child = spawn(executablePath, [...args, ...own], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let address: string | undefined
  const said = createInterface(child.stderr)
  for await (const line of said) {
    address = /^DevTools listening on (ws:.*)$/.exec(line)?.[1]
    if (address) break
  }
  if (!address) throw new Error('the browser did not start')
  child.stderr.resume()
  const browser = await chromium.connectOverCDP(address, { noDefaults: true })
  const [context] = browser.contexts()
  if (!context) throw new Error('the browser has no tabs')
  return {
    context,
    async close() {
      const ended = once(child, 'exit')
      await (await browser.newBrowserCDPSession()).send('Browser.close').catch(() => child.kill('SIGKILL'))
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
