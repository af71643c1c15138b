// Builds what is missing or older than its sources: `node server/build.mjs [server]`. Everything is said on stderr, so
// that a command's own result stands alone on stdout.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { build } from 'esbuild'

const bin = (name) => join('node_modules', '.bin', name)
// Generators are looked for on PATH.
const env = { ...process.env, PATH: `${join(process.cwd(), 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }
const run = (name, ...args) => execFileSync(bin(name), args, { stdio: ['ignore', 2, 2], env })

/** The newest change below the paths, in milliseconds. */
function newest(paths) {
  let latest = 0
  for (const path of paths) {
    if (!existsSync(path)) continue
    const stat = statSync(path)
    if (!stat.isDirectory()) latest = Math.max(latest, stat.mtimeMs)
    else if (!path.endsWith(generated))
      latest = Math.max(latest, newest(readdirSync(path).map((name) => join(path, name))))
  }
  return latest
}

const generated = join('server', 'database', 'generated')
const stamps = join('dist', '.built')

/** Runs the step when its sources are newer than its last run. */
async function step(name, sources, work) {
  const stamp = join(stamps, name)
  if (existsSync(stamp) && statSync(stamp).mtimeMs > newest([...sources, 'package-lock.json', 'server/build.mjs']))
    return
  await work()
  mkdirSync(stamps, { recursive: true })
  writeFileSync(stamp, '')
}

await step('prisma', ['prisma/schema.prisma', 'prisma.config.ts'], () => run('prisma', 'generate'))
if (process.argv[2] !== 'client') {
  await step('server', ['server', 'tsconfig.json'], () =>
    build({
      entryPoints: {
        main: 'server/main.ts',
        cli: 'server/cli/cli.ts',
        worker: 'server/database/embedded/worker.ts',
        'cliente-list-worker': 'server/cliente/rows/list/listWorker.ts',
      },
      outdir: 'dist',
      bundle: true,
      packages: 'external',
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      sourcemap: true,
      logLevel: 'warning',
    }),
  )
}
if (process.argv[2] === undefined) {
  await step('screens', ['app', 'server', 'next.config.mjs', 'tsconfig.json'], () => run('next', 'build'))
}
