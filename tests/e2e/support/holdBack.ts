import type { Page, Route } from '@playwright/test'

/**
 * Holds such requests back on their way, or the answers to them: then the server has had its say. Gives what lets them go,
 * done when they are answered.
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
    // The page may be closed while such a one is under way.
    if (released) return route.continue()
    if (what === 'request') await opened
    const response = await route.fetch()
    await opened
    await route.fulfill({ response })
  }
  await page.route(pattern, (route) => void handled.push(hold(route)))
  return async () => {
    released = true
    open()
    await Promise.all(handled)
  }
}
