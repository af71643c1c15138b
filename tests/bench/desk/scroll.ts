import type { BrowserContext } from '@playwright/test'
import { quantile } from '../support/quantile.ts'

export interface Scrolled {
  /** Frames a second over the whole gesture. */
  fps: number
  /** Milliseconds between two frames, of twenty the slowest but one. */
  p95FrameMs: number
  /** Customers that went by. */
  rows: number
}

const slowDown = 4
const pixelsASecond = 3_000
const seconds = 5

/** As a text: what bundles this file would name the function inside by a helper that no page has. */
const noteFrames = `
  window.frameTimes = []
  requestAnimationFrame(function note(now) {
    window.frameTimes.push(now)
    requestAnimationFrame(note)
  })
`

/**
 * Scrolls the list of customers as a wheel does, for five seconds at 3,000 pixels a second, on a processor four times slower,
 * and counts the frames that were drawn. `context` is signed in as somebody who may see it.
 */
export async function measureScroll(context: BrowserContext, url: string): Promise<Scrolled> {
  const page = await context.newPage()
  try {
    await page.goto(`${url}/clientes`)
    await page.locator('[role=table][aria-label=Clientes][aria-busy=false] [role=row] a').nth(5).waitFor()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    const place = () =>
      page.evaluate(() =>
        Math.max(...[...document.querySelectorAll('[aria-rowindex]')].map((row) => Number(row.ariaRowIndex))),
      )
    const before = await place()
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
    const frames = times.slice(1).map((time, n) => time - (times[n] ?? 0))
    const elapsed = (times.at(-1) ?? 0) - (times[0] ?? 0)
    return {
      fps: (frames.length * 1_000) / elapsed,
      p95FrameMs: quantile(frames, 0.95),
      rows: (await place()) - before,
    }
  } finally {
    await page.close()
  }
}
