import { clienteCampos, clienteDatas } from '../wire/cliente.ts'

/** The interface's own names, in its order. */
const columns = [...Object.keys(clienteCampos), ...Object.keys(clienteDatas)]

/** Spreadsheets in Portuguese take `;` for the separator, and the mark at the beginning for UTF-8. */
export const csvHeader = `\uFEFF${columns.join(';')}\r\n`

export const csvLine = (cliente: Record<string, unknown>): string =>
  `${columns.map((name) => cell(cliente[name])).join(';')}\r\n`

function cell(value: unknown): string {
  const text = disarmed(value === null || value === undefined ? '' : String(value))
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A name such as `=HYPERLINK(…)` would run as a formula in the spreadsheet that opens the file (OWASP, CSV injection). */
const disarmed = (text: string) => (/^[=@\t\r]|^[+-](?!\d+$)/.test(text) ? `'${text}` : text)
