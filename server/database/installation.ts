import type { Database } from './database.ts'
import { db, type Place, statement } from './statement.ts'

const demo = { chave: 'demo' }

// Not through Prisma: a start would load its engine for this query alone. docs/decisions/0066.
const noted = statement('installation_noted', (the: Place<{ chave: string }>) =>
  db.selectFrom('instalacao').select('valor').where('chave', '=', the('chave')),
)

/** Whether this database was filled for the demo, whose passwords everybody knows: `npm start` refuses to use it. */
export async function isDemo({ run }: Database): Promise<boolean> {
  return (await run(noted, demo)).length > 0
}

/** Notes for good that this database is the demo's. Idempotent. */
export async function markDemo({ prisma }: Database): Promise<void> {
  await prisma.instalacao.upsert({ where: demo, create: { ...demo, valor: 'sim' }, update: {} })
}
