import { stringify } from 'csv-stringify/sync'

type Cell = string | number | null

/** Spreadsheets in Portuguese take `;` for the separator, and the mark at the beginning for UTF-8. */
const dialect = { delimiter: ';', record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const

/** The first line of a file that a double click opens in a spreadsheet in Portuguese. */
export const spreadsheetHeader = (names: readonly string[]): string => stringify([names], { ...dialect, bom: true })

/** Lines of such a file. Numbers stay numbers; a text that would run as a formula is disarmed. */
export const spreadsheetLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? disarmed(cell) : cell))),
    dialect,
  )

/**
 * A text such as `=HYPERLINK(…)` would run in the spreadsheet that opens the file (OWASP, CSV injection), wide signs and a
 * line's end before them too; a telephone with its `+` does not.
 */
const disarmed = (text: string) => (/^[=@\t\r\n＝＋－＠]|^[+-](?!\d+$)/.test(text) ? `'${text}` : text)
