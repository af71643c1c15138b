import pg from 'pg'

export interface Table {
  nome: string
  colunas: string[]
}

interface Found extends Table {
  chave: string[]
  precisa: string[]
}

// A restore makes Prisma's own record of migrations anew. Sessions are left out, so that one that was ended after the
// backup does not come back to life.
const leftOut = ['_prisma_migrations', 'sessao']

const found = `
SELECT c.relname AS nome,
  (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS colunas,
  coalesce((SELECT json_agg(a.attname ORDER BY array_position(p.conkey, a.attnum)) FROM pg_constraint p
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (p.conkey)
    WHERE p.conrelid = c.oid AND p.contype = 'p'), '[]') AS chave,
  coalesce((SELECT json_agg(DISTINCT f.confrelid::regclass::text) FROM pg_constraint f
    WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid), '[]') AS precisa
FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
ORDER BY c.relname`

/**
 * Every table that a backup holds, each after the tables that its foreign keys point at. Read from the database itself.
 */
export async function tablesOf(client: pg.ClientBase | pg.Pool): Promise<(Table & { chave: string[] })[]> {
  const { rows } = await client.query<Found>(found)
  const waiting = new Map(rows.filter(({ nome }) => !leftOut.includes(nome)).map((table) => [table.nome, table]))
  const ordered: Found[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ precisa }) => !precisa.some((name) => waiting.has(name)))
    if (ready.length === 0)
      throw new Error(`tables point at one another in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const table of ready) {
      waiting.delete(table.nome)
      ordered.push(table)
    }
  }
  return ordered.map(({ nome, colunas, chave }) => ({ nome, colunas, chave }))
}

/** Tables that have rows before anybody has used a new database. A restore replaces these by the backup's rows. */
export const filledByItself = ['instalacao', 'opcao_atendimento', 'motivo_pausa']

/** Names of the tables that hold data of users; empty for a database that nobody has used. */
export async function tablesInUse(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const filled: string[] = []
  for (const { nome } of await tablesOf(client)) {
    if (filledByItself.includes(nome)) continue
    const { rows } = await client.query(`SELECT 1 FROM ${pg.escapeIdentifier(nome)} LIMIT 1`)
    if (rows.length > 0) filled.push(nome)
  }
  return filled
}

/** The last value of every sequence of ids, by the sequence's name. */
export async function countersOf(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ nome: string; valor: string }>(
    `SELECT sequencename AS nome, last_value::text AS valor FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  )
  return Object.fromEntries(rows.map(({ nome, valor }) => [nome, valor]))
}
