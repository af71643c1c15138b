/** One record as it stands in the file, with its size in bytes, or why it cannot be read. Lines count from 1. */
export type SourceRecord = { line: number } & ({ value: unknown; size: number } | { unreadable: string })

/** The formats of a file of customers, for import and export. */
export const fileFormats = ['json', 'jsonl', 'csv'] as const
export type FileFormat = (typeof fileFormats)[number]

/** A record larger than this is a broken file rather than a customer. */
export const maxRecordBytes = 16 * 1024 * 1024

/** A file that cannot be imported at all. */
export class SourceError extends Error {}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The JSON value in these bytes; null: there were more than `maxRecordBytes`. */
export function parseRecord(line: number, bytes: Buffer | null): SourceRecord {
  if (bytes === null) return { line, unreadable: 'is larger than 16 MiB' }
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    return { line, unreadable: 'is not UTF-8 text: save the file as UTF-8' }
  }
  try {
    return { line, value: JSON.parse(text), size: bytes.length }
  } catch (error) {
    return { line, unreadable: `is not JSON (${messageOf(error).slice(0, 120)})` }
  }
}

/**
 * Looks at the beginning of a file: drops a byte order mark, refuses other encodings and compressed files, and tells
 * the format unless it is given. A first line that is one whole object without `clientes` means JSON lines.
 * @throws SourceError
 */
export async function sniff(
  chunks: AsyncIterable<Buffer>,
  given: FileFormat | undefined,
): Promise<{ format: FileFormat; chunks: AsyncIterable<Buffer> }> {
  const source = chunks[Symbol.asyncIterator]()
  let head: Buffer = Buffer.alloc(0)
  while (head.length < 1024 * 1024 && !textOf(head).includes('\n')) {
    const { value, done } = await source.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  if (head[0] === 0x1f && head[1] === 0x8b) throw new SourceError('The file is compressed: unpack it first.')
  if (
    (head[0] === 0xff && head[1] === 0xfe) ||
    (head[0] === 0xfe && head[1] === 0xff) ||
    head[0] === 0 ||
    head[1] === 0
  )
    throw new SourceError('The file is UTF-16 text: save it as UTF-8.')
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) head = head.subarray(3)
  const format = given ?? formatOf(head)
  // A file of JSON lines may be empty: an export without customers is.
  if (textOf(head) === '' && format !== 'jsonl') throw new SourceError('The file is empty.')
  async function* whole() {
    yield head
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
  }
  return { format, chunks: whole() }
}

/** The text without leading white space. */
const textOf = (head: Buffer) => head.toString('utf8').trimStart()

function formatOf(head: Buffer): FileFormat {
  const text = textOf(head)
  if (text === '' || text.startsWith('[')) return 'json'
  if (!text.startsWith('{')) return 'csv'
  const [first = ''] = text.split('\n', 1)
  try {
    const value = JSON.parse(first)
    return 'clientes' in value ? 'json' : 'jsonl'
  } catch {
    return 'json'
  }
}
