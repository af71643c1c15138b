import { setTimeout as pause } from 'node:timers/promises'

const limitMs = 10_000
const betweenLooksMs = 5

/** Calls `look` until it returns something else than false, null or undefined. @throws after `ms`, naming `what` */
export async function until<Found>(
  what: string,
  look: () => Found | Promise<Found>,
  ms = limitMs,
): Promise<NonNullable<Exclude<Found, false>>> {
  const limit = Date.now() + ms
  for (;;) {
    const found = await look()
    if (found !== false && found !== undefined && found !== null) return found as NonNullable<Exclude<Found, false>>
    if (Date.now() > limit) throw new Error(`waited ${ms} ms until ${what}`)
    await pause(betweenLooksMs)
  }
}
