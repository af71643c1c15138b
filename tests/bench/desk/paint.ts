import type { BrowserContext } from '@playwright/test'
import { median } from '../support/quantile.ts'

const slowDown = 4
const rounds = 5
/** When no larger paint has come for this long, the last one counts as the largest. */
const quietMs = 1_500

/**
 * Measures a page's largest contentful paint, in milliseconds from the start of the navigation: the median of five
 * openings with an empty cache on a processor slowed down four times. `context` must be signed in as a user who may see
 * the page.
 */
export async function measurePaint(context: BrowserContext, url: string, path: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const page = await context.newPage()
    try {
      const cdp = await context.newCDPSession(page)
      await cdp.send('Network.enable')
      await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
      await page.addInitScript(() => {
        Object.assign(window, { largestPaint: { at: 0, seen: performance.now() } })
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntries())
            Object.assign(window, { largestPaint: { at: startTime, seen: performance.now() } })
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      })
      await page.goto(`${url}${path}`)
      await page.locator('[data-conexao="ativa"]').waitFor()
      const settled = await page.waitForFunction(
        (quiet) => {
          const { at, seen } = (window as unknown as { largestPaint: { at: number; seen: number } }).largestPaint
          return performance.now() - seen > quiet && at
        },
        quietMs,
        { polling: 100 },
      )
      times.push(Number(await settled.jsonValue()))
    } finally {
      await page.close()
    }
  }
  return median(times)
}
