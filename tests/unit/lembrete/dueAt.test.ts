import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dueAt } from '#server/lembrete/rules'
import { instantOf } from '#server/protocolo/rules/period'

const sp = 'America/Sao_Paulo'
const now = new Date('2026-11-23T18:00:00Z')

test('a reminder for today or tomorrow is due on that day of the desk’s time zone', () => {
  expect(dueAt({ dia: 'hoje', hora: '16:00' }, now, sp).toISOString()).toBe('2026-11-23T19:00:00.000Z')
  expect(dueAt({ dia: 'amanha', hora: '00:10' }, now, sp).toISOString()).toBe('2026-11-24T03:10:00.000Z')
  // At this instant it is already the next day in UTC.
  const late = new Date('2026-11-24T01:00:00Z')
  expect(dueAt({ dia: 'hoje', hora: '23:00' }, late, sp).toISOString()).toBe('2026-11-24T02:00:00.000Z')
  expect(dueAt({ em_minutos: 30 }, now, sp).toISOString()).toBe('2026-11-23T18:30:00.000Z')
})

test('a reminder in the past or more than a year away is refused', () => {
  const refused = (asked: Parameters<typeof dueAt>[0]) => {
    try {
      dueAt(asked, now, sp)
    } catch (refusal) {
      return (refusal as { mistakes: object }).mistakes
    }
  }
  expect(refused({ dia: 'hoje', hora: '15:00' })).toEqual({ hora: [expect.stringContaining('já passou')] })
  expect(refused({ dia: '2027-11-26', hora: '15:00' })).toEqual({ hora: [expect.stringContaining('um ano')] })
  expect(refused({ em_minutos: 600_000 })).toEqual({ em_minutos: [expect.stringContaining('um ano')] })
})

test('a time that the clocks show twice means the first; one that they skip means an hour later', () => {
  const ny = 'America/New_York'
  expect(instantOf('2026-11-01', '01:30', ny).toISOString()).toBe('2026-11-01T05:30:00.000Z')
  expect(instantOf('2026-03-08', '02:30', ny).toISOString()).toBe('2026-03-08T07:30:00.000Z')
})

test('in every zone, clocks then show the time asked for, or up to an hour later if they skip it', () => {
  const zones = fc.constantFrom(sp, 'America/New_York', 'Australia/Lord_Howe', 'Europe/Lisbon', 'Asia/Kathmandu', 'UTC')
  const minute = fc
    .integer({ min: 0, max: 2 * 366 * 1_440 })
    .map((n) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString())
  fc.assert(
    fc.property(zones, minute, (timeZone, asked) => {
      const at = instantOf(asked.slice(0, 10), asked.slice(11, 16), timeZone)
      const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
      const late = Date.parse(`${shown.replace(' ', 'T')}:00Z`) - Date.parse(asked)
      expect([0, 30, 60]).toContain(late / 60_000)
      // On Lord Howe Island clocks change by half an hour.
      if (late !== 0) expect(shown.slice(11, 13)).toMatch(/0[1-3]/)
    }),
  )
})
