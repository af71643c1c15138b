import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Import, importsOf, sources } from '../support/importGraph.ts'

/** Each floor, what of ours it may see, and why. DESIGN §1. */
const floors: Record<string, { sees: string[]; because: string }> = {
  contract: {
    sees: [],
    because: 'the wire is what browsers and other programs hold on to: it knows zod and nothing of ours',
  },
  domain: { sees: ['contract'], because: 'the rules are pure: what they need is an argument' },
  data: { sees: ['contract', 'domain'], because: 'queries and presenters serve the use cases; they do not call them' },
  operations: {
    sees: ['contract', 'domain', 'data'],
    because: 'a use case knows nothing of who asks: HTTP, a socket or a command',
  },
  http: {
    sees: ['contract', 'domain', 'data', 'operations'],
    because: 'an entrance calls use cases, never another entrance',
  },
  realtime: {
    sees: ['contract', 'domain', 'data', 'operations'],
    because: 'an entrance calls use cases, never another entrance',
  },
  cli: {
    sees: ['contract', 'domain', 'data', 'operations', 'config'],
    because: 'an entrance calls use cases, never another entrance',
  },
  app: { sees: ['app', 'contract'], because: 'the screens run in browsers: the server is reached over the wire alone' },
  // app.ts, main.ts and their neighbours wire all the rest; config.ts stands alone.
  config: { sees: [], because: 'settings depend on nothing' },
  top: { sees: ['contract', 'domain', 'data', 'operations', 'http', 'realtime', 'cli', 'config', 'top'], because: '' },
}

function floorOf(file: string): string | undefined {
  if (file === 'server/config.ts') return 'config'
  if (file.startsWith('app/')) return 'app'
  const [, floor, below] = file.match(/^server\/([^/]+)(\/)?/) ?? []
  return floor && below ? floor : floor && 'top'
}

const files = sources('server', 'app')
const imports = importsOf(files)
const told = (wrong: (Import & { because: string })[]) =>
  wrong.map(({ from, to, because }) => `${from} imports ${to}: ${because}`)

test('the floors import only what stands below them', () => {
  const wrong = imports.flatMap(({ from, to }) => {
    const [mine = '', theirs] = [floorOf(from), floorOf(to)]
    const floor = floors[mine]
    if (!floor) return [{ from, to, because: `there is no floor named ${mine}` }]
    return theirs === undefined || theirs === mine || floor.sees.includes(theirs)
      ? []
      : [{ from, to, because: floor.because }]
  })
  expect(told(wrong)).toEqual([])
  // Guard: the graph was really read.
  expect(imports.length).toBeGreaterThan(500)
  expect(new Set(files.map(floorOf))).toEqual(new Set(Object.keys(floors)))
})

const isPackage = (to: string) => !to.includes('/') || to.startsWith('@') || to.startsWith('node:')
const may: { floor: string; packages: RegExp; because: string }[] = [
  { floor: 'contract', packages: /^zod$/, because: 'the wire must run in browsers: zod and nothing else' },
  {
    floor: 'domain',
    packages: /^(zod|libphonenumber-js)$/,
    because: 'the rules are pure: no I/O, no clock, no randomness',
  },
]

test('the contract and the domain stay free of everything that acts', () => {
  const wrong = imports.flatMap(({ from, to }) => {
    const rule = may.find(({ floor }) => floor === floorOf(from))
    return rule && isPackage(to) && !rule.packages.test(to) ? [{ from, to, because: rule.because }] : []
  })
  expect(told(wrong)).toEqual([])
})

test('Prisma, pg and PGlite are seen in data/ alone', () => {
  const because = 'whoever wants the database asks server/data/, so that a query stands in one place'
  const wrong = imports.filter(
    ({ from, to }) =>
      floorOf(from) !== 'data' &&
      (/^(pg|@prisma\/.+|@electric-sql\/.+)$/.test(to) || to.startsWith('server/data/prisma/')),
  )
  expect(told(wrong.map((each) => ({ ...each, because })))).toEqual([])
})

test('process.env is read in server/config.ts alone', () => {
  // A build tool of our own and the clock of the domain are told apart by their text.
  const readers = files.filter((file) =>
    /\bprocess\.env\b|\benv\b[^\n]*=\s*process\b|\{[^}]*\benv\b[^}]*\}\s*from 'node:process'/.test(code(file)),
  )
  expect(readers).toEqual(['server/config.ts'])
})

test('the domain has no clock and no dice', () => {
  const wrong = files.filter(
    (file) =>
      floorOf(file) === 'domain' && /\bDate\.now\(|new Date\(\)|Math\.random\(|performance\.now\(/.test(code(file)),
  )
  expect(wrong, 'now and seeds are arguments, so that a rule can be tried at any instant').toEqual([])
})

/** The file without its comments. */
function code(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
