// Builds what is missing or was made from other sources: `node server/build.mjs [client|server]`. A part that is up to
// date is left alone and needs no build tools. All messages go to stderr, so that a command's own result stands alone
// on stdout.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const generated = join('server', 'database', 'generated')
const stamps = join('dist', '.built')
/** False after `npm ci --omit=dev`. */
const hasTools = existsSync(join('node_modules', 'esbuild'))

/** Every file at or below the paths, in the same order on every machine; generated files are no sources. */
function filesAt(...paths) {
  return paths.flatMap((path) => {
    if (path === generated || !existsSync(path)) return []
    if (!statSync(path).isDirectory()) return [path]
    return filesAt(
      ...readdirSync(path)
        .sort()
        .map((name) => join(path, name)),
    )
  })
}

/** The files of `app`, and those of the server that they import directly or indirectly. */
function screensSources() {
  const found = new Set(filesAt('app'))
  for (const file of found) {
    if (!/\.tsx?$/.test(file)) continue
    for (const [, , name] of readFileSync(file, 'utf8').matchAll(/\bfrom\s*(['"])([^'"\n]+)\1/g)) {
      if (name.startsWith('#server/')) found.add(`${name.slice(1)}.ts`)
      else if (name.startsWith('.') && file.startsWith('server')) found.add(join(file, '..', name))
    }
  }
  return [...found]
}

/** A digest of what the sources hold, not of their times: a copy or a checkout has other times and the same build. */
function digestOf(files) {
  const hash = createHash('sha256')
  for (const file of [...files, 'package-lock.json', join('server', 'build.mjs')])
    hash.update(`${file}\0${existsSync(file) ? readFileSync(file, 'base64') : ''}\0`)
  return hash.digest('hex')
}

/** Runs the step when something that it makes is missing, or its sources are not those of its last run. */
async function step(name, { sources, makes, work }) {
  const stamp = join(stamps, name)
  const digest = digestOf(sources)
  const missing = makes.find((file) => !existsSync(file))
  if (!missing && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  if (!hasTools) {
    process.stderr.write(
      `${missing ? `${missing} is missing` : `The ${name} changed after the last build`}, and this installation has no build tools (npm ci --omit=dev).\n` +
        'Run npm ci && npm run build where they are, and bring dist/ and .next/ here beside the same sources; or run npm ci here.\n',
    )
    process.exit(1)
  }
  rmSync(stamp, { force: true })
  await work()
  mkdirSync(stamps, { recursive: true })
  writeFileSync(stamp, digest)
}

function run(name, ...args) {
  const bin = join('node_modules', '.bin')
  // Prisma looks for its generators on PATH.
  const env = { ...process.env, PATH: `${join(process.cwd(), bin)}${delimiter}${process.env.PATH}` }
  execFileSync(join(bin, name), args, { stdio: ['ignore', 2, 2], env })
}

/** Packages to bundle: a start would look for their hundred small modules one by one. docs/decisions/0066. */
const taken = [
  '@prisma/adapter-pg',
  '@prisma/client',
  '@prisma/driver-adapter-utils',
  'better-auth',
  'csv-parse',
  'csv-stringify',
  'fastify-type-provider-zod',
  'kysely',
  'libphonenumber-js',
  'pg',
  'pg-copy-streams',
  'zod',
]

/** Bundles the dependencies of the `taken` packages too, except those that other packages load as well. */
const externals = {
  name: 'externals',
  setup({ onResolve }) {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const left = [...Object.keys(dependencies).filter((name) => !taken.includes(name)), '@fastify/error', 'pg-native']
    const names = (path, name) => path === name || path.startsWith(`${name}/`)
    onResolve({ filter: /^[^./#]/ }, ({ path, importer, kind }) => {
      const fromTaken = kind !== 'entry-point' && importer.includes('node_modules')
      const external = left.some((name) => names(path, name)) || !(fromTaken || taken.some((name) => names(path, name)))
      return kind !== 'entry-point' && external ? { path, external: true } : undefined
    })
  },
}

async function bundle() {
  const { build } = await import('esbuild')
  await build({
    entryPoints: {
      main: 'server/main.ts',
      cli: 'server/cli/cli.ts',
      'cliente-list-worker': 'server/listagem/rows/listWorker.ts',
      'pages-worker': 'server/http/pages/pagesWorker.ts',
    },
    outdir: 'dist',
    bundle: true,
    plugins: [externals],
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    // Node reads the source maps at each start, so they shall be small.
    sourcesContent: false,
    // Node keeps the text of what it loads: comments would waste memory, and one letter outside Latin-1 doubles it.
    minifyWhitespace: true,
    // CommonJS packages call `require` for Node's own modules.
    banner: {
      js: "import{createRequire as requireBeside}from'node:module';const require=requireBeside(import.meta.url);",
    },
    // Node 20 has no navigator. Without one, pg asks a Response whether it runs at Cloudflare, for which Node loads its
    // whole HTTP client.
    define: { navigator: '{"userAgent":"Node.js"}' },
    logLevel: 'warning',
  })
}

/** Writes compressed copies beside each script and style sheet of the screens: server/http/pages/staticFiles.ts. */
async function pack() {
  const files = filesAt(join('.next', 'static')).filter((file) => /\.(js|css)$/.test(file))
  const kinds = [
    { ending: 'br', compress: promisify(brotliCompress) },
    { ending: 'gz', compress: (bytes) => promisify(gzip)(bytes, { level: 9 }) },
  ]
  const copies = files.flatMap((file) => kinds.map((kind) => ({ file, ...kind })))
  await Promise.all(
    copies.map(async ({ file, ending, compress }) =>
      writeFileSync(`${file}.${ending}`, await compress(readFileSync(file))),
    ),
  )
}

const schema = ['prisma/schema.prisma', 'prisma.config.ts']
// Nothing but a build reads the types.
if (hasTools)
  await step('types', {
    sources: schema,
    makes: ['tables.ts', 'enums.ts', 'prisma/client.ts'].map((file) => join(generated, file)),
    work: () => run('prisma', 'generate'),
  })
if (process.argv[2] !== 'client') {
  await step('server', {
    sources: [...schema, 'tsconfig.json', ...filesAt('server')],
    makes: ['dist/main.js', 'dist/cli.js', 'dist/cliente-list-worker.js', 'dist/pages-worker.js'],
    work: bundle,
  })
}
if (process.argv[2] === undefined) {
  await step('screens', {
    sources: ['next.config.mjs', 'tsconfig.json', ...screensSources()],
    makes: ['.next/BUILD_ID'],
    async work() {
      run('next', 'build')
      await pack()
    },
  })
}
