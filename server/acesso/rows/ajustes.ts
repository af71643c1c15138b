import { recordAuditoria, type Who } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import { inTurn } from '../../database/inTurn.ts'
import { db, statement } from '../../database/statement.ts'

// Runs at every start: through Prisma it would load Prisma's query compiler, 90 MB that an idle desk does not need.
const all = statement('ajustes', () => db.selectFrom('ajuste').select(['nome', 'valor']))

/** What administrators set, as it was typed. */
export const readAjustes = ({ run }: Database) => run(all, {})

type Asked = readonly [nome: string, valor: string | null | undefined, lido: string | null | undefined]

/**
 * Writes the settings that change, all or none, on record. One without a value goes back to the environment's. Returns
 * those that are no longer `lido`, each as it is now; then nothing is written. Without a `lido` it does not matter.
 */
export const writeAjustes = (
  database: Database,
  by: Who,
  asked: readonly Asked[],
  alterado_em: Date,
): Promise<[nome: string, agora: string | undefined][]> =>
  inTurn(database, async (tx) => {
    const before = new Map((await tx.ajuste.findMany()).map(({ nome, valor }) => [nome, valor]))
    const changed = asked.filter(([nome, valor]) => (valor || undefined) !== before.get(nome))
    const overtaken = changed.filter(([nome, , lido]) => lido !== undefined && (lido || undefined) !== before.get(nome))
    if (overtaken.length > 0) return overtaken.map(([nome]) => [nome, before.get(nome)])
    for (const [nome, valor] of changed) {
      if (valor) {
        const row = { valor, alterado_em }
        await tx.ajuste.upsert({ where: { nome }, create: { nome, ...row }, update: row })
      } else await tx.ajuste.deleteMany({ where: { nome } })
    }
    const detalhes = Object.fromEntries(changed.map(([nome, valor]) => [nome, valor || null]))
    if (changed.length > 0) await recordAuditoria({ prisma: tx }, { ...by, acao: 'ajustes_alterados', detalhes })
    return []
  })
