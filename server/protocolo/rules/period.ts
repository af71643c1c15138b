import { lastInstant } from '../../http/wire.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The day, `YYYY-MM-DD`, that it is at `now` in an IANA time zone. Throws RangeError for an unknown zone. */
export function deskDay(now: Date, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]))
  return `${parts.year}-${parts.month}-${parts.day}`
}

const hourMs = 3_600_000

/** No time zone is further from UTC than this, and no day begins more than this after its own midnight. */
const furthestMs = 16 * hourMs

/** The first instant of a day (`YYYY-MM-DD`) in the zone, also when a clock change skips its midnight. */
export function dayStart(dia: string, timeZone: string): Date {
  let before = Date.parse(`${dia}T00:00:00Z`) - furthestMs
  let within = before + 2 * furthestMs
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (deskDay(new Date(middle), timeZone) < dia) before = middle
    else within = middle
  }
  return new Date(within)
}

/** The day that is `days` days after `dia`, both `YYYY-MM-DD`. */
export const dayAfter = (dia: string, days: number) =>
  new Date(Date.parse(`${dia}T00:00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10)

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
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  // Read part by part, not by Date.parse: at the end of the year 9999 the local year may have five digits.
  const [year = 0, month = 1, ...rest] = format.format(at).split(/\D/).map(Number)
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
  const offsets = [wall - 24 * hourMs, wall + 24 * hourMs].map((at) => wallOf(at, timeZone) - at)
  const candidates = offsets.map((offset) => wall - offset)
  const right = candidates.filter((at) => wallOf(at, timeZone) === wall)
  return new Date(right.length > 0 ? Math.min(...right) : wall - (offsets[0] ?? 0))
}
