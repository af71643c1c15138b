import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { print } from './print.ts'

/**
 * The first complete version: compared with it, a slow decline over many versions shows, and not just the last change.
 */
const commit = '50728db'
const folder = resolve('.cache', `version-${commit}`)

/** Builds the first version from git, once, and returns its folder. If that fails, prints why and returns undefined. */
export function firstVersion(): string | undefined {
  if (existsSync(folder)) return folder
  const making = `${folder}-making`
  const archive = `${making}.tar`
  const run = (command: string, args: string[], cwd = making) =>
    execFileSync(command, args, { cwd, stdio: ['ignore', 2, 2], maxBuffer: Number.POSITIVE_INFINITY })
  try {
    print(`building the first version (${commit}) in ${folder}`)
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { recursive: true })
    run('git', ['archive', '--output', archive, commit], '.')
    run('tar', ['-xf', archive])
    rmSync(archive)
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
    run(process.execPath, ['server/build.mjs'])
    renameSync(making, folder)
    return folder
  } catch (error) {
    for (const left of [making, archive]) rmSync(left, { recursive: true, force: true })
    print(`without the first version: ${error instanceof Error ? error.message : error}`)
    print('  (a shallow clone does not have it: git fetch --unshallow; its packages come from the npm registry)')
    return undefined
  }
}
