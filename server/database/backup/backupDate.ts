import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { head, linesOf, readOwn } from './backupFormat.ts'

/** Far more than a compressed head needs. */
const headBytes = 64 * 1024

/** When the backup was made, according to its head; null for a file that is no backup or cannot be read. */
export async function backupDate(path: string): Promise<Date | null> {
  const file = createReadStream(path, { end: headBytes - 1 })
  const text = createGunzip()
  // Passes the error on to the reader of `text`.
  file.on('error', (error) => text.destroy(error))
  try {
    for await (const line of linesOf(file.pipe(text))) return new Date(readOwn(head, line, 'its head').criado_em)
    return null
  } catch {
    return null
  } finally {
    file.destroy()
  }
}
