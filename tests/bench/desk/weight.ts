import type { BrowserContext } from '@playwright/test'

interface Weight {
  /** Compressed bytes over the network until the page could be used. */
  javascript: number
  css: number
  /**
   * Compressed bytes of scripts that the page fetched afterwards, at rest, because its first view does not need them.
   */
  atRest: number
}

/**
 * Longer than a page at rest waits before it fetches the scripts that it may need next (app/ui/parts/fetchedLater.tsx).
 */
const restMs = 5_000

/**
 * Measures what a page loads before and after it can be used, with an empty cache. `context` must be signed in as a
 * user who may see the page.
 */
export async function measureWeight(context: BrowserContext, url: string, path: string): Promise<Weight> {
  const page = await context.newPage()
  try {
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
    const kinds = new Map<string, string>()
    const come = { Script: 0, Stylesheet: 0 }
    cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId)
      if (kind === 'Script' || kind === 'Stylesheet') come[kind] += encodedDataLength
    })
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    await page.locator('[data-conexao="ativa"]').waitFor()
    const { Script: javascript, Stylesheet: css } = come
    await page.waitForTimeout(restMs)
    await page.waitForLoadState('networkidle')
    return { javascript, css, atRest: come.Script - javascript }
  } finally {
    await page.close()
  }
}
