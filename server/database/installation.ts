import type { Database } from './open.ts'

/** What is noted of this installation as a whole. */
export function installation({ prisma }: Database) {
  return {
    async isDemo(): Promise<boolean> {
      return (await prisma.instalacao.findUnique({ where: { chave: 'demo' } })) !== null
    },
    async markDemo(): Promise<void> {
      await prisma.instalacao.upsert({ where: { chave: 'demo' }, create: { chave: 'demo', valor: 'sim' }, update: {} })
    },
  }
}
