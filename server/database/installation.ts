import type { Database } from './database.ts'
import { db, type Place, statement } from './statement.ts'

const demo = { chave: 'demo' }

// Not through Prisma: a start would load its engine for this query alone. docs/decisions/0066.
const note = statement('installation_note', (the: Place<{ chave: string }>) =>
  db.selectFrom('instalacao').select('valor').where('chave', '=', the('chave')),
)

/** What the installation notes under this name; undefined for nothing. */
export const readNote = async ({ run }: Pick<Database, 'run'>, chave: string): Promise<string | undefined> =>
  (await run(note, { chave }))[0]?.valor

/** Whether this database was filled for the demo, whose passwords everybody knows: `npm start` refuses to use it. */
export const isDemo = async (database: Database): Promise<boolean> =>
  (await readNote(database, demo.chave)) !== undefined

/** Notes for good that this database is the demo's. Idempotent. */
export async function markDemo({ prisma }: Database): Promise<void> {
  await prisma.instalacao.upsert({ where: demo, create: { ...demo, valor: 'sim' }, update: {} })
}
