import type { Database } from './database.ts'

const demo = { chave: 'demo' }

/** Whether this database was filled for the demo, whose passwords everybody knows: `npm start` refuses such a one. */
export async function isDemo({ prisma }: Database): Promise<boolean> {
  return (await prisma.instalacao.findUnique({ where: demo })) !== null
}

/** Notes for good that this database is the demo's. Idempotent. */
export async function markDemo({ prisma }: Database): Promise<void> {
  await prisma.instalacao.upsert({ where: demo, create: { ...demo, valor: 'sim' }, update: {} })
}
