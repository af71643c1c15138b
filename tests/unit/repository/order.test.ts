import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { circlesOf, code, type Import, importsOf, sources } from '../../support/importGraph.ts'

/** Rooms after the call's that stand side by side: none of them imports from another. */
const behind = ['atendimento', 'perdida', 'historico', 'contexto', 'lembrete', 'titular']

/**
 * The order of the whole server, in one table. A file imports only from its own place and from earlier places. Inside a
 * noun's room the floors have an order too.
 */
const line = [
  { place: 'settings', files: /^server\/(config|settings|errors|events|refusal|spreadsheet|log|repeat|underWay)\.ts$/ },
  { place: 'database', files: /^server\/database\// },
  { place: 'desk', files: /^server\/(desk|openDesk)\.ts$/ },
  { place: 'flow', files: /^server\/flow\// },
  { place: 'http', files: /^server\/http\// },
  { place: 'realtime', files: /^server\/realtime\// },
  ...[
    'telefone',
    'protocolo',
    'auditoria',
    'acesso',
    'cliente',
    'listagem',
    'faturamento',
    'ligacao',
    'rastro',
    ...behind,
  ].map((place) => ({
    place,
    files: new RegExp(`^server/${place}/`),
  })),
  { place: 'demo', files: /^server\/demo\// },
  { place: 'cli', files: /^server\/cli\// },
  { place: 'root', files: /^server\/(app|main|run|routes|chores|backups)\.ts$|^server\/build\.mjs$/ },
]
const machinery = ['settings', 'database', 'desk', 'flow', 'http', 'realtime', 'demo', 'cli', 'root']
const because: Record<string, string> = {
  settings: 'settings and refusals depend on nothing',
  database: 'the database is machinery: it knows no noun and nobody who asks',
  desk: 'the desk is the context that use cases take: it knows none of them',
  flow: 'what orders and bounds work knows nothing of the work',
  http: 'the machinery of HTTP knows no noun: nouns declare their routes, and the root hands them over',
  realtime: 'the machinery of sockets knows no noun: the root tells it whom to let in and who serves a screen',
  demo: 'the demo fills a desk: no command and no entrance of it is the demo’s business',
  cli: 'a command takes a desk: it does not reach into the running one',
}
const floors = ['wire', 'rules', 'rows', 'use cases', 'routes']
const teaches: Record<string, string> = {
  wire: 'the wire runs in browsers: zod and other wires, nothing else',
  rules: 'rules are pure: wires, other rules and refusals; what else they need is an argument',
  rows: 'rows are queries and presenters: they serve the use cases and do not call them',
  'use cases': 'a use case knows nothing of who asks, be it HTTP, a socket or a command',
}

const placeOf = (file: string) => line.findIndex(({ files }) => files.test(file))
const nameOf = (file: string) => line[placeOf(file)]?.place ?? ''
const isNoun = (file: string) => placeOf(file) >= 0 && !machinery.includes(nameOf(file))
function floorOf(file: string): string {
  const [, first = ''] = /^server\/[^/]+\/(wire|rules|rows|routes)(?:\.ts$|\/)/.exec(file) ?? []
  return first || 'use cases'
}

const server = sources('server')
const screens = sources('app')
const imports = importsOf([...server, ...screens])
const ours = imports.filter(({ to }) => /^(server|app)\//.test(to))
const packages = imports.filter(({ to }) => !/^(server|app)\//.test(to))
const tell = (wrong: Import[], why: (wrong: Import) => string) =>
  wrong.map((each) => `${each.from} imports ${each.to}: ${why(each)}`)

describe('the server', () => {
  test('has one of the ordered places for every file, no place without files, and its imports were read', () => {
    expect(server.filter((file) => placeOf(file) < 0)).toEqual([])
    expect(line.filter(({ files }) => !server.some((file) => files.test(file))).map(({ place }) => place)).toEqual([])
    expect(ours.length).toBeGreaterThan(500)
  })

  test('has all its folders and files in server/README.md, in the order of their places', () => {
    const [, rooms = ''] = readFileSync('server/README.md', 'utf8').split(/^## The rooms$/m)
    const firsts = [...(rooms.split(/^## |^Inside /m)[0] ?? '').matchAll(/^\| (`.+?`) \|/gm)].map(
      ([, first = '']) => first,
    )
    const told = firsts.flatMap((first) => [...first.matchAll(/`([^`]+)`/g)].map(([, name]) => `server/${name}`))
    const there = readdirSync('server', { withFileTypes: true })
      .filter(({ name }) => !/^(README\.md|build\.mjs)$/.test(name))
      .map((entry) => `server/${entry.name}${entry.isDirectory() ? '/' : ''}`)
    expect(told.toSorted()).toEqual(there.toSorted())
    expect(told).toEqual(told.toSorted((one, other) => placeOf(one) - placeOf(other)))
  })

  test('imports only from the same or earlier places, and not across rooms that stand side by side', () => {
    const wrong = ours.filter(({ from, to }) => from.startsWith('server/') && placeOf(to) > placeOf(from))
    const aside = ours.filter(
      ({ from, to }) => nameOf(from) !== nameOf(to) && [from, to].every((file) => behind.includes(nameOf(file))),
    )
    expect(tell(aside, () => 'what two of these rooms need stands in ligacao, before both')).toEqual([])
    expect(
      tell(wrong, ({ from }) => because[nameOf(from)] ?? `the nouns form a line, and ${nameOf(from)} stands before`),
    ).toEqual([])
  })

  test('imports inside a noun one way only: wire ← rules ← rows ← use cases ← routes', () => {
    const wrong = ours.filter(
      ({ from, to }) => isNoun(from) && isNoun(to) && floors.indexOf(floorOf(to)) > floors.indexOf(floorOf(from)),
    )
    // The routes of one noun implement the doors that the routes of other nouns declare.
    expect(tell(wrong, ({ from }) => teaches[floorOf(from)] ?? '')).toEqual([])
  })

  test('has wires and rules that import only pure code, and rules that read no clock and no random number', () => {
    const low = (file: string) => isNoun(file) && ['wire', 'rules'].includes(floorOf(file))
    const allowed: Record<string, RegExp> = {
      wire: /^zod$|^server\/http\/wire\.ts$|^server\/[a-z]+\/wire(\.ts|\/)/,
      rules:
        /^(zod|libphonenumber-js)$|^server\/refusal\.ts$|^server\/http\/wire\.ts$|^server\/[a-z]+\/(wire|rules)(\.ts|\/)/,
    }
    const wrong = imports.filter(({ from, to }) => low(from) && !allowed[floorOf(from)]?.test(to))
    expect(tell(wrong, ({ from }) => teaches[floorOf(from)] ?? '')).toEqual([])
    const impure = server.filter(
      (file) =>
        floorOf(file) === 'rules' &&
        isNoun(file) &&
        /\bDate\.now\(|new Date\(\)|Math\.random\(|performance\.now\(/.test(code(file)),
    )
    expect(impure, 'now and seeds are arguments, so that a rule can be tried at any instant').toEqual([])
  })

  test('accesses the database only in rows and in server/database/', () => {
    const mayAsk = (file: string) =>
      nameOf(file) === 'database' || (isNoun(file) && floorOf(file) === 'rows') || file === 'server/build.mjs'
    const wrong = imports.filter(
      ({ from, to }) =>
        (/^(pg|pg-copy-streams|kysely|@prisma\/.+)$/.test(to) ||
          to.startsWith('server/database/generated/') ||
          to === 'server/database/statement.ts') &&
        !mayAsk(from),
    )
    expect(tell(wrong, () => 'whoever wants the database asks rows, so that a query stands in one place')).toEqual([])
    const askers = server.filter((file) => !mayAsk(file) && /\b(?:prisma|tx)\.|\{ prisma\b/.test(code(file)))
    expect(askers, 'whoever wants the database asks rows: a desk carries it, and does not open it').toEqual([])
  })

  test('reads process.env only in server/config.ts and server/build.mjs', () => {
    const readers = [...server, ...screens].filter((file) =>
      /\bprocess\.env\b|\benv\b[^\n]*=\s*process\b|\{[^}]*\benv\b[^}]*\}\s*from 'node:process'/.test(code(file)),
    )
    expect(readers).toEqual(['server/build.mjs', 'server/config.ts'])
  })
})

describe('the screens', () => {
  // `ui` belongs to no noun. Pages and layouts are addresses, and may import from all nouns.
  const rooms = [
    ...[
      'ui',
      'acesso',
      'auditoria',
      'rastro',
      'lembrete',
      'atendimento',
      'cliente',
      'contexto',
      'faturamento',
      'perdida',
    ],
    'historico',
    ...['fila', 'linha', 'toque', 'faixa', 'chamada', 'mesa', 'teclado'].map((room) => `ligacao/${room}`),
  ]
  const roomOf = (file: string) => {
    const at = rooms.findIndex((room) => file.startsWith(`app/${room}/`))
    return at < 0 ? rooms.length : at
  }

  test('import from the server only wires and a few named rules', () => {
    const shared =
      /^server\/(events\.ts|http\/(wire|loopback)\.ts|[a-z]+\/wire(\.ts|\/.+)|faturamento\/rules\/parcelas\.ts|cliente\/rules\/(situacao|candidatos|pseudonimo)\.ts|acesso\/rules\/(supervisao|semAcento|recebeChamadas)\.ts|ligacao\/rules\/(receita|isPerdida)\.ts)$/
    const wrong = ours.filter(({ from, to }) => from.startsWith('app/') && to.startsWith('server/') && !shared.test(to))
    expect(tell(wrong, () => 'screens run in browsers: the server is reached over the wire alone')).toEqual([])
  })

  test('import only types from wires, so that no schema reaches the browser, with named exceptions', () => {
    // Exceptions, each loaded by its own page only: validation of a form as on the server, and the names that a text
    // may use.
    const judges = [
      'app/faturamento/evento/eventoValores.ts',
      'app/atendimento/opcoes/ModeloForm.tsx',
      'app/ui/jitless.ts',
    ]
    const values = /^import\s+(?!type\b)[^'"]*?\sfrom\s+'(?:zod|[^']*\bwire\b[^']*)'/gm
    const carriers = screens.filter((file) => [...code(file).matchAll(values)].length > 0)
    expect(
      carriers.toSorted(),
      'zod and the schemas are 45 kB, compressed: `import type`, since the server has judged its answers already',
    ).toEqual(judges.toSorted())
    const rules = ours.filter(({ from, to }) => from.startsWith('app/') && /^server\/[a-z]+\/rules/.test(to))
    const withSchemas = rules.filter(({ from, to }) => !judges.includes(from) && code(to).match(values))
    expect(tell(withSchemas, () => 'a screen shares this rule, and the schemas of its wire would come along')).toEqual(
      [],
    )
  })

  test('load no code with next/dynamic or lazy(), which would not survive a failed download', () => {
    const others = screens.filter((file) => /'next\/dynamic'|\blazy\(/.test(code(file)))
    expect(others, 'a script that fails would take the whole desk down: fetchedLater tries again').toEqual([])
  })

  test('import only from the same room and from earlier rooms', () => {
    const wrong = ours.filter(
      ({ from, to }) => from.startsWith('app/') && to.startsWith('app/') && roomOf(to) > roomOf(from),
    )
    expect(tell(wrong, ({ from }) => `${rooms[roomOf(from)]} stands before`)).toEqual([])
  })

  test('stand in folders of at most fifteen files, with names that differ by more than an "s"', () => {
    const folders = screens.map((file) => dirname(file))
    expect(new Set(folders.filter((folder) => folders.filter((each) => each === folder).length > 15))).toEqual(
      new Set(),
    )
    // Next prescribes the names of these files.
    const named = screens.filter((file) => !/^(page|layout|error)\./.test(basename(file)))
    const bare = (file: string) => basename(file, extname(file)).replaceAll(/s(?=$|[A-Z])/g, '')
    expect(named.filter((file) => named.some((other) => other !== file && bare(other) === bare(file)))).toEqual([])
  })
})

describe('the code of server and screens', () => {
  test('has no import cycles, neither of files nor of folders', () => {
    expect(circlesOf(ours)).toEqual([])
    // A room is a folder of the first level, named after a noun or a machine. Floors are not rooms.
    const room = (file: string) => dirname(file).split('/').slice(0, 2).join('/')
    const pairs = new Set(
      ours.filter(({ from, to }) => room(from) !== room(to)).map(({ from, to }) => `${room(from)} ${room(to)}`),
    )
    const rooms = /^(server|app)\/[a-z]+ (server|app)\/[a-z]+$/
    const mutual = [...pairs].filter((pair) => rooms.test(pair) && pairs.has(pair.split(' ').reverse().join(' ')))
    expect(mutual).toEqual([])
  })

  test('has no two files with the same name, and no file of more than 250 lines', () => {
    const files = [...server, ...screens]
    // Exempt are the names of floors, Next's own, and a thread's bootstrap. A noun's floors may share a name, for one
    // thing.
    const standing = /^(wire|rules|rows|routes|page|layout|error|bootstrap)\./
    const rooms = new Map<string, Set<string>>()
    for (const file of files.filter((each) => !standing.test(basename(each))))
      rooms.set(basename(file), (rooms.get(basename(file)) ?? new Set()).add(file.split('/').slice(0, 2).join('/')))
    expect([...rooms].filter(([, where]) => where.size > 1).map(([name, where]) => [name, ...where])).toEqual([])
    expect(files.filter((file) => readFileSync(file, 'utf8').split('\n').length > 251)).toEqual([])
    // A stricter test above covers the screens.
    const names = new Set(server.map((file) => basename(file)).filter((name) => !standing.test(name)))
    const twins = [...names].filter((name) => names.has(name.replace('.', 's.')))
    expect(twins, 'a name that differs by an s alone is taken for the other').toEqual([])
  })

  test('has SQL statements as text only in server/database/', () => {
    // Places that may write SQL as text, outside Kysely and Prisma. Each entry here needs a reason.
    const named = ['server/database/']
    const text = /['"`]\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|COPY)\b(?! (?:1|pg_))/
    const writers = server.filter((file) => !named.some((start) => file.startsWith(start)) && text.test(code(file)))
    expect(writers).toEqual([])
  })

  test('has no more type casts than the limit, which may only fall', () => {
    const casts = (node: unknown): number => {
      if (typeof node !== 'object' || node === null) return 0
      const within = Object.values(node).reduce<number>((sum, each) => sum + casts(each), 0)
      if (!('type' in node) || !/^TS(As|TypeAssertion)/.test(String(node.type))) return within
      return within + ('typeAnnotation' in node && isConst(node.typeAnnotation) ? 0 : 1)
    }
    const isConst = (type: unknown) => JSON.stringify(type).includes('"name":"const"')
    const castsIn = (source: string, file: string) =>
      casts(parseAst(source, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }))
    const planted = 'const a = [1] as const; const b = a as unknown as string[]; const c = a satisfies object'
    expect(castsIn(planted, 'planted.ts')).toBe(2)
    // A better type, a type guard or a schema at the boundary makes a cast unnecessary. Whoever removes one lowers the
    // number.
    const found = [...server, ...screens].filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    const sum = found.reduce((before, file) => before + castsIn(readFileSync(file, 'utf8'), file), 0)
    expect(sum).toBeLessThanOrEqual(14)
  })

  test('imports only packages that package.json lists', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const missing = packages.filter(({ from, to }) => {
      if (to.startsWith('node:')) return false
      return (
        !(to in dependencies) && !(from.startsWith('app/') || from.endsWith('.mjs') ? to in devDependencies : false)
      )
    })
    expect(missing.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })
})
