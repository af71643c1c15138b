/** A field of a JSON object. `bare`: its value has no quotes, as a number or a boolean. */
export interface Field {
  name: string
  bare: boolean
  /** Name of the column, when its texts are sealed. */
  sealed?: string | undefined
}

/** Opens the sealed text at these bytes of a row. Returns the text in clear, or null when it is not sealed. */
type Opener = (place: string, bytes: Buffer, from: number, to: number) => Buffer | null

const [tab, lineFeed, quote, backslash] = [0x09, 0x0a, 0x22, 0x5c]
const [upperN, lowerV, firstPrintable] = [0x4e, 0x76, 0x20]
const hex = Buffer.from('0123456789abcdef')

/** The longest that one byte of COPY's text becomes in JSON: \u001f. */
const widestEscape = 6

/** The fields of one object, with the text before each value ready as bytes. `room`: bytes of all but the values. */
export interface ObjectShape {
  fields: { lead: Uint8Array; bare: boolean; sealed: string | undefined }[]
  room: number
}

export function shapeOf(fields: readonly Field[]): ObjectShape {
  const led = fields.map(({ name, bare, sealed }, index) => ({
    lead: Buffer.from(`${index === 0 ? '{' : ','}"${name}":`),
    bare,
    sealed,
  }))
  // Four bytes per field for quotes or null, and one for the closing brace.
  const room = led.reduce((sum, { lead }) => sum + lead.length + 4, 1)
  return { fields: led, room }
}

/** JSON that is being written, as bytes: UTF-8 goes from the database to the file without ever becoming a string. */
export class JsonBuffer {
  bytes: Buffer = Buffer.allocUnsafeSlow(64 * 1024)
  length = 0
  readonly #open: Opener

  constructor(open: Opener = () => null) {
    this.#open = open
  }

  text(text: string): void {
    // At most three bytes of UTF-8 for each unit of UTF-16.
    this.#reserve(text.length * 3)
    this.length += this.bytes.write(text, this.length)
  }

  raw(json: Uint8Array): void {
    this.#reserve(json.length)
    this.bytes.set(json, this.length)
    this.length += json.length
  }

  /**
   * Writes columns of a line of COPY's text format as an object without its closing brace. `at` is where the first
   * column begins, `end` where the line ends. Returns where the column after the last one begins. `id` is the row's id,
   * to which its sealed texts are bound.
   */
  object({ fields, room }: ObjectShape, line: Buffer, at: number, end: number, id = 0): number {
    this.#reserve((end - at) * widestEscape + room)
    let from = at
    for (const { lead, bare, sealed } of fields) {
      this.#lead(lead)
      if (sealed !== undefined) from = this.#sealed(line, from, `${sealed}:${id}`)
      else if (line[from] === backslash && line[from + 1] === upperN) from = this.#null(from)
      else from = bare ? this.#bare(line, from) : this.#quoted(line, from)
      // Skips the tab.
      from++
    }
    return from
  }

  // Each of these writes one value into room that is reserved already, and returns where its column ends.

  #null(from: number): number {
    this.length += this.bytes.write('null', this.length, 'latin1')
    return from + 2
  }

  #bare(line: Buffer, from: number): number {
    const { bytes } = this
    let [at, to] = [from, this.length]
    for (let byte = line[at] ?? lineFeed; byte !== tab && byte !== lineFeed; byte = line[++at] ?? lineFeed)
      bytes[to++] = byte
    this.length = to
    return at
  }

  #quoted(line: Buffer, from: number): number {
    const { bytes } = this
    let [at, to] = [from, this.length]
    bytes[to++] = quote
    for (let byte = line[at] ?? lineFeed; byte !== tab && byte !== lineFeed; byte = line[at] ?? lineFeed) {
      if (byte > quote && byte !== backslash) {
        bytes[to++] = byte
        at++
      } else {
        to = writeEscaped(bytes, to, byte, line[at + 1] ?? lineFeed)
        at += byte === backslash ? 2 : 1
      }
    }
    bytes[to++] = quote
    this.length = to
    return at
  }

  #sealed(line: Buffer, from: number, place: string): number {
    let to = from
    for (let byte = line[to] ?? lineFeed; byte !== tab && byte !== lineFeed; byte = line[to] ?? lineFeed) to++
    const text = this.#open(place, line, from, to)
    if (!text) return this.#quoted(line, from)
    // The text in clear is shorter than the sealed one, so the reserved room is enough.
    this.length += this.bytes.write(JSON.stringify(text.toString()), this.length)
    return to
  }

  #lead(lead: Uint8Array): void {
    const { bytes } = this
    let to = this.length
    for (let index = 0; index < lead.length; index++) bytes[to++] = lead[index] ?? 0
    this.length = to
  }

  #reserve(room: number): void {
    if (this.length + room <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + room))
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
  }
}

/** COPY escapes with a backslash as JSON does, but for the vertical tab, the quotation mark and rarer control characters. */
function writeEscaped(bytes: Buffer, at: number, byte: number, next: number): number {
  let to = at
  if (byte === backslash && next !== lowerV) {
    bytes[to++] = backslash
    bytes[to++] = next
  } else if (byte === quote) {
    bytes[to++] = backslash
    bytes[to++] = quote
  } else if (byte < firstPrintable || byte === backslash) {
    const code = byte === backslash ? 0x0b : byte
    to += bytes.write('\\u00', to, 'latin1')
    bytes[to++] = hex[code >> 4] ?? 0
    bytes[to++] = hex[code & 15] ?? 0
  } else bytes[to++] = byte
  return to
}
