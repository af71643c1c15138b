/**
 * A small seeded generator (sfc32). Each customer has its own, made from the seed, the customer's id and a stream's
 * name, so that a customer is the same whatever was generated before it. Not for secrets.
 */
export class Random {
  private a: number
  private b: number
  private c: number
  private d = 1

  constructor(seed: number, id: number, stream: number) {
    this.a = mix(seed ^ 0x9e3779b9)
    this.b = mix(id + this.a)
    this.c = mix(stream + Math.floor(seed / 2 ** 32) + this.b)
    for (let i = 0; i < 8; i++) this.next()
  }

  /** A whole number from 0 to 2^32 - 1. */
  private next(): number {
    const t = (this.a + this.b + this.d) | 0
    this.d = (this.d + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (this.c << 21) | (this.c >>> 11)
    this.c = (this.c + t) | 0
    return t >>> 0
  }

  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor((this.next() / 2 ** 32) * (max - min + 1))
  }

  /** True in `percent` of a hundred cases. */
  chance(percent: number): boolean {
    return this.int(1, 1000) <= percent * 10
  }

  /** One of the items, each as likely as the others. */
  pick<T extends {}>(items: readonly T[]): T {
    return items[this.int(0, items.length - 1)] ?? nothing()
  }

  /** One of the items, each as likely as its `peso` among all. */
  weighted<T extends { peso: number }>(items: readonly T[]): T {
    let rest = this.int(
      1,
      items.reduce((sum, item) => sum + item.peso, 0),
    )
    for (const item of items) {
      rest -= item.peso
      if (rest <= 0) return item
    }
    return nothing()
  }

  digits(length: number): string {
    let text = ''
    while (text.length < length) text += this.int(0, 9)
    return text
  }

  letters(length: number): string {
    let text = ''
    while (text.length < length) text += 'abcdefghjkmnpqrstuvwxyz23456789'[this.int(0, 30)]
    return text
  }
}

function nothing(): never {
  throw new RangeError('Nothing to choose from')
}

function mix(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

const millisPerDay = 86_400_000

/** Generated registrations end here; a fixed day, so that the same seed always gives the same customers. */
export const ultimoDia = dayNumber('2026-10-31')

/** Days since 1970-01-01. */
export function dayNumber(dia: string): number {
  return Date.parse(dia) / millisPerDay
}

/** `YYYY-MM-DD` of a day number. */
export function dayText(numero: number): string {
  return new Date(numero * millisPerDay).toISOString().slice(0, 10)
}

/** `YYYY-MM-DD HH:MM:SS` on that day, in office hours. */
export function makeMomento(random: Random, numero: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${dayText(numero)} ${two(random.int(8, 18))}:${two(random.int(0, 59))}:${two(random.int(0, 59))}`
}
