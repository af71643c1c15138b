import type { Random } from './random.ts'

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
