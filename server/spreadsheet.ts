import { stringify } from 'csv-stringify/sync'

type Cell = string | number | null

/**
 * Spreadsheet programs in Portuguese expect `;` between cells, and know UTF-8 by the byte order mark. Others also split
 * lines at commas and tabs, so texts with these are quoted: what follows one would be another cell, and might run as a
 * formula.
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

/** A column's name, and its cell in a row; `momento` writes an instant (ISO 8601) in the desk's own zone. */
export type Column<Row> = [name: string, of: (row: Row, momento: (iso: string) => string) => Cell]

/** How files say a time, in the desk's own zone: `2026-11-27 21:05:00`. */
export const momentoIn = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })

/**
 * Yields such a file in pieces: the header, then a page of rows at a time. `read` gets the end of the page before, null
 * for the first one. Rows that are added meanwhile are not in the file.
 */
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
 * A text such as `=HYPERLINK(…)` runs as a formula in the spreadsheet that opens the file (OWASP, CSV injection). So
 * does one that begins with a full-width sign or a line break; a telephone with its `+` does not. A text that looks
 * disarmed is disarmed once more, so that `rearmed` gives it back as it was.
 */
const formula = /^'*(?:[=@\t\r\n＝＋－＠]|[+-](?!\d+$))/
export const disarmed = (text: string) => (formula.test(text) ? `'${text}` : text)

/** Takes back what `disarmed` did. */
export const rearmed = (text: string) => (text.startsWith("'") && formula.test(text) ? text.slice(1) : text)
