import type { Database } from './open.ts'

/** Tables that calls change all day; the customers' are analysed by whoever imports them. */
const busy = ['fila_ligacoes', 'ligacao', 'marca_cancelamento', 'atendimento', 'sessao']

/**
 * What autovacuum does on a PostgreSQL and nobody does in the embedded one: without it, dead rows pile up and the
 * planner knows nothing. One table a statement, so that a call waits for one of them at most.
 */
export async function keepUp({ kind, pool }: Database): Promise<void> {
  if (kind !== 'embedded') return
  for (const table of busy) await pool.query(`VACUUM (ANALYZE) ${table}`)
}
