import { close, mkdir, open, unlink } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const [makeFolder, openFile, unlinkFile] = [promisify(mkdir), promisify(open), promisify(unlink)]

/** A file for reading and writing that is gone when it is closed or the process ends, however it ends. */
export async function openNamelessFile(folder: string): Promise<number> {
  await makeFolder(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `lista-${process.pid}-${crypto.randomUUID()}`)
  const file = await openFile(path, 'wx+', 0o600)
  try {
    await unlinkFile(path)
  } catch (error) {
    close(file, () => undefined)
    throw error
  }
  return file
}
