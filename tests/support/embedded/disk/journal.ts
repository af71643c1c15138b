import { type openSync, readFileSync, type writeSync } from 'node:fs'

/** What was done to the database's files, and what the test saw meanwhile, one after the other. */
export type DiskRecord =
  | { op: 'open' | 'create'; path: string; ino: number }
  | { op: 'write'; ino: number; at: number }
  | { op: 'truncate'; ino: number; size: number }
  | { op: 'sync' | 'lost'; ino: number }
  | { op: 'syncdir' | 'mkdir' | 'unlink'; path: string }
  | { op: 'rename'; from: string; to: string }
  | { op: 'answered'; id: number; version: number }

export type Entry = { record: DiskRecord; payload: Buffer }

const LENGTHS = 8

/** One write to a file opened for appending, so that threads and processes do not mix theirs. */
export function appendRecord(
  log: ReturnType<typeof openSync>,
  { writeSync: write }: { writeSync: typeof writeSync },
  record: DiskRecord,
  payload: Uint8Array = new Uint8Array(),
): void {
  const head = Buffer.from(JSON.stringify(record))
  const lengths = Buffer.alloc(LENGTHS)
  lengths.writeUInt32LE(head.length, 0)
  lengths.writeUInt32LE(payload.length, 4)
  write(log, Buffer.concat([lengths, head, payload]))
}

export function readJournal(file: string): Entry[] {
  const bytes = readFileSync(file)
  const entries: Entry[] = []
  for (let at = 0; at < bytes.length; ) {
    const head = at + LENGTHS
    const payload = head + bytes.readUInt32LE(at)
    const end = payload + bytes.readUInt32LE(at + 4)
    entries.push({ record: JSON.parse(bytes.toString('utf8', head, payload)), payload: bytes.subarray(payload, end) })
    at = end
  }
  return entries
}
