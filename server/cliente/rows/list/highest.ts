import type { Database } from '../../../database/open.ts'

/** The highest `id_cliente`, 0 where there is no customer. */
export async function highestCliente({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ id: number }>('SELECT coalesce(max(id_cliente), 0) AS id FROM cliente')
  return rows[0]?.id ?? 0
}
