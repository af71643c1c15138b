import { stringify } from 'csv-stringify/sync'

type Cell = string | number | null

/**
 * Spreadsheets in Portuguese take `;` for the separator, and the mark at the beginning for UTF-8. Others cut lines at commas
 * and tabs as well: unquoted, what follows one would be a cell of its own, and might run as a formula.
 */
const dialect = { delimiter: ';', record_delimiter: 'windows', quoted_match: /[,\t\r\n]/ } as const

/** The first line of a file that a double click opens in a spreadsheet in Portuguese. */
export const spreadsheetHeader = (names: readonly string[]): string => stringify([names], { ...dialect, bom: true })

/** Lines of such a file. Numbers stay numbers; a text that would run as a formula is disarmed. */
export const spreadsheetLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? disarmed(cell) : cell))),
    dialect,
  )

/** A column's name, and what stands in it of a row; `momento` is a time in the desk's own zone. */
export type Column<Row> = [name: string, of: (row: Row, momento: (iso: string) => string) => Cell]

/** How files say a time, in the desk's own zone: `2026-11-27 21:05:00`. */
export const momentoIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/** The pieces of such a file, a page of rows at a time from the first on: what is new meanwhile is not in it. */
export async function* spreadsheet<Row, End>(
  columns: readonly Column<Row>[],
  timeZone: string,
  read: (after: End | null) => Promise<{ page: readonly Row[]; next: End | null }>,
): AsyncGenerator<string> {
  const format = momentoIn(timeZone)
  const momento = (iso: string) => format.format(new Date(iso))
  yield spreadsheetHeader(columns.map(([name]) => name))
  let after: End | null = null
  do {
    const { page, next }: { page: readonly Row[]; next: End | null } = await read(after)
    yield spreadsheetLines(page.map((row) => columns.map(([, of]) => of(row, momento))))
    after = next
  } while (after)
}

/**
 * A text such as `=HYPERLINK(…)` would run in the spreadsheet that opens the file (OWASP, CSV injection), wide signs and a
 * line's end before them too; a telephone with its `+` does not. What looks as if it were disarmed is disarmed once more.
 */
const formula = /^'*(?:[=@\t\r\n＝＋－＠]|[+-](?!\d+$))/
export const disarmed = (text: string) => (formula.test(text) ? `'${text}` : text)

/** The text that was disarmed. */
export const rearmed = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)
