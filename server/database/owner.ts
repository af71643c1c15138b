import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * The error text for a folder that belongs to another user, with the two ways out, or to this user but with a mode that
 * forbids access. `typed` is the command that the owner would type, `variables` the environment variables that it
 * needs.
 */
export function ofAnotherUser(path: string, typed?: readonly string[], variables: readonly string[] = []): string {
  const [own = 0, owner] = [process.getuid?.(), statSync(path, { throwIfNoEntry: false })?.uid]
  const [mine, theirs] = [nameOf(own), nameOf(owner ?? own)]
  if (owner === own)
    return `${resolve(path)} belongs to ${mine}, as whom this runs, and its mode forbids it. Type: chmod -R u+rwX ${quoted(resolve(path))}`
  const kept = variables.length > 0 ? [`--preserve-env=${variables.join(',')}`] : []
  const line = ['sudo', '-u', theirs, ...kept, ...(typed ?? [])].map(quoted).join(' ')
  return (
    `${resolve(path)} belongs to ${theirs}, and this runs as ${mine}. Nothing was done. Type:\n` +
    `  ${line}${typed ? '' : ' …'}\n` +
    `If the desk itself runs as ${mine}, give it its folder first: chown -R ${own} ${quoted(resolve(path))}`
  )
}

const quoted = (word: string) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** The user's name, or #uid, which sudo takes as well. */
const nameOf = (uid: number) => userOf(uid) ?? `#${uid}`

export const userOf = (uid: number): string | undefined =>
  new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(textOf('/etc/passwd'))?.[1]

/** The ids of the user `nobody` on this machine. */
export function idsOfNobody(): { uid: number; gid: number } {
  const [, uid = 65_534, gid = 65_534] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(textOf('/etc/passwd')) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** The text of the file; empty if the file is missing or this user may not read it. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Makes the folder and those above it, for their owner alone. Node's `recursive` never ends below /proc, and tells of a
 * disk mounted read-only as of a missing folder.
 */
export function makeFolder(path: string): void {
  if (!existsSync(dirname(path))) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error
  }
}
