import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Forces a file's content, or a folder's list of names, to the disk. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
