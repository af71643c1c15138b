import { statfsSync } from 'node:fs'
import { codeOf, OperatorError } from '../../errors.ts'
import { ofAnotherUser } from '../owner.ts'

const orOwn = 'or set DATABASE_URL to a PostgreSQL of your own.'

/** What an operator can do, by the error text of the system or of PostgreSQL's programs. */
const answers: [RegExp, (path: string, said: string) => string][] = [
  [
    /ENOSPC|EDQUOT|EFBIG|No space left|Disk quota/,
    (path) => `${path} cannot be written: its disk is full, or the share of this user. Make room, then ask again.`,
  ],
  [/EROFS|Read-only file system/, (path) => `${path} is on a disk that is mounted read-only. Mount it for writing.`],
  [
    /EIO|Input\/output error/,
    (path, said) =>
      `The disk of ${path} fails (${said}). Ask the machine’s log (dmesg), and restore a backup on another disk: ` +
      'README.md, Back up, restore, move.',
  ],
  [
    /spawn .* ENOENT/,
    () => `PostgreSQL does not run here: it needs glibc (Debian has it, Alpine not). Take that, ${orOwn}`,
  ],
  [
    /user does not exist/,
    (_, said) => `PostgreSQL wants a user with a name (${said}). Name it in /etc/passwd, ${orOwn}`,
  ],
  process.getuid?.() === 0
    ? [/EACCES|EPERM|Permission denied|cannot open shared object/, (path) => asRoot(path)]
    : [/EACCES|EPERM|Permission denied/, (path, said) => `${ofAnotherUser(path)}\n(${said})`],
]

const asRoot = (path: string) =>
  'PostgreSQL may not be run as root, and here it cannot be run as somebody else: name spaces of users are forbidden, and ' +
  `nobody may not read ${path} or this installation. Run Alô as an ordinary user, ${orOwn}`

/**
 * An error with one sentence on why the database in that folder fails. An error without a system code stays as it is.
 */
export function refusal(path: string, cause: unknown): unknown {
  if (typeof cause !== 'string' && codeOf(cause) === '') return cause
  const told = String((cause instanceof Error && 'stderr' in cause && cause.stderr) || cause).trim()
  const all = told || (hasRoom(path) ? 'it says nothing' : 'No space left')
  const said = reasonIn(all)
  const answer = answers.find(([pattern]) => pattern.test(all))?.[1]
  return new OperatorError(answer?.(path, said) ?? `The embedded database in ${path} does not start: ${said}`)
}

/** The error for a program that takes the connections of a folder whose server it is not. */
export const strange = ({ path, sockets = 'postgresql.password' }: { path: string; sockets?: string }) =>
  new OperatorError(
    `What takes connections for ${path} (${sockets}) is no server of that folder on this machine. Does another container use ` +
      'the folder, or another program that place (ss -lxp names it)? End it, then start again.',
  )

/** Log lines that only repeat what the server told a client. */
const toClient =
  /FATAL: +(the database system is|terminating|canceling|sorry|remaining conn|too many conn|unsupported front|password auth|no pg_hba|(role|database) ".*" (does|is) not)/

/**
 * The last line that says why the server or initdb ended, else the last that says what could not be done, with its
 * DETAIL. If that line only sums up, the log line before it, which names the cause, stands in front.
 */
function reasonIn(all: string): string {
  const lines = all.split('\n').filter((line) => !toClient.test(line))
  const last = (pattern: RegExp) => lines.findLastIndex((line) => pattern.test(line))
  const ended = last(/FATAL:|PANIC:|error:/)
  const at = ended < 0 ? last(/could not|insufficient/) : ended
  const sumsUp = /could not create any|contains errors|could not load/.test(lines.at(at) ?? '')
  const logged = sumsUp ? lines.slice(0, at).findLast((line) => line.includes('LOG: ')) : undefined
  const detail = lines.slice(at + 1, at + 2).filter((line) => at >= 0 && /DETAIL:/.test(line))
  const told = [...(logged ? [logged] : []), lines.at(at), ...detail]
  return told.map((line = '') => line.replace(/^\S+ \S+ \S+ \[\d+\] /, '')).join(' ')
}

/** A server whose disk is full cannot write that into its log, which is on the same disk. */
function hasRoom(path: string): boolean {
  try {
    return statfsSync(path).bavail > 0
  } catch {
    return true
  }
}
