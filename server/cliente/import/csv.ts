import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { rearmed } from '../../spreadsheet.ts'
import { exportedClienteSchema } from '../wire/import.ts'
import { maxRecordBytes, messageOf, SourceError, type SourceRecord } from './source.ts'

/** The columns of a CSV: the customer's own fields, named as in the spec. Services do not fit into a line. */
export const csvColumns = Object.keys(exportedClienteSchema.shape).filter((name) => name !== 'servicos')

const maxHeaderLength = 1024 * 1024
const integers = new Set(['id_cliente', 'codigo_cliente'])

/**
 * The customers of a CSV with a header, which tells the separator: comma or semicolon. An empty cell is an absent
 * value, and `""` is an empty text where the field is a text, as in PostgreSQL's CSV. A cell that the screens' export
 * disarmed gets its text back. A line of blanks and empty cells is skipped. A record has the fields that the header
 * names, `undefined` for an empty cell, so that an import can leave the other fields as they are. `note` gets a
 * sentence about columns that are ignored.
 * @throws SourceError when no header names `id_cliente`, a column stands twice, or the file is not UTF-8
 */
export async function* readCsv(
  chunks: AsyncIterable<Buffer>,
  note: (sentence: string) => void = () => undefined,
): AsyncGenerator<SourceRecord> {
  const { delimiter, texts } = await sniffDelimiter(strictUtf8(chunks))
  // The line where the last record ended, the empty lines so far, and the line breaks that the parser counted twice (CR
  // LF within quotes).
  let [end, empty, twice] = [0, 0, 0]
  const columns = (header: (string | undefined)[]) => {
    end = header.join('').split('\n').length
    return checkHeader(header, note)
  }
  const parser = parse({
    // Destroyed by an error, the parser would drop the records before it that were not read yet.
    ...{ autoDestroy: false },
    bom: true,
    cast: (text, { quoting }) => (text === '' && !quoting ? undefined : text),
    columns,
    delimiter,
    info: true,
    max_record_size: maxRecordBytes,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  // Errors of the source reach the parser, and through it the reader.
  const source = Readable.from(texts)
  source.on('error', (error) => parser.destroy(error))
  source.pipe(parser)
  let names = 0
  let before = 0
  try {
    for await (const item of parser) {
      const { record, info }: CsvItem = item
      names ||= info.columns.length
      const line = end + 1 + info.empty_lines - empty
      for (const text of Object.values(record)) twice += (text?.split('\r\n').length ?? 1) - 1
      ;[end, empty] = [info.lines - twice, info.empty_lines]
      const size = info.bytes - before
      before = info.bytes
      // Cells beyond the header's columns have no name, and only the error holds them.
      const told: unknown = info.error?.record
      const cells: unknown[] = Array.isArray(told) ? told : Object.values(record)
      // Spreadsheets write lines of empty cells below their last row.
      if (cells.every((cell) => !String(cell ?? '').trim())) continue
      if (info.error) {
        const hint = cells.length > names ? ': a comma within a text wants quotation marks around it' : ''
        yield { line, unreadable: `has ${cells.length} cells where the header has ${names}${hint}` }
      } else
        yield {
          line,
          value: Object.fromEntries(Object.entries(record).map(cellOf)),
          size,
        }
    }
    if (end === 0) throw noHeader()
  } catch (error) {
    if (error instanceof SourceError) throw error
    const line = error instanceof CsvError ? end + 1 + Number(error.empty_lines ?? empty) - empty : 1
    yield { line, unreadable: `is not CSV (${messageOf(error)}): this and the rest was not read` }
  }
}

type CsvItem = {
  record: Record<string, string | undefined>
  info: { lines: number; empty_lines: number; bytes: number; error?: CsvError; columns: unknown[] }
}

/** A first line, such as `sep=;`, that spreadsheets write and read but do not show. */
const separatorLine = /^\s*sep=([,;|\t])(?=\r?\n)/i

/** The separator: what a `sep=` line names, else a semicolon where the header has more of them, else a comma. */
async function sniffDelimiter(texts: AsyncGenerator<string>) {
  let head = ''
  while (!head.replace(separatorLine, '').trimStart().includes('\n') && head.length < maxHeaderLength) {
    const { value, done } = await texts.next()
    if (done) break
    head += value
  }
  const said = separatorLine.exec(head)?.[1]
  // The line stays, now empty, so that line numbers are those of the file.
  head = head.replace(separatorLine, '')
  const [header = ''] = head.trimStart().split('\n', 1)
  const names = header.replace(/"(""|[^"])*"/g, '')
  const delimiter = said ?? (names.split(';').length > names.split(',').length ? ';' : ',')
  async function* whole() {
    yield head
    yield* texts
  }
  return { delimiter, texts: whole() }
}

/** The names of the columns; `false` for a column without a name, which the parser then leaves out. */
function checkHeader(header: (string | undefined)[], note: (sentence: string) => void): (string | false)[] {
  const names = header.map((name = '') => name.trim())
  if (!names.includes('id_cliente')) throw noHeader()
  const twice = csvColumns.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice) throw new SourceError(`The header names ${twice} twice: leave one of the two columns out.`)
  const unknown = names.filter((name) => name && !csvColumns.includes(name))
  if (unknown.length > 0) note(`These columns are not imported from a CSV: ${unknown.join(', ')}.`)
  if (unknown.includes('servicos')) note('Services are imported from JSON or JSON lines.')
  return names.map((name) => name || false)
}

const noHeader = () =>
  new SourceError(
    `The file is neither JSON nor a CSV whose header names id_cliente. The columns are: ${csvColumns.join(', ')}.`,
  )

function cellOf([name, text]: [string, string | undefined]): [string, unknown] {
  if (!text && (text === undefined || integers.has(name) || name.startsWith('data_'))) return [name, undefined]
  return [name, integers.has(name) && /^\d{1,15}$/.test(text) ? Number(text) : rearmed(text)]
}

async function* strictUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  try {
    for await (const chunk of chunks) {
      const text = decoder.decode(chunk, { stream: true })
      line += text.split('\n').length - 1
      yield text
    }
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new SourceError(`The file is not UTF-8 text after line ${line}: save it as UTF-8.`)
  }
}
