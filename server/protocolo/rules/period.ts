import { lastInstant } from '../../http/wire.ts'

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What clocks in the zone show at an instant: `2026-11-27 21:05:00`. Throws RangeError for an unknown zone. */
function shownAt(at: Date | number, timeZone: string): string {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return clock.format(at)
}

/** The day, `YYYY-MM-DD`, that it is at `now` in an IANA time zone. Throws RangeError for an unknown zone. */
export const deskDay = (now: Date, timeZone: string): string => shownAt(now, timeZone).split(' ', 1)[0] ?? ''

const dayMs = 24 * 3_600_000

/** The first instant of a day (`YYYY-MM-DD`) in the zone, also when a clock change skips its midnight. */
export const dayStart = (dia: string, timeZone: string): Date => instantOf(dia, '00:00', timeZone)

/** The day that is `days` days after `dia`, both `YYYY-MM-DD`. */
export const dayAfter = (dia: string, days: number) =>
  new Date(Date.parse(`${dia}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The first instant after a day. For 9999-12-31, the last day whose year has four digits, it is `lastInstant`. */
export const dayEnd = (dia: string, timeZone: string): Date =>
  dia === '9999-12-31' ? lastInstant : dayStart(dayAfter(dia, 1), timeZone)

export interface Period {
  since: Date | null
  /** The first instant after it. */
  until: Date | null
}

/** Whole days of the desk's calendar, both ends included. */
export const periodOf = (
  { data_inicio, data_fim }: { data_inicio?: string | undefined; data_fim?: string | undefined },
  timeZone: string,
): Period => ({
  since: data_inicio ? dayStart(data_inicio, timeZone) : null,
  until: data_fim ? dayEnd(data_fim, timeZone) : null,
})

/** The local date and time of the zone at an instant, in milliseconds as if they were UTC. */
function wallOf(at: number, timeZone: string): number {
  // Read part by part, not by Date.parse: at the end of the year 9999 the local year may have five digits.
  const [year = 0, month = 1, ...rest] = shownAt(at, timeZone).split(/\D/).map(Number)
  const [day = 1, hour = 0, minute = 0, second = 0] = rest
  const wall = new Date(Date.UTC(2000, month - 1, day, hour, minute, second))
  return wall.setUTCFullYear(year, month - 1, day)
}

/**
 * The instant at which clocks in the zone show that day (`YYYY-MM-DD`) and time (`HH:MM`). If a clock change repeats
 * the hour, it is the first of the two; if it skips the hour, the instant is as much later as the clock leaps.
 */
export function instantOf(dia: string, hora: string, timeZone: string): Date {
  const wall = Date.parse(`${dia}T${hora}:00Z`)
  const offsets = [wall - dayMs, wall + dayMs].map((at) => wallOf(at, timeZone) - at)
  const candidates = offsets.map((offset) => wall - offset)
  const right = candidates.filter((at) => wallOf(at, timeZone) === wall)
  return new Date(right.length > 0 ? Math.min(...right) : wall - (offsets[0] ?? 0))
}
