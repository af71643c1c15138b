import { createHash, randomBytes, randomInt } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { codeOf, OperatorError } from '../../errors.ts'
import { idsOfNobody, makeFolder, ofAnotherUser } from '../owner.ts'
import { serverOf } from './lock.ts'
import { refusal } from './trouble.ts'

/** Where the embedded database keeps its files below DATA_DIR, and how clients connect. */
export interface DataFolder extends Door {
  path: string
  cluster: string
  log: string
}
interface Door {
  /** The folder of its socket, where it has one. */
  sockets?: string
  /** The address for clients; `initdb` and `settings` are the arguments of initdb and of the server. */
  url: string
  initdb: string[]
  settings: string[]
}

// The kernel cuts longer socket paths (108 bytes on Linux, 104 on macOS).
const longestSocketPath = 100

/**
 * Creates DATA_DIR if need be, readable by its owner alone, and returns the paths in it.
 * @throws OperatorError, having changed nothing, for a folder of somebody else or of a version before
 */
export function openDataFolder(dataDir: string, loopback = process.platform === 'win32'): DataFolder {
  const path = madeFolder(dataDir)
  const [cluster, log] = [join(path, 'postgresql'), join(path, 'postgresql.log')]
  try {
    refuseOthers(path, cluster)
    refuseBefore(path, cluster)
    return { path, cluster, log, ...(loopback ? port(path) : socket(path)) }
  } catch (error) {
    throw refusal(path, error)
  }
}

/** Earlier versions kept a PGlite, whose files no PostgreSQL opens. The earliest of them have no `backup`. */
function refuseBefore(path: string, cluster: string): void {
  const before = ['postgres', 'postgres.new'].map((name) => join(path, name)).find((each) => fs.existsSync(each))
  if (before && !fs.existsSync(cluster))
    throw new OperatorError(
      `The data folder ${path} holds a database of an earlier version of Alô (PGlite), which this one does not open. ${moving(before, path, 'commit cc107e2, the last version that opens it')}`,
    )
}

/** Tells how to move the data of a database that this version cannot open. */
export const moving = (found: string, path: string, opener = 'the version that made it') =>
  `Nothing in it was changed. With ${opener}, write a backup: DATA_DIR=${path} npm run -s cli -- backup ` +
  `alo.backup.gz. Then put the old folder aside (mv ${found} ${found}.before) and, with this version, restore it: ` +
  `DATA_DIR=${path} npm run -s cli -- restore alo.backup.gz. README.md: A data folder of before.`

function madeFolder(dataDir: string): string {
  try {
    makeFolder(dataDir)
    return fs.realpathSync(dataDir)
  } catch (error) {
    if (/ENOSPC|EDQUOT|EROFS/.test(codeOf(error))) throw refusal(dataDir, error)
    throw new OperatorError(
      `${linked(dataDir) ?? `${dataDir} cannot be made by this user: ${error}. Make it and give it to that user,`} or name another with DATA_DIR.`,
    )
  }
}

function linked(path: string): string | undefined {
  try {
    return `${path} is a link to ${fs.readlinkSync(path)}, and no folder is there. Mount or make that one,`
  } catch {
    return undefined
  }
}

function isOurs({ uid }: fs.Stats): boolean {
  const own = process.getuid?.()
  return own === undefined || uid === own || (own === 0 && uid === idsOfNobody().uid)
}

/** Refuses another user's folder: PostgreSQL must own its files, and a key file that cannot be read ends the desk. */
function refuseOthers(path: string, cluster: string): void {
  const known = fs.lstatSync(cluster, { throwIfNoEntry: false })
  // Without a cluster, only root is checked for the owner, since root may write anywhere; others need access, below.
  if (!isOurs(known ?? fs.lstatSync(path)) && (known || process.getuid?.() === 0))
    throw new OperatorError(ofAnotherUser(path))
  fs.accessSync(path, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
}

/** The socket asks for no password: the mode of its folder keeps other users out. */
function socket(path: string): Door {
  const sockets = socketFolder(path)
  const settings = [
    'listen_addresses=',
    'port=5432',
    'unix_socket_permissions=0700',
    // Quoted: a comma would part two folders.
    `unix_socket_directories="${sockets.replaceAll('"', '""')}"`,
  ]
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(sockets)}`
  return { sockets, url, initdb: ['--auth-local=trust', '--auth-host=reject'], settings }
}

/** Below DATA_DIR; where that path is too long, in the temporary folder, with a symbolic link below DATA_DIR. */
function socketFolder(path: string): string {
  const below = join(path, 'socket')
  // Removes a link without a target: DATA_DIR was moved from a long path, and the folder that the link led to is gone.
  if (!fs.existsSync(below)) fs.rmSync(below, { force: true })
  if (Buffer.byteLength(join(below, '.s.PGSQL.5432')) <= longestSocketPath) {
    fs.mkdirSync(below, { recursive: true, mode: 0o700 })
    return below
  }
  // The name derives from DATA_DIR's path, so that the link in a copy of DATA_DIR does not lead to the original's
  // server.
  const name = `alo-${createHash('sha256').update(path).digest('hex').slice(0, 12)}-`
  const there = fs.existsSync(below) ? fs.realpathSync(below) : ''
  if (basename(there).startsWith(name) && isOurs(fs.lstatSync(there))) return there
  const moved = serverOf(join(path, 'postgresql'))
  if (moved !== null)
    throw new OperatorError(
      `DATA_DIR was moved while its PostgreSQL (process ${moved}) runs on. End that one (kill -INT ${moved}), and start again.`,
    )
  fs.rmSync(below, { recursive: true, force: true })
  fs.symlinkSync(fs.mkdtempSync(join(tmpdir(), name)), below)
  return fs.realpathSync(below)
}

/** On Windows, whose sockets our driver does not know: a port of this machine alone, and a password kept in the folder. */
function port(path: string): Door {
  const file = join(path, 'postgresql.password')
  const made = `${randomBytes(24).toString('base64url')}\n${randomInt(20_000, 32_000)}\n`
  if (!fs.existsSync(file)) fs.writeFileSync(file, made, { flag: 'wx', mode: 0o600 })
  const [password, number] = fs.readFileSync(file, 'utf8').split('\n')
  const settings = ['listen_addresses=127.0.0.1', `port=${number}`, 'unix_socket_directories=']
  const url = `postgresql://postgres:${password}@127.0.0.1:${number}/postgres`
  return { url, initdb: ['--auth=scram-sha-256', `--pwfile=${file}`], settings }
}
