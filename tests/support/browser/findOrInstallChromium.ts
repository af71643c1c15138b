import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unpackChromium } from './unpackChromium.ts'

export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }
type Say = (line: string) => void

// The headless shell is the same engine without a window system, and takes 40 % less processor time.
const SHELL = 'chromium-headless-shell'
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// A container lacks the user namespaces that the sandbox needs, and has a small /dev/shm. Web security stays on.
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage']

/**
 * Finds a Chromium for the end-to-end tests: CHROMIUM_PATH, else the headless shell on PATH, else Debian's (installed
 * if the process is root), else any Chromium on PATH, else the one from npm. Says which one it is. Whoever launches it
 * adds `env` to the process's environment. @throws when CHROMIUM_PATH names no file or the browser does not start
 */
export async function findOrInstallChromium(say: Say = console.error): Promise<Browser> {
  const found = named() ?? onPath([SHELL]) ?? installOnDebian(say) ?? onPath(NAMES)
  const browser = found ? { executablePath: found, env: {} } : await unpackChromium(say)
  const { stdout } = spawnSync(browser.executablePath, ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, ...browser.env },
  })
  if (!stdout) throw new Error(`${browser.executablePath} does not start. Name a working Chromium in CHROMIUM_PATH.`)
  say(`${stdout.trim()} from ${browser.executablePath}`)
  return { ...browser, args: ARGS }
}

function named(): string | undefined {
  const path = process.env.CHROMIUM_PATH
  if (path && !existsSync(path)) throw new Error(`CHROMIUM_PATH names ${path}, which does not exist`)
  return path || undefined
}

function onPath(names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

function installOnDebian(say: Say): string | undefined {
  const debian = existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
  if (process.getuid?.() !== 0 || !debian) return undefined
  say(`installing Debian’s ${SHELL}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', SHELL]]) {
    const { status, stderr } = spawnSync('apt-get', args, { env, encoding: 'utf8' })
    if (status === 0) continue
    say(`apt-get ${args.join(' ')} failed, going on without it: ${stderr.trim().split('\n').at(-1)}`)
    return undefined
  }
  return onPath([SHELL])
}
