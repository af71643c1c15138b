import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { quantile } from '../support/quantile.ts'
import type { Exchange } from './exchange.ts'

interface Storm {
  p95FrameMs: number
  /** In milliseconds; 0 when there was no long task. */
  longestTaskMs: number
  /** How many calls do not show their last accepted notification. */
  dropped: number
}

const openCalls = 20

/** Strings, not functions: the bundler adds a helper (for a function's name) that does not exist in the page. */
const watchFrames = `
  if (!window.frames_) {
    window.frames_ = []
    window.tasks_ = []
    requestAnimationFrame(function note(now) {
      window.frames_.push(now)
      requestAnimationFrame(note)
    })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.tasks_.push(duration)
    }).observe({ type: 'longtask' })
  }
`
const readAndForget = '({ frames: window.frames_.splice(0), tasks: window.tasks_.splice(0) })'

/** Every storm needs new call keys: a notification for a call that ended a moment ago counts as a late one. */
let generation = 0
const keyOf = (n: number) => `storm-${generation}-${n}`

/** Opens the 20 calls that a storm refreshes; half of them come from customers. */
export async function openStorm(page: Page, exchange: Exchange, telefones: readonly string[]): Promise<void> {
  generation++
  for (let n = 0; n < openCalls; n++) await exchange.notify(keyOf(n), telefoneOf(n, telefones), { fila: 'x' })
  await page.waitForFunction((wanted) => document.querySelectorAll('[data-ligacao]').length === wanted, openCalls)
  await page.evaluate(watchFrames)
}

const telefoneOf = (n: number, telefones: readonly string[]) =>
  n % 2 === 0 ? (telefones[n] ?? '') : `1130${String(400_000 + n)}`

/**
 * Sends `perSecond` notifications per second for the open calls, each with new data, and watches the page meanwhile.
 */
export async function storm(
  page: Page,
  exchange: Exchange,
  telefones: readonly string[],
  perSecond: number,
  seconds: number,
): Promise<Storm> {
  await page.evaluate(readAndForget)
  const started = performance.now()
  const total = perSecond * seconds
  const posts: Promise<boolean>[] = []
  const fila = (n: number) => `f${perSecond}-${n}`
  for (let n = 0; n < total; n++) {
    const wait = started + (n * 1_000) / perSecond - performance.now()
    if (wait > 0) await pause(wait)
    const which = n % openCalls
    posts.push(exchange.notify(keyOf(which), telefoneOf(which, telefones), { fila: fila(n) }))
  }
  const taken = await Promise.all(posts)
  const last = new Map(taken.flatMap((accepted, n) => (accepted ? [[n % openCalls, n] as const] : [])))
  await page.waitForTimeout(1_000)
  const { frames, tasks } = (await page.evaluate(readAndForget)) as { frames: number[]; tasks: number[] }
  const between = frames.slice(1).map((at, place) => at - (frames[place] ?? at))
  const shown = await page.locator('[data-ligacao]').allInnerTexts()
  const seen = shown.flatMap((text) => Number(new RegExp(`f${perSecond}-(\\d+)`).exec(text)?.[1] ?? Number.NaN))
  return {
    p95FrameMs: quantile(between, 0.95),
    longestTaskMs: Math.max(0, ...tasks),
    // The desk may have carried out a notification that it refused (503): a later one on screen is no loss.
    dropped: [...last].filter(([which, n]) => !seen.some((told) => told % openCalls === which && told >= n)).length,
  }
}

/** Ends every call of the storms; resolves when the desk is empty again. */
export async function endStorm(page: Page, exchange: Exchange): Promise<void> {
  for (let n = 0; n < openCalls; n++) await exchange.cancel(keyOf(n))
  await page.waitForFunction(() => document.querySelectorAll('[data-ligacao]').length === 0)
}

/** MiB of JavaScript heap in use after a garbage collection. */
export async function heap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}
