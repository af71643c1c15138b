import { maxRecordBytes, parseRecord, type SourceRecord } from './source.ts'

const LF = 0x0a

/** The records of a file with one JSON object a line; empty lines count and are skipped. */
export async function* readJsonLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRecord> {
  let line = 1
  let pieces: Buffer[] = []
  let size = 0
  const record = (): SourceRecord | null => {
    const bytes = Buffer.concat(pieces)
    const long = size > maxRecordBytes
    pieces = []
    size = 0
    if (long) return { line, unreadable: 'is larger than 16 MiB' }
    return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d) ? null : parseRecord(line, bytes)
  }
  const add = (piece: Buffer) => {
    size += piece.length
    if (size <= maxRecordBytes) pieces.push(piece)
    else pieces = []
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      add(chunk.subarray(from, end))
      const read = record()
      if (read) yield read
      line++
      from = end + 1
    }
    add(chunk.subarray(from))
  }
  const last = record()
  if (last) yield last
}
