import type { BrowserContext } from '@playwright/test'

export interface Weight {
  /** Bytes as they came over the wire, compressed. */
  javascript: number
  css: number
}

/** What a page loads before it is used, with an empty cache. `context` is signed in as somebody who may see the page. */
export async function measureWeight(context: BrowserContext, url: string, path: string): Promise<Weight> {
  const page = await context.newPage()
  try {
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
    const kinds = new Map<string, string>()
    const weight: Weight = { javascript: 0, css: 0 }
    cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (kinds.get(requestId) === 'Script') weight.javascript += encodedDataLength
      if (kinds.get(requestId) === 'Stylesheet') weight.css += encodedDataLength
    })
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' })
    await page.locator('[data-conexao="ativa"]').waitFor()
    return weight
  } finally {
    await page.close()
  }
}
