import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { sources } from '../../support/importGraph.ts'

/** The database's column names that contain `_`: they cannot be mistaken for other words. */
const columns = [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^ {2}([a-z]\w*)\s+[A-Z]\w*(.*)$/gm)]
  .map(([, name = '', rest = '']) => /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name)
  .filter((name) => name.includes('_'))
/** Finds text that Kysely could check: `alias.column`, a column name with `_`, or a statement. */
const unchecked = new RegExp(
  `\\b[a-z]\\w*\\.[a-z]\\w*\\b|\\b(?:${columns.join('|')})\\b|\\b(?:select|insert into|update|delete from)\\b`,
  'i',
)

interface Template {
  tag: string
  /** Whether the template declares its result type itself. */
  claims: boolean
  /** The template's text without its `${…}` parts and without quoted constants. */
  text: string
}

interface Parsed {
  type?: string
  tag: { name?: string }
  quasi: { quasis: { value: { raw: string } }[] }
  typeArguments?: object
  callee: { object?: { name?: string }; property?: { name?: string } }
  arguments: { value?: unknown }[]
}

/** Every SQL template in the source, nested ones too, and every column name that the compiler cannot check. */
function templatesOf(source: string): Template[] {
  const found: Template[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    else if (typeof node === 'object' && node !== null) {
      const { type, tag, quasi, typeArguments, callee, arguments: given } = node as Parsed
      if (type === 'TaggedTemplateExpression' && ['sql', 'truth'].includes(String(tag.name))) {
        const text = quasi.quasis.map(({ value }) => value.raw).join(' ? ')
        found.push({ tag: String(tag.name), claims: Boolean(typeArguments), text: text.replace(/'[^']*'/g, "''") })
      }
      if (type === 'CallExpression' && callee.object?.name === 'sql' && callee.property?.name === 'ref')
        found.push({ tag: 'ref', claims: false, text: String(given[0]?.value) })
      for (const each of Object.values(node)) visit(each)
    }
  }
  visit(parseAst(source, { lang: 'ts' }))
  return found
}

const templates = sources('server')
  .filter((file) => !file.startsWith('server/database/') && file.endsWith('.ts'))
  .map((file) => ({ file, found: templatesOf(readFileSync(file, 'utf8')) }))

/**
 * The allowed exceptions with their number and reason. The numbers may only fall: whoever removes one lowers its
 * number.
 */
const named: Record<string, [count: number, why: string]> = {
  'server/cliente/rows/lostTexts.ts': [1, 'a row of either of two tables, and the texts given for it'],
  'server/cliente/rows/sealedColumns.ts': [1, 'a row of either of two tables, and the texts given for it'],
  'server/cliente/rows/sealing.ts': [1, 'a row of either of two tables, and the texts given for it'],
  'server/cliente/rows/write/catalogo.ts': [1, 'the place that WITH ORDINALITY gives, which is no column'],
  'server/cliente/rows/joiner/plan.ts': [1, 'a whole row as JSON, of whichever table: its alias is the value'],
  'server/cliente/rows/write/insert.ts': [1, 'ON CONFLICT that compares whole rows, of whichever table'],
}

test('the search finds columns, SQL templates and the text in them that the compiler cannot check', () => {
  expect(columns.length).toBeGreaterThan(100)
  expect(templates.flatMap(({ found }) => found).length).toBeGreaterThan(100)
  const planted = `truth\`x = \${sql<Date>\`(select max(k.tocada_em) from ligacao k)\`}\`; sql\`lower(\${a}) = 'id_cliente'\`; sql.ref('a.b')`
  const [outer, inner, plain, name] = templatesOf(planted)
  expect([outer, inner, plain, name].map((each) => each && unchecked.test(each.text))).toEqual([
    false,
    true,
    false,
    true,
  ])
  expect(inner?.claims).toBe(true)
})

test('column names and statements are written in Kysely, not in SQL templates, but for named exceptions', () => {
  const wrong = templates.flatMap(({ file, found }) => {
    const texts = found.map(({ text }) => text).filter((text) => unchecked.test(text))
    const [count] = named[file] ?? [0]
    return texts.length === count ? [] : [{ file, named: count, found: texts.length, texts }]
  })
  expect(wrong).toEqual([])
  expect(Object.keys(named).filter((file) => !templates.some((each) => each.file === file))).toEqual([])
})

test('no further SQL template declares its own result type, which the compiler would not check', () => {
  const claims = templates.flatMap(({ found }) => found).filter((each) => each.claims)
  expect(claims.length).toBe(13)
})
