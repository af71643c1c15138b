import type { RunningDesk } from './test.ts'

/** Renames the customer while `work` runs. */
export async function withName({ database }: RunningDesk, id: number, nome: string, work: () => Promise<void>) {
  const name = 'UPDATE cliente SET nome_razaosocial = $2 WHERE id_cliente = $1'
  const { rows } = await database.pool.query('SELECT nome_razaosocial FROM cliente WHERE id_cliente = $1', [id])
  await database.pool.query(name, [id, nome])
  try {
    await work()
  } finally {
    await database.pool.query(name, [id, rows[0].nome_razaosocial])
  }
}
