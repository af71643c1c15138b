import { expect, it } from 'vitest'
import { type Figure, Sheet } from '../bench/support/figure.ts'

const calls: Figure = { name: 'calls', unit: '/s', reach: ['≥', 0.9], yardstick: 'bare' }
const start: Figure = { name: 'start', unit: 's', reach: ['≤', 1.5] }

it('a benchmark figure with a yardstick is judged by the median of its ratios to the yardstick', () => {
  const sheet = new Sheet('calls')
  // In the second round the machine was slow, for both sides.
  for (const [desk, bare] of [
    [95, 100],
    [9, 10],
    [80, 100],
  ] as const) {
    sheet.note(calls, 'desk', desk)
    sheet.note(calls, 'yardstick', bare)
    sheet.note(calls, 'first', desk / 2)
  }
  expect(sheet.rows()).toEqual([['calls', '80.0/s', '≥ 0.9 ×', '100/s bare', '0.90 ×', '40.0/s', 'reached']])
})

it('a benchmark figure without a yardstick is judged by its own median', () => {
  const sheet = new Sheet('start')
  for (const seconds of [1, 2, 3]) sheet.note(start, 'desk', seconds)
  expect(sheet.rows()).toEqual([['start', '2.00 s', '≤ 1.5 s', '', '', '', 'MISSED']])
})
