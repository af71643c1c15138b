import type { Page, Route } from '@playwright/test'

const probe = '/healthz?interceptado'

/**
 * Answers such requests of an open page by `answer`, from the next request on. `page.route` alone resolves while the
 * page's requests may still go past it, for a few milliseconds, unseen by Playwright.
 */
export async function intercept(
  page: Page,
  pattern: Parameters<Page['route']>[0],
  answer: (route: Route) => unknown,
): Promise<void> {
  await page.route(pattern, answer)
  const isProbe = (url: URL) => url.href.endsWith(probe)
  await page.route(isProbe, (route) => route.fulfill({ status: 204 }))
  await page.evaluate(async (address) => {
    while ((await fetch(address)).status !== 204);
  }, probe)
  await page.unroute(isProbe)
}

/**
 * Holds back matching requests, or their answers: then the server has already executed the requests. Returns a function
 * that releases them and resolves once they are answered.
 */
export async function holdBack(
  page: Page,
  pattern: string | RegExp,
  what: 'request' | 'answer',
): Promise<() => Promise<void>> {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const handled: Promise<void>[] = []
  let released = false
  const hold = async (route: Route) => {
    // After the release let requests pass unhandled: the page may be closed while one is under way.
    if (released) return route.continue()
    if (what === 'request') await opened
    const response = await route.fetch()
    await opened
    await route.fulfill({ response })
  }
  await intercept(page, pattern, (route) => void handled.push(hold(route)))
  return async () => {
    released = true
    open()
    await Promise.all(handled)
  }
}
