import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { quantile } from '../support/quantile.ts'
import type { Exchange } from './exchange.ts'

interface Storm {
  p95FrameMs: number
  /** In milliseconds; 0 where there was none. */
  longestTaskMs: number
  /** Calls that do not show the last thing told of them. */
  dropped: number
}

const openCalls = 20

/** As texts: what bundles this file would name functions inside by a helper that no page has. */
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

/** A key that ended a moment ago would be a straggler's: each time the calls are others. */
let generation = 0
const keyOf = (n: number) => `storm-${generation}-${n}`

/** Opens the calls that the storms are about, half of them from customers. */
export async function openStorm(page: Page, exchange: Exchange, telefones: readonly string[]): Promise<void> {
  generation++
  for (let n = 0; n < openCalls; n++) await exchange.notify(keyOf(n), telefoneOf(n, telefones), { fila: 'x' })
  await page.waitForFunction((wanted) => document.querySelectorAll('[data-ligacao]').length === wanted, openCalls)
  await page.evaluate(watchFrames)
}

const telefoneOf = (n: number, telefones: readonly string[]) =>
  n % 2 === 0 ? (telefones[n] ?? '') : `1130${String(400_000 + n)}`

/** So many notifications a second of the open calls, each telling something new, while the desk stands there. */
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
    // What was refused may have been done all the same: something later than the last accepted is no loss.
    dropped: [...last].filter(([which, n]) => !seen.some((told) => told % openCalls === which && told >= n)).length,
  }
}

/** Ends every call of the storms; resolves when the desk is empty again. */
export async function endStorm(page: Page, exchange: Exchange): Promise<void> {
  for (let n = 0; n < openCalls; n++) await exchange.cancel(keyOf(n))
  await page.waitForFunction(() => document.querySelectorAll('[data-ligacao]').length === 0)
}

/** Megabytes in use once everything unreachable is gone. */
export async function heap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}
