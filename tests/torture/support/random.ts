// The generator mulberry32: small, and the same numbers on every machine.
let state = 1

export function seedRandom(seed: number): void {
  state = seed | 0
}

/** A number from 0 (included) to 1 (excluded). The same seed gives the same sequence. */
export function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

export const between = (least: number, most: number) => least + random() * (most - least)
