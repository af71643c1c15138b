import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { usage } from '#server/cli/usage'
import {
  anchors,
  commands,
  documents,
  fileNames,
  headings,
  leadsSomewhere,
  links,
  quoted,
  read,
  resolves,
  testNames,
  treeNames,
} from '../../support/documents.ts'
import { sources } from '../../support/importGraph.ts'

const all = documents()
const decisions = all
  .filter(({ file }) => file.startsWith('docs/decisions/'))
  .sort((a, b) => (a.file < b.file ? -1 : 1))
/** The documents without superseded decisions, which may contain old names. */
const current = all.filter(({ text }) => !/^Status: superseded/m.test(text))

const every = (from: typeof all, told: (text: string) => string[]) =>
  from.flatMap(({ file, text }) => told(text).map((name) => ({ file, name })))
const tell = (wrong: { file: string; name: string }[]) => wrong.map(({ file, name }) => `${file}: ${name}`)

describe('what the documents name exists', () => {
  test('each link leads to an existing file and heading', () => {
    const wrong = every(all, links).filter(({ file, name }) => {
      const [path = '', anchor] = name.split('#')
      const target = path === '' ? file : normalize(join(dirname(file), path))
      return !existsSync(target) || (anchor !== undefined && !anchors(read(target).text).includes(anchor))
    })
    expect(tell(wrong)).toEqual([])
    expect(every(all, links).length).toBeGreaterThan(10)
  })

  test('each file and folder that is quoted, in a command or in a tree exists', () => {
    expect(tell(every(current, fileNames).filter(({ file, name }) => !resolves(file, name)))).toEqual([])
    expect(tell(every(current, treeNames).filter(({ name }) => !leadsSomewhere(name)))).toEqual([])
    expect(every(current, fileNames).length).toBeGreaterThan(60)
    expect(every(current, treeNames).length).toBeGreaterThan(5)
  })

  test('each test that is named by its title exists', () => {
    const named = all.flatMap(({ file, text }) => testNames(text).map((test) => ({ from: file, ...test })))
    const isThere = ({ file, title }: { file: string; title: string }) =>
      existsSync(file) && ["'", '`', '"'].some((quote) => read(file).text.includes(`${quote}${title}`))
    expect(named.filter((each) => !isThere(each))).toEqual([])
    expect(named.length).toBeGreaterThan(25)
  })

  test('each npm script that is named exists, and each that exists is named', () => {
    const scripts = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).scripts)
    const named = every(current, (text) =>
      commands(text).flatMap((command) =>
        [...command.matchAll(/\bnpm (?:run (?:-s )?([\w:]+)|(test|start)\b)/g)].map(([, run, own]) => run ?? own ?? ''),
      ),
    )
    expect(tell(named.filter(({ name }) => !scripts.includes(name)))).toEqual([])
    expect(scripts.filter((script) => !named.some(({ name }) => name === script))).toEqual([])
  })

  test('each operator’s command and option exists', () => {
    const known = [...usage.matchAll(/^ {2}(\w+) +([\w|-]+)/gm)].flatMap(([, noun, verbs = '']) =>
      verbs.split('|').map((verb) => `${noun} ${verb}`),
    )
    // Commands of one word are those that take a file.
    const alone = [...usage.matchAll(/^ {2}(\w+) +FILE/gm)].map(([, noun = '']) => noun)
    const nouns = new Set(known.map((command) => command.split(' ')[0]))
    const named = every(current, (text) =>
      commands(text).flatMap((command) => {
        const [noun = '', verb = '', ...rest] = command.replace(/^npm run -s cli(?: -- |$)/, '').split(' ')
        if (!nouns.has(noun) || alone.includes(noun) || !/^[a-z]/.test(verb)) return []
        return [`${noun} ${verb}`, ...rest.filter((word) => word.startsWith('--'))]
      }),
    )
    expect(
      tell(
        named.filter(({ name }) =>
          name.startsWith('--') ? !usage.includes(`${name} `) && !usage.includes(`${name}]`) : !known.includes(name),
        ),
      ),
    ).toEqual([])
    expect(named.length).toBeGreaterThan(8)
  })

  test('each setting exists, and .env.example has the same ones as the configuration', () => {
    const [, schema = ''] =
      /const environment = z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(read('server/settings.ts').text) ?? []
    const settings = [...schema.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name ?? '')
    const shown = [...read('.env.example').text.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name ?? '')
    expect(settings.length).toBeGreaterThan(10)
    expect(shown.toSorted()).toEqual(settings.toSorted())
    const named = every(current, (text) => quoted(text).filter((word) => /^[A-Z]+(_[A-Z]+)+$/.test(word)))
    expect(tell(named.filter(({ name }) => !settings.includes(name)))).toEqual([])
  })
})

test('each name that the guides quote from the code occurs in it', () => {
  const files = sources('server', 'app', 'tests').concat('prisma/schema.prisma')
  const known = new Set(files.flatMap((file) => read(file).text.match(/\w+/g) ?? []))
  const guides = ['CONTRIBUTING.md', 'server/README.md', 'docs/interface.md', 'docs/glossary.md'].map(read)
  const named = every(guides, (text) => quoted(text).filter((words) => /^[a-z]+(_[a-z]|[A-Z])\w+$/.test(words)))
  expect(tell(named.filter(({ name }) => !known.has(name)))).toEqual([])
  expect(named.length).toBeGreaterThan(100)
})

