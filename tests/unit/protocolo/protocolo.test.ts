import { describe, expect, it } from 'vitest'
import { dayStart, deskDay, periodOf } from '#server/protocolo/rules/period'
import { formatProtocolo, makeProtocolo, ProtocoloEsgotadoError } from '#server/protocolo/rules/protocolo'

it('a day begins at midnight of its time zone, or at 01:00 where clocks skip midnight', () => {
  expect(dayStart('2026-11-22', 'America/Sao_Paulo').toISOString()).toBe('2026-11-22T03:00:00.000Z')
  expect(dayStart('2026-11-22', 'UTC').toISOString()).toBe('2026-11-22T00:00:00.000Z')
  expect(dayStart('2026-11-22', 'Pacific/Kiritimati').toISOString()).toBe('2026-11-21T10:00:00.000Z')
  // On this day São Paulo had no midnight: the clocks went from 00:00 to 01:00.
  expect(dayStart('2018-11-04', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z')
})

describe('a period', () => {
  const desk = 'America/Sao_Paulo'

  it('contains its last day whole, even 9999-12-31', () => {
    const { since, until } = periodOf({ data_inicio: '2026-11-20', data_fim: '2026-11-20' }, desk)
    expect([since, until]).toEqual([new Date('2026-11-20T03:00:00Z'), new Date('2026-11-21T03:00:00Z')])
    const last = periodOf({ data_inicio: '9999-12-31', data_fim: '9999-12-31' }, desk)
    expect([last.since, last.until]).toEqual([new Date('9999-12-31T03:00:00Z'), new Date('9999-12-31T23:59:59.999Z')])
  })
})

describe('protocol number', () => {
  it('is the day and six digits, and is shown in groups', () => {
    expect(makeProtocolo('2026-11-20', 123)).toBe('20261120000123')
    expect(makeProtocolo('2026-11-20', 999_999)).toBe('20261120999999')
    expect(formatProtocolo('20261120000123')).toBe('2026 1120 000 123')
    expect(formatProtocolo('123')).toBe('123')
  })

  it.each([0, -1, 1_000_000, 1.5, Number.NaN])('refuses sequence %s', (sequencia) => {
    expect(() => makeProtocolo('2026-11-20', sequencia)).toThrow(ProtocoloEsgotadoError)
  })

  it('refuses a day in another format', () => {
    expect(() => makeProtocolo('20/11/2026', 1)).toThrow('20/11/2026')
  })

  it('takes the day of the desk’s time zone, not that of UTC', () => {
    expect(deskDay(new Date('2026-01-01T02:59:59Z'), 'America/Sao_Paulo')).toBe('2025-12-31')
    expect(deskDay(new Date('2026-01-01T03:00:00Z'), 'America/Sao_Paulo')).toBe('2026-01-01')
    expect(deskDay(new Date('2026-01-01T03:00:00Z'), 'America/Manaus')).toBe('2025-12-31')
    expect(() => deskDay(new Date(), 'Marte/Olimpo')).toThrow(RangeError)
  })
})
