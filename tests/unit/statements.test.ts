import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAst } from 'vitest/node'
import { sources } from '../support/importGraph.ts'

/** Columns as the database calls them, as far as their names are no other words. */
const columns = [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^ {2}([a-z]\w*)\s+[A-Z]\w*(.*)$/gm)]
  .map(([, name = '', rest = '']) => /@map\("(\w+)"\)/.exec(rest)?.[1] ?? name)
  .filter((name) => name.includes('_'))
/** A column of an alias, a column whose name is nobody else's word, a statement: what Kysely would check. */
const unchecked = new RegExp(
  `\\b[a-z]\\w*\\.[a-z]\\w*\\b|\\b(?:${columns.join('|')})\\b|\\b(?:select|insert into|update|delete from)\\b`,
  'i',
)

interface Template {
  tag: string
  /** Says of itself what it gives. */
  claims: boolean
  /** Without what is filled in, and without constants in quotes. */
  text: string
}

type Node = { [key: string]: unknown } & { type?: string }

/** Every template of SQL in it, those within others too. */
function templatesOf(source: string): Template[] {
  const found: Template[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    else if (typeof node === 'object' && node !== null) {
      const { type, tag, quasi, typeArguments } = node as Node & { tag: Node; quasi: { quasis: { value: Node }[] } }
      if (type === 'TaggedTemplateExpression' && ['sql', 'truth'].includes(String(tag.name))) {
        const text = quasi.quasis.map(({ value }) => value.raw).join(' ? ')
        found.push({ tag: String(tag.name), claims: Boolean(typeArguments), text: text.replace(/'[^']*'/g, "''") })
      }
      for (const each of Object.values(node)) visit(each)
    }
  }
  visit(parseAst(source, { lang: 'ts' }))
  return found
}

const templates = sources('server')
  .filter((file) => !file.startsWith('server/database/') && file.endsWith('.ts'))
  .map((file) => ({ file, found: templatesOf(readFileSync(file, 'utf8')) }))

/** What stays, and why. The numbers only fall: who takes one away says so here. */
const named: Record<string, [count: number, why: string]> = {
  'server/acesso/rows/pausas.ts': [1, 'not yet written in Kysely'],
  'server/acesso/rows/sessions.ts': [1, 'not yet written in Kysely'],
  'server/acesso/rows/tokens.ts': [2, 'not yet written in Kysely'],
  'server/acesso/rows/users.ts': [2, 'not yet written in Kysely'],
  'server/atendimento/rows/listAtendimentos.ts': [6, 'not yet written in Kysely'],
  'server/atendimento/rows/openAtendimento.ts': [4, 'not yet written in Kysely'],
  'server/atendimento/rows/readAtendimento.ts': [2, 'not yet written in Kysely'],
  'server/auditoria/rows.ts': [1, 'not yet written in Kysely'],
  'server/cliente/rows/browse.ts': [2, 'not yet written in Kysely'],
  'server/cliente/rows/browseFilter.ts': [1, 'not yet written in Kysely'],
  'server/cliente/rows/conexao.ts': [1, 'not yet written in Kysely'],
  'server/cliente/rows/filterOptions.ts': [8, 'not yet written in Kysely'],
  'server/cliente/rows/joiner/plan.ts': [2, 'not yet written in Kysely'],
  'server/cliente/rows/resumo.ts': [4, 'not yet written in Kysely'],
  'server/cliente/rows/sealing.ts': [1, 'not yet written in Kysely'],
  'server/cliente/rows/write/catalogo.ts': [1, 'not yet written in Kysely'],
  'server/cliente/rows/write/insert.ts': [1, 'not yet written in Kysely'],
  'server/contexto/rows.ts': [8, 'not yet written in Kysely'],
  'server/faturamento/rows/previstos.ts': [7, 'not yet written in Kysely'],
  'server/faturamento/rows/register.ts': [1, 'not yet written in Kysely'],
  'server/faturamento/rows/registrationFacts.ts': [1, 'not yet written in Kysely'],
  'server/historico/rows/historySearch.ts': [13, 'not yet written in Kysely'],
  'server/ligacao/rows/attention.ts': [7, 'not yet written in Kysely'],
  'server/ligacao/rows/endings.ts': [5, 'not yet written in Kysely'],
  'server/ligacao/rows/factsStatement.ts': [13, 'not yet written in Kysely'],
  'server/ligacao/rows/hearing.ts': [2, 'not yet written in Kysely'],
  'server/ligacao/rows/ligacao.ts': [7, 'not yet written in Kysely'],
  'server/ligacao/rows/openings.ts': [1, 'not yet written in Kysely'],
  'server/titular/rows/erasure.ts': [3, 'not yet written in Kysely'],
  'server/titular/rows/retention.ts': [1, 'not yet written in Kysely'],
  'server/titular/rows/titular.ts': [2, 'not yet written in Kysely'],
}

test('the templates were really read', () => {
  expect(columns.length).toBeGreaterThan(100)
  expect(templates.flatMap(({ found }) => found).length).toBeGreaterThan(100)
  const planted = `truth\`x = \${sql<Date>\`(select max(k.tocada_em) from ligacao k)\`}\`; sql\`lower(\${a}) = 'id_cliente'\``
  const [outer, inner, plain] = templatesOf(planted)
  expect([outer, inner, plain].map((each) => each && unchecked.test(each.text))).toEqual([false, true, false])
  expect(inner?.claims).toBe(true)
})

test('columns and statements are written in Kysely, where the compiler reads them', () => {
  const wrong = templates.flatMap(({ file, found }) => {
    const texts = found.map(({ text }) => text).filter((text) => unchecked.test(text))
    const [count] = named[file] ?? [0]
    return texts.length === count ? [] : [{ file, named: count, found: texts.length, texts }]
  })
  expect(wrong).toEqual([])
  expect(Object.keys(named).filter((file) => !templates.some((each) => each.file === file))).toEqual([])
})

test('types are the columns’ own: what a template says of itself, the compiler believes', () => {
  const claims = templates.flatMap(({ found }) => found).filter((each) => each.claims)
  expect(claims.length).toBe(101)
})