test('each figure of the README’s table "How fast" stands in the page that the bench writes', () => {
  const [, table = ''] = /^## How fast\n([\s\S]*?)^## /m.exec(read('README.md').text) ?? []
  const figures = [...table.matchAll(/^\| .* \| (\d.*) \| (\d.*): .* \|$/gm)].flatMap((row) => row.slice(1))
  expect(figures.length).toBe(10)
  const measured = read('tests/bench/RESULTS.md').text
  expect(figures.filter((figure) => !measured.includes(`| ${figure} `))).toEqual([])
})

describe('comments refer to documents that exist', () => {
  const self = /^tests\/(unit\/repository\/documents\.test|support\/documents)\.ts$/
  const files = sources('server', 'app', 'tests')
    .filter((file) => !self.test(file))
    .concat('prisma/schema.prisma')
    .map(read)
    // Join the lines of each comment, because a reference may continue on the next line.
    .map(({ file, text }) => ({ file, text: text.replace(/\n\s*(?:\*|\/\/+)(?!\/) ?/g, ' ') }))

  test('each heading of docs/interface.md that a comment names exists', () => {
    const known = headings(read('docs/interface.md').text).slice(1)
    const after = /docs\/interface\.md(.{0,80})/g
    const references = every(files, (text) => [...text.matchAll(after)].map(([, rest = '']) => rest))
    const isKnown = (rest: string): boolean => {
      const heading = known.find((name) => new RegExp(`^${name}(?![\\p{L}’'])`, 'u').test(rest))
      if (heading === undefined) return false
      const [, more] = /^, ([A-Z].*)/.exec(rest.slice(heading.length)) ?? []
      return more === undefined || isKnown(more)
    }
    expect(tell(references.filter(({ name }) => !name.startsWith(': ') || !isKnown(name.slice(2))))).toEqual([])
    expect(references.length).toBeGreaterThan(25)
  })

  test('no comment and no document mentions a DESIGN document', () => {
    const wrong = every([...files, ...all], (text) => text.match(/.{0,30}\bDESIGN\b.{0,30}/g) ?? [])
    expect(tell(wrong)).toEqual([])
  })
})

describe('decisions', () => {
  const heads = decisions.map(({ file, text }) => {
    const [, number, title] = /^# (\d{4})\. (.+)\n/.exec(text) ?? []
    const [, date] = /^Date: (\d{4}-\d\d-\d\d) {2}$/m.exec(text) ?? []
    const [, status = ''] = /^Status: ([\s\S]+?)\n\n/m.exec(text) ?? []
    return { file, text, number, title, date: date ?? '', status }
  })

  test('are numbered without gaps, and each file’s name begins with its number', () => {
    expect(readdirSync('docs/decisions').length).toBe(decisions.length)
    expect(heads.map(({ number }) => number)).toEqual(heads.map((_, at) => String(at + 1).padStart(4, '0')))
    expect(heads.filter(({ file, number }) => !file.startsWith(`docs/decisions/${number}-`))).toEqual([])
  })

  test('have valid dates, none before the date of an earlier record', () => {
    const dates = heads.map(({ date }) => date)
    expect(heads.filter(({ date }) => Number.isNaN(Date.parse(date))).map(({ file }) => file)).toEqual([])
    expect(dates).toEqual(dates.toSorted())
  })

  test('have the sections Context, Decision and Consequence, none of them empty', () => {
    const parts = ['Context', 'Decision', 'Consequence']
    for (const { file, text } of decisions) {
      const [, ...sections] = text.split(/^## /m)
      expect({ file, parts: sections.map((section) => section.split('\n')[0]) }).toEqual({ file, parts })
      expect(sections.filter((section) => section.split('\n').slice(1).join('').trim() === '')).toEqual([])
    }
  })

  test('are accepted or superseded, and two records of which one supersedes the other link to each other', () => {
    const linked = (status: string, word: string) =>
      status
        .split(';')
        .filter((part) => part.includes(word))
        .flatMap((part) =>
          [...part.matchAll(/\[(\d{4})\]\((\1-[\w-]+\.md)\)/g)].map(([, , file]) => `docs/decisions/${file}`),
        )
    for (const { file, status } of heads) {
      expect(`${file}: ${status}`).toMatch(/: (accepted|superseded by \[)/)
      for (const [word, answer] of [
        ['superseded by', 'supersedes'],
        ['supersedes', 'superseded by'],
        ['', ''],
      ] as const) {
        const others = linked(status, word)
        if (word && status.includes(word)) expect(others.length, `${file} ${status}`).toBeGreaterThan(0)
        for (const other of others) {
          const told = heads.find((each) => each.file === other)
          expect(linked(told?.status ?? '', answer), `${file}, ${other}`).toContain(file)
        }
      }
    }
    expect(heads.some(({ status }) => status.startsWith('superseded'))).toBe(true)
  })
})
