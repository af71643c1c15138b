import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { codeOf, OperatorError } from '../../errors.ts'
import { makeFolder } from '../owner.ts'
import { syncPath } from '../synced.ts'
import { keyBytes } from './sealedText.ts'

/** The bits of a mode that let anybody but the owner in. */
const OTHERS = 0o077

/** The bytes of a key in base64 or hexadecimal, null for anything else. */
export function readKey(text: string): Buffer | null {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  return bytes.length === keyBytes ? bytes : null
}

const mintKey = () => randomBytes(keyBytes).toString('base64')

/**
 * The keys of the file, one a line, the newest last; none where there is no file.
 * @throws OperatorError for a file that others may read, or that holds anything else
 */
export function readKeyFile(path: string): Buffer[] {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw unreadable(path, error)
  }
  try {
    if ((fstatSync(file).mode & OTHERS) !== 0)
      throw new OperatorError(
        `${path} holds the key of the service passwords, and others may read it. Find out who did, then: chmod 600 ${path}`,
      )
    const lines = textOf(file, path).split('\n').filter(Boolean)
    const keys = lines.map((line) => readKey(line.trim()))
    if (keys.length === 0 || keys.includes(null))
      throw new OperatorError(
        `${path} must hold keys of 32 bytes in base64, one a line. Bring the file back from where you keep it.`,
      )
    return keys.filter((key) => key !== null)
  } finally {
    closeSync(file)
  }
}

function unreadable(path: string, error: unknown): unknown {
  // The system has no file descriptors left: nothing is wrong with the file.
  if (codeOf(error) === 'EMFILE' || codeOf(error) === 'ENFILE') return error
  return new OperatorError(
    `${path} holds the key of the service passwords and cannot be read (${codeOf(error)}). It must be a file of the user that Alô runs as.`,
  )
}

function textOf(file: number, path: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Makes the file with a new key, readable by its owner alone and flushed to disk. A file that exists already stays. */
export function createKeyFile(path: string): void {
  withDraft(path, `${mintKey()}\n`, (draft) => {
    try {
      linkSync(draft, path)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  })
}

/** Adds a new key to the file. If the power fails meanwhile, either the old file or the new one remains, complete. */
export function addKey(path: string): void {
  const lines = readKeyFile(path).map((key) => `${key.toString('base64')}\n`)
  withDraft(path, `${lines.join('')}${mintKey()}\n`, (draft) => renameSync(draft, path))
}

/** @throws OperatorError when the disk is full, for instance: the file is then as it was */
function withDraft(path: string, text: string, place: (draft: string) => void): void {
  const draft = `${path}.${process.pid}.part`
  try {
    makeFolder(dirname(path))
    removeIfThere(draft)
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true })
    place(draft)
  } catch (error) {
    throw new OperatorError(
      `${path} is to hold a new key of the service passwords and cannot be written (${codeOf(error)}). Nothing was changed: see to its folder, or set CHAVE_SENHAS.`,
    )
  } finally {
    removeIfThere(draft)
  }
  syncPath(dirname(path))
}

function removeIfThere(draft: string): void {
  try {
    rmSync(draft, { force: true })
  } catch {
    // The draft could not be made either, and that error is thrown.
  }
}
