import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { OTHERS } from '../embedded/dataFolder.ts'
import { keyBytes } from './sealedText.ts'

/** A key that is missing, may be read by others, or is none. The message tells the operator what to do. */
export class KeyError extends Error {
  override readonly name = 'KeyError'
}

/** The bytes of a key in base64 or hexadecimal, null for anything else. */
export function readKey(text: string): Buffer | null {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  return bytes.length === keyBytes ? bytes : null
}

const mintKey = () => randomBytes(keyBytes).toString('base64')

/**
 * The keys of the file, one a line, the newest last; none where there is no file. @throws KeyError for a file that others
 * may read, or that holds anything else
 */
export function readKeyFile(path: string): Buffer[] {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    if (code === 'ENOENT') return []
    throw new KeyError(`${path} holds the key of the service passwords and cannot be read (${code}).`)
  }
  try {
    if ((fstatSync(file).mode & OTHERS) !== 0)
      throw new KeyError(
        `${path} holds the key of the service passwords, and others may read it. Find out who did, then: chmod 600 ${path}`,
      )
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    const keys = lines.map((line) => readKey(line.trim()))
    if (keys.length === 0 || keys.includes(null))
      throw new KeyError(
        `${path} must hold keys of 32 bytes in base64, one a line. Bring the file back from where you keep it.`,
      )
    return keys.filter((key) => key !== null)
  } finally {
    closeSync(file)
  }
}

/** Makes the file with a new key, its owner's alone and on the disk; one that is there already stays. */
export function createKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  withDraft(path, `${mintKey()}\n`, (draft) => {
    try {
      linkSync(draft, path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  })
}

/** Adds a new key to the file, which is the old one or the new one whenever the power goes. */
export function addKey(path: string): void {
  const lines = readKeyFile(path).map((key) => `${key.toString('base64')}\n`)
  withDraft(path, `${lines.join('')}${mintKey()}\n`, (draft) => renameSync(draft, path))
}

function withDraft(path: string, text: string, place: (draft: string) => void): void {
  const draft = `${path}.${process.pid}.part`
  rmSync(draft, { force: true })
  const file = openSync(draft, 'wx', 0o600)
  try {
    fchmodSync(file, 0o600)
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  place(draft)
  rmSync(draft, { force: true })
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
