import type pg from 'pg'
import type { Database } from './database.ts'
import { db, type Place, statement } from './statement.ts'

// Rows of `instalacao`, each a note under its name (`chave`).

type Run = Pick<Database, 'run'>
type Note = { chave: string; valor: string }

// Not through Prisma: a start would load its engine for this query alone. docs/decisions/0066.
const note = statement('installation_note', (the: Place<{ chave: string }>) =>
  db.selectFrom('instalacao').select('valor').where('chave', '=', the('chave')),
)

/** What the installation notes under this name; undefined for nothing. */
export const readNote = async ({ run }: Run, chave: string): Promise<string | undefined> =>
  (await run(note, { chave }))[0]?.valor

const inserted = (the: Place<Note>) => db.insertInto('instalacao').values({ chave: the('chave'), valor: the('valor') })

const written = statement('installation_write', (the: Place<Note>) =>
  inserted(the).onConflict((on) => on.column('chave').doUpdateSet((each) => ({ valor: each.ref('excluded.valor') }))),
)

/** Notes the value in place of the one before. */
export async function writeNote({ run }: Run, chave: string, valor: string, client?: pg.ClientBase): Promise<void> {
  await run(written, { chave, valor }, client)
}

const kept = statement('installation_keep', (the: Place<Note>) =>
  inserted(the)
    .onConflict((on) => on.column('chave').doUpdateSet((each) => ({ valor: each.ref('instalacao.valor') })))
    .returning('valor'),
)

/** Notes the value unless there is a note; returns what is noted then, the same for all processes that do so at once. */
export async function keepNote({ run }: Run, chave: string, valor: string, client?: pg.ClientBase): Promise<string> {
  const [row] = await run(kept, { chave, valor }, client)
  if (!row) throw new Error('a note is always there after the upsert')
  return row.valor
}

const demo = 'demo'

/** Whether this database was filled for the demo, whose passwords everybody knows: `npm start` refuses to use it. */
export const isDemo = async (database: Database): Promise<boolean> => (await readNote(database, demo)) !== undefined

/** Notes for good that this database is the demo's. Idempotent. */
export const markDemo = (database: Database): Promise<void> => writeNote(database, demo, 'sim')
