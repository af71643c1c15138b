import { expect, test } from 'vitest'
import { spreadsheetLines } from '#server/spreadsheet'

test.each(['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1+1', '－1+1', '＠SUM(1)'])(
  'a cell that begins like the formula %j is disarmed',
  (text) => {
    expect(spreadsheetLines([[text]])).toMatch(/^"?'/)
  },
)

test.each(['a,=1+1', 'a\t=1+1', 'a;=1+1', 'a\n=1+1'])(
  '%j stays one cell for programs that split lines at commas or tabs too',
  (text) => {
    expect(spreadsheetLines([[text, 1]])).toBe(`"${text}";1\r\n`)
  },
)

test.each(['+5537999912222', '-12', 'a=1'])('a cell %j that is no formula stays as it is', (text) => {
  expect(spreadsheetLines([[text]])).toBe(`${text}\r\n`)
})
