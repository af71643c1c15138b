import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

type Unpacked = { executablePath: string; env: Record<string, string> }

const CACHE = resolve(import.meta.dirname, '../../../.cache')

/** Unpacks the Chromium that npm delivers as one compressed file, once, into .cache (about 190 MB). */
export async function unpackChromium(say: (line: string) => void): Promise<Unpacked> {
  const folder = join(CACHE, 'chromium')
  if (!existsSync(folder)) unpack(folder, say)
  const executablePath = join(folder, 'chromium')
  const plain = { executablePath, env: fonts(folder) }
  if (starts(plain)) return plain
  // The machine lacks libnss or another shared library: use those that the package contains.
  return { executablePath, env: { ...fonts(folder), LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') } }
}

// Unpacks beside the final folder and renames, so that an aborted run leaves no half of a browser. The package unpacks
// to TMPDIR, and its shared libraries only when it believes that it runs in AWS Lambda: hence a process with its own
// environment.
function unpack(folder: string, say: (line: string) => void): void {
  say('unpacking the Chromium from npm (@sparticuz/chromium)')
  const draft = `${folder}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  const script = "import('@sparticuz/chromium').then((m) => m.default.executablePath())"
  const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], {
    env,
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`unpacking @sparticuz/chromium failed:\n${stderr}`)
  renameSync(draft, folder)
}

function fonts(folder: string): Record<string, string> {
  return existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: join(folder, 'fonts') }
}

function starts({ executablePath, env }: Unpacked): boolean {
  return spawnSync(executablePath, ['--version'], { env: { ...process.env, ...env } }).status === 0
}
