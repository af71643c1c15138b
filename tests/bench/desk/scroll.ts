import type { BrowserContext } from '@playwright/test'

const slowDown = 4
const pixelsASecond = 3_000
const seconds = 5

/** A string, not a function: the bundler adds a helper (for the function's name) that does not exist in the page. */
const noteFrames = `
  window.frameTimes = []
  requestAnimationFrame(function note(now) {
    window.frameTimes.push(now)
    requestAnimationFrame(note)
  })
`

/**
 * Scrolls the list of customers as a mouse wheel does, for five seconds at 3,000 pixels per second, on a processor
 * slowed down four times. Returns frames per second. `context` must be signed in as a user who may see the list.
 */
export async function measureScroll(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  try {
    await page.goto(`${url}/clientes`)
    await page.locator('[role=table][aria-label=Clientes][aria-busy=false] [role=row] a').nth(5).waitFor()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    await page.evaluate(noteFrames)
    await cdp.send('Input.synthesizeScrollGesture', {
      x: 400,
      y: 500,
      yDistance: -pixelsASecond * seconds,
      speed: pixelsASecond,
      gestureSourceType: 'mouse',
      preventFling: true,
    })
    const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes.slice())
    const elapsed = (times.at(-1) ?? 0) - (times[0] ?? 0)
    return ((times.length - 1) * 1_000) / elapsed
  } finally {
    await page.close()
  }
}
