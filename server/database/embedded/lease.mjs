// What a lock file holds: a line that says who holds it, and a number that its holder raises for as long as it lives.
import { closeSync, linkSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs'

export const [RESTING, RENEWING, RELEASED] = [0, 1, 2]

/** @param {string} line @param {number} beat */
export const leaseText = (line, beat) => `${line}\n${String(beat).padStart(10, '0')}\n`

/** Raises the number in place, or puts the file back where somebody removed it. Throws LEASE_TAKEN when it is another's.
 * @param {string} file @param {string} line @param {number} beat */
export function renew(file, line, beat) {
  const handle = opened(file)
  if (handle === null) return putBack(file, line, beat)
  try {
    if (!startsWith(handle, line)) throw Object.assign(new Error(), { code: 'LEASE_TAKEN' })
    writeSync(handle, leaseText(line, beat), 0)
  } finally {
    closeSync(handle)
  }
}

/** Whether the file is that holder's, as it stands now. @param {string} file @param {string} line */
export function isOwn(file, line) {
  const handle = opened(file)
  if (handle === null) return false
  try {
    return startsWith(handle, line)
  } finally {
    closeSync(handle)
  }
}

/** The holder's last words. SIGKILL, because nothing gentler is sure to end what other threads are at.
 * @param {string} file @param {string} reason @returns {never} */
export function endProcess(file, reason) {
  try {
    writeSync(
      2,
      `\nAlô ends at once: the lock ${file} is not its own any more: ${reason}. Two writers would corrupt the database.\n`,
    )
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
  throw new Error(reason)
}

/** @param {string} file */
function opened(file) {
  try {
    return openSync(file, 'r+')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** @param {number} handle @param {string} line */
function startsWith(handle, line) {
  const wanted = Buffer.from(`${line}\n`)
  const found = Buffer.alloc(wanted.length)
  return readSync(handle, found, 0, found.length, 0) === wanted.length && found.equals(wanted)
}

/** @param {string} file @param {string} line @param {number} beat */
function putBack(file, line, beat) {
  const draft = `${file}.${process.pid}.lease`
  writeFileSync(draft, leaseText(line, beat), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}
