import { recordAuditoria, type Who } from '../../auditoria/rows.ts'
import type { Database } from '../../database/database.ts'
import { db, type Place, statement } from '../../database/statement.ts'

// Every start asks: by Prisma it would load the compiler of its queries, 90 MB that a desk at rest does not need.
const all = statement('ajustes', (_: Place<object>) => db.selectFrom('ajuste').select(['nome', 'valor']))

/** What administrators set, as it was typed. */
export const readAjustes = ({ run }: Database) => run(all, {})

/** Writes those that are otherwise now, all or none, on record; without a value one goes back to the environment's. */
export const writeAjustes = (
  { prisma }: Database,
  by: Who,
  asked: [nome: string, valor: string | null | undefined][],
  alterado_em: Date,
): Promise<void> =>
  prisma.$transaction(async (tx) => {
    const before = new Map((await tx.ajuste.findMany()).map(({ nome, valor }) => [nome, valor]))
    const changed = asked.filter(([nome, valor]) => (valor || undefined) !== before.get(nome))
    for (const [nome, valor] of changed) {
      if (valor) {
        const row = { valor, alterado_em }
        await tx.ajuste.upsert({ where: { nome }, create: { nome, ...row }, update: row })
      } else await tx.ajuste.deleteMany({ where: { nome } })
    }
    const detalhes = Object.fromEntries(changed.map(([nome, valor]) => [nome, valor || null]))
    if (changed.length > 0) await recordAuditoria({ prisma: tx }, { ...by, acao: 'ajustes_alterados', detalhes })
  })
