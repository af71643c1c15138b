import { maxRecordBytes, parseRecord, type SourceRecord } from './source.ts'

const [LF, TAB, CR, SPACE] = [0x0a, 0x09, 0x0d, 0x20]
const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d]
const isSpace = (byte: number) => byte === SPACE || byte === LF || byte === CR || byte === TAB

/**
 * The elements of the list `clientes` of a JSON object, or of a list that is the whole file, one at a time with the line
 * each begins on. Only the bounds of an element are looked for here, so that a broken one is told with its line and a
 * file of any size needs the memory of one record.
 */
export async function* readJsonElements(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRecord> {
  const scan = new ElementScanner()
  for await (const chunk of chunks) yield* scan.take(chunk)
  const unreadable = scan.unfinished()
  if (unreadable) yield unreadable
}

/** The bytes of a record, which may come in pieces. Those of a record that is too large are not kept. */
class RecordBytes {
  #pieces: Buffer[] = []
  #size = 0

  add(piece: Buffer): void {
    this.#size += piece.length
    if (this.#size <= maxRecordBytes) this.#pieces.push(piece)
    else this.#pieces = []
  }

  /** The record's bytes, null if it is too large. What is added from now on belongs to the next record. */
  take(): Buffer | null {
    const bytes = this.#size > maxRecordBytes ? null : Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#size = 0
    return bytes
  }
}

class ElementScanner {
  #line = 1
  #depth = 0
  #inString = false
  #escaped = false
  /** Depth at which elements stand; -1 while the list is not found, -2 once it is over. */
  #level = -1
  /** Text of the string being read at depth 1, to recognise the key. */
  #key = ''
  #lastKey: string | null = null
  #start = -1
  #startLine = 1
  #surplus: SourceRecord | null = null
  readonly #bytes = new RecordBytes()

  /** The elements that end in this chunk. */
  take(chunk: Buffer): SourceRecord[] {
    const ended: SourceRecord[] = []
    if (this.#start >= 0) this.#start = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte === LF) this.#line++
      if (this.#inString) {
        this.#inside(byte)
        continue
      }
      if (isSpace(byte)) continue
      if (this.#level === -2 && this.#depth <= 0) {
        this.#refuse('the file goes on after its JSON has ended: this and the rest was not read')
        break
      }
      const atLevel = this.#level >= 0 && this.#depth === this.#level
      if (atLevel && (byte === COMMA || byte === CLOSE_LIST)) {
        if (this.#start >= 0) ended.push(this.#end(chunk.subarray(this.#start, at)))
        if (byte === CLOSE_LIST) {
          this.#level = -2
          this.#depth--
        }
        continue
      }
      if (atLevel && this.#start < 0) {
        this.#start = at
        this.#startLine = this.#line
      }
      this.#step(byte)
    }
    if (this.#start >= 0) this.#bytes.add(chunk.subarray(this.#start))
    return ended
  }

  /** What is wrong with a file that ends here; null when it is complete. */
  unfinished(): SourceRecord | null {
    if (this.#start >= 0) return { line: this.#startLine, unreadable: 'is cut off: the file ends inside this record' }
    if (this.#level === -1) return { line: 1, unreadable: 'the file has no list named clientes' }
    if (this.#surplus) return this.#surplus
    if (this.#depth > 0) return { line: this.#line, unreadable: 'the file ends before its list does' }
    return null
  }

  #inside(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) this.#inString = false
    else if (this.#level < 0 && this.#depth === 1 && this.#key.length < 20) this.#key += String.fromCharCode(byte)
  }

  #step(byte: number): void {
    if (byte === QUOTE) {
      this.#inString = true
      this.#key = ''
    } else if (byte === COLON && this.#level < 0 && this.#depth === 1) this.#lastKey = this.#key
    else if (byte === OPEN || byte === OPEN_LIST) {
      const isList = byte === OPEN_LIST
      const here = this.#depth === 0 || (this.#depth === 1 && this.#lastKey === 'clientes')
      this.#depth++
      if (this.#level === -1 && isList && here) this.#level = this.#depth
      else if (this.#level === -2 && isList && this.#lastKey === 'clientes' && this.#depth === 2)
        this.#refuse('the file has a second list named clientes, which was not read')
    } else if (byte === CLOSE || byte === CLOSE_LIST) this.#depth--
    else if (byte === COMMA && this.#depth === 1) this.#lastKey = null
  }

  /** Notes content that stands after the list and is not read. Only the first is told. */
  #refuse(unreadable: string): void {
    this.#surplus ??= { line: this.#line, unreadable }
  }

  #end(piece: Buffer): SourceRecord {
    this.#bytes.add(piece)
    this.#start = -1
    return parseRecord(this.#startLine, this.#bytes.take())
  }
}

/** The records of a file with one JSON object per line. Empty lines are skipped, but count as lines. */
export async function* readJsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRecord> {
  let line = 1
  const bytes = new RecordBytes()
  const record = (): SourceRecord | null => {
    const taken = bytes.take()
    return taken?.every(isSpace) ? null : parseRecord(line, taken)
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      bytes.add(chunk.subarray(from, end))
      const read = record()
      if (read) yield read
      line++
      from = end + 1
    }
    bytes.add(chunk.subarray(from))
  }
  const last = record()
  if (last) yield last
}
