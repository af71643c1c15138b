import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { head, linesOf, readOwn } from './backupFormat.ts'

/** Compressed, a head is far smaller. */
const headBytes = 64 * 1024

/** When a backup was made, as it says itself; null for what is none, or cannot be read. */
export async function backupDate(path: string): Promise<Date | null> {
  const file = createReadStream(path, { end: headBytes - 1 })
  const text = createGunzip()
  // Told by what is read from it.
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
