import { execFile } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** An unpacked Asterisk. `program` runs it with its own loader and libraries, not with the system's. */
export interface Installed {
  version: string
  program: [loader: string, ...args: string[]]
  modules: string
  /** The folder with the package's `documentation`, without which modules refuse to load. */
  data: string
}

const cache = resolve('.cache/asterisk')
/**
 * Debian 12 (bookworm) has no Asterisk package, but these suites on the same mirror have one. Sid changes all the time,
 * and bullseye will leave the mirrors some day.
 */
export const suites = ['sid', 'bullseye']
const keyrings = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** Why Asterisk cannot be fetched on this machine; null when it can. */
export function whatIsMissing(): string | null {
  if (process.getuid?.() !== 0) return 'apt wants root to fetch packages, though nothing of the system is changed'
  if (!existsSync('/usr/bin/apt-get') || !existsSync(keyrings)) return 'this is no Debian: apt-get and its keyring'
  return null
}

/**
 * Fetches Asterisk from the first suite that works, once, into `.cache/asterisk`. apt uses only folders in there, not
 * the system's.
 */
export async function fetchAsterisk(from: string[], say: (line: string) => void): Promise<Installed> {
  const failures: unknown[] = []
  for (const suite of from) {
    const folder = join(cache, suite)
    try {
      if (!existsSync(join(folder, 'ready'))) await fetchFrom(suite, folder, say)
      return await installedAt(join(folder, 'root'))
    } catch (error) {
      say(`${suite}: ${error instanceof Error ? error.message : error}`)
      failures.push(error)
    }
  }
  throw new AggregateError(failures, 'no Asterisk could be fetched')
}

async function fetchFrom(suite: string, folder: string, say: (line: string) => void): Promise<void> {
  say(`fetching Asterisk of Debian ${suite} into ${folder}`)
  rmSync(folder, { recursive: true, force: true })
  for (const each of ['lists/partial', 'archives/partial', 'parts']) mkdirSync(join(folder, each), { recursive: true })
  writeFileSync(join(folder, 'sources.list'), `deb [signed-by=${keyrings}] ${mirror()} ${suite} main\n`)
  writeFileSync(join(folder, 'status'), '')
  writeFileSync(
    join(folder, 'apt.conf'),
    `Dir::Etc::sourcelist "${folder}/sources.list";
Dir::Etc::sourceparts "${folder}/parts";
Dir::Etc::preferencesparts "${folder}/parts";
Dir::State::lists "${folder}/lists";
Dir::State::status "${folder}/status";
Dir::Cache "${folder}";
Dir::Cache::archives "${folder}/archives";
APT::Sandbox::User "root";
APT::Get::AllowUnauthenticated "false";
Acquire::Languages "none";
Acquire::Check-Valid-Until "false";
`,
  )
  const env = { ...process.env, APT_CONFIG: join(folder, 'apt.conf'), DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => run('apt-get', ['-q', ...args], { env, maxBuffer: 2 ** 26 })
  await apt('update')
  await apt('install', '-y', '--download-only', '--no-install-recommends', 'asterisk')
  const archives = join(folder, 'archives')
  const root = join(folder, 'root')
  for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb')))
    await run('dpkg-deb', ['-x', join(archives, file), root])
  for (const each of ['archives', 'lists']) rmSync(join(folder, each), { recursive: true })
  writeFileSync(join(folder, 'ready.new'), '')
  renameSync(join(folder, 'ready.new'), join(folder, 'ready'))
}

/** The mirror of the system's own packages, or deb.debian.org. */
function mirror(): string {
  const files = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].filter((file) => existsSync(file))
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  return (
    /^\s*(?:URIs:|deb\s)\s*(?:\[[^\]]*\]\s*)?(https?:\S+\/debian)\/?(?=\s)/m.exec(text)?.[1] ??
    'http://deb.debian.org/debian'
  )
}

async function installedAt(root: string): Promise<Installed> {
  const under = (pattern: RegExp, ...folders: string[]) =>
    folders
      .map((folder) => join(root, folder))
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
      .find((file) => pattern.test(file) && lstatSync(file).isFile())
  const triplets = ['usr/lib', 'lib'].flatMap((base) =>
    existsSync(join(root, base))
      ? readdirSync(join(root, base))
          .filter((n) => n.includes('-linux-'))
          .map((n) => `${base}/${n}`)
      : [],
  )
  // Take the loader itself: the link in lib64 may be absolute and lead to the system's loader.
  const loader = under(/\/ld-(linux.*|2.*)\.so(\.\d)?$/, ...triplets)
  if (!loader) throw new Error(`no loader in ${root}`)
  const libraries = [...triplets, 'usr/lib', 'lib'].map((folder) => join(root, folder)).join(':')
  const program: Installed['program'] = [loader, '--library-path', libraries, join(root, 'usr/sbin/asterisk')]
  const [first, ...rest] = program
  const { stdout } = await run(first, [...rest, '-V'])
  const modules = [...triplets, 'usr/lib'].map((folder) => join(root, folder, 'asterisk/modules')).find(existsSync)
  if (!modules) throw new Error(`no modules in ${root}`)
  const version = /\d+(\.\d+)+/.exec(stdout)?.[0] ?? stdout.trim()
  const data = [join(root, 'usr/share/asterisk'), join(root, 'var/lib/asterisk')].find((folder) =>
    existsSync(join(folder, 'documentation')),
  )
  return { version, program, modules, data: data ?? join(root, 'usr/share/asterisk') }
}
