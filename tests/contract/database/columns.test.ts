import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { quiet } from '../../support/embedded/folders.ts'
import { type OwnDatabase, ownDatabase } from '../../support/ownDatabase.ts'

let own: OwnDatabase
let database: Database
beforeAll(async () => {
  own = await ownDatabase()
  database = await openDatabase({ ...own, role: 'server', log: quiet })
})
afterAll(async () => {
  await database.close()
  await own.remove()
})

/** The TypeScript type for each PostgreSQL type. An enum keeps its own name. */
const typescript: Record<string, string> = {
  int4: 'number',
  float8: 'number',
  int8: 'string',
  numeric: 'string',
  text: 'string',
  uuid: 'string',
  _text: 'string[]',
  bool: 'boolean',
  date: 'Timestamp',
  timestamp: 'Timestamp',
  timestamptz: 'Timestamp',
  jsonb: 'unknown',
  json: 'unknown',
  _int4: 'number[]',
}

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  generated: boolean
}

async function columnsOfDatabase(): Promise<string[]> {
  const { rows } = await database.pool.query<Column>(
    `SELECT table_name AS table, column_name AS column, udt_name AS type, is_nullable = 'YES' AS nullable,
       column_default IS NOT NULL OR is_generated = 'ALWAYS' AS generated
     FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'`,
  )
  return rows.map(({ table, column, type, nullable, generated }) => {
    const told = typescript[type] ?? type
    // The generated types do not let a list be null: an empty one is written instead.
    const whole = nullable && !told.endsWith('[]') ? `${told} | null` : told
    return `${table}.${column}: ${generated ? `Generated<${whole}>` : whole}`
  })
}

/** The columns of the generated type `DB`, one line per column. */
function columnsOfTypes(): string[] {
  const text = readFileSync('server/database/generated/tables.ts', 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const types = new Map(
    [...text.matchAll(/export type (\w+) = \{\n([\s\S]*?)\n\};/g)].map(([, name, body]) => [name, body]),
  )
  const fields = (body = '') => [...body.matchAll(/^\s*(\w+): (.+);$/gm)].map(([, name, type]) => [name, type] as const)
  return fields(types.get('DB')).flatMap(([table, name]) =>
    fields(types.get(name)).map(([column, type]) => `${table}.${column}: ${type}`),
  )
}

test('a migrated database has exactly the tables and columns of the generated types', async () => {
  const told = columnsOfTypes().sort()
  const there = (await columnsOfDatabase()).sort()
  const beside =
    'schema.prisma, its migrations and server/database/generated disagree: npm run check says which and what to run'
  expect(there, beside).toEqual(told)
  // Guard: the columns have really been read.
  expect(told.length).toBeGreaterThan(150)
})
