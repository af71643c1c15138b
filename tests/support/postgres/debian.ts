import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { asSomebody, type Command } from '#server/database/embedded/programs'

const folder = '/usr/lib/postgresql'

/**
 * Runs a program of the oldest PostgreSQL that Alô promises to support, which is Debian 12's. Installs it on Debian as
 * root.
 */
export function debianCommand(
  name: 'initdb' | 'postgres',
  place: { path: string; cluster: string },
  args: string[],
  say: (line: string) => void,
): Command {
  return asSomebody([join(debianPrograms(say), name), args, { env: process.env, cwd: place.path }], place)
}

/** The folder of PostgreSQL's programs. @throws when there is none and it cannot be installed */
export function debianPrograms(say: (line: string) => void): string {
  const bin = found() ?? installed(say)
  if (bin) return bin
  throw new Error(
    `No PostgreSQL found in ${folder} for the tests of an older one. Install it (Debian: apt-get install postgresql) and run again.`,
  )
}

function found(): string | undefined {
  if (!existsSync(folder)) return undefined
  const oldestFirst = readdirSync(folder).sort((a, b) => Number(a) - Number(b))
  const isComplete = (bin: string) => ['initdb', 'postgres'].every((program) => existsSync(join(bin, program)))
  return oldestFirst.map((version) => join(folder, version, 'bin')).find(isComplete)
}

function installed(say: (line: string) => void): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  say('no PostgreSQL found: installing Debian’s (apt-get install postgresql)')
  // The package creates a cluster. Run level 1 keeps that cluster from being started; the tests never touch it.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`apt-get ${args.join(' ')} failed:\n${stderr}`)
  }
  return found()
}
