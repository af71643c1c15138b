import { statfsSync } from 'node:fs'

const inMemory = '/dev/shm'
/** A run has at most 700 MB there. */
const roomBytes = 4 * 1024 ** 3

/**
 * Lets this process and those that it starts keep their temporary folders in memory, if there is room: tests make and
 * delete databases by the hundred, and writing those to a disk costs the kernel more than the tests' own work. A
 * container may forbid to execute what is there, so no test does.
 */
export function keepTemporaryInMemory(): void {
  if (process.env.TMPDIR) return
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    if (Math.min(bavail * bsize, process.availableMemory()) > roomBytes) process.env.TMPDIR = inMemory
  } catch {
    // No such folder, as on macOS.
  }
}
