import type { Database } from '../../database/open.ts'

interface Touched {
  id: string
  usuario_id: number
}

/** What becomes of calls by themselves or by their agent's hand. Every change moves `versao` on. */
export function ligacaoLifecycle(database: Database) {
  const run = async (sql: string, values: unknown[]): Promise<Touched[]> =>
    (await database.pool.query<Touched>(sql, values)).rows
  const end = (estado: string) => `UPDATE ligacao SET estado = '${estado}', encerrada_em = $1, versao = versao + 1`

  return {
    /** Ends the open windows notified before `before`; gives those it ended. */
    expire: (before: Date, now: Date) =>
      run(`${end('expirada')} WHERE estado = 'aberta' AND notificada_em <= $2 RETURNING id, usuario_id`, [now, before]),

    /** Calls that no screen ever showed and that are older than `before` count as missed. */
    missUnseen: (usuarioId: number, before: Date, now: Date) =>
      run(
        `${end('perdida')} WHERE usuario_id = $3 AND estado = 'aberta' AND exibida_em IS NULL AND notificada_em < $2
         RETURNING id, usuario_id`,
        [now, before, usuarioId],
      ),

    /** First showing only; a call named with another user than its own is left alone. Not a change of the call: `versao` stays. */
    async shown(windows: readonly Touched[], now: Date): Promise<void> {
      const sql = `UPDATE ligacao l SET exibida_em = $1 FROM unnest($2::uuid[], $3::int[]) v (id, usuario_id)
        WHERE l.id = v.id AND l.usuario_id = v.usuario_id AND l.exibida_em IS NULL`
      const ids = windows.map(({ id }) => id)
      const usuarios = windows.map(({ usuario_id }) => usuario_id)
      await database.pool.query(sql, [now, ids, usuarios])
    },

    /** The agent closes the window. False when it was not open or not hers. */
    async close(usuarioId: number, id: string, now: Date): Promise<boolean> {
      const sql = `${end('fechada')} WHERE id = $2 AND usuario_id = $3 AND estado = 'aberta' RETURNING id, usuario_id`
      return (await run(sql, [now, id, usuarioId])).length === 1
    },

    /** The agent says who calls. False when the window is not open, not hers, or has its ticket already. */
    async link(usuarioId: number, id: string, idCliente: number): Promise<boolean> {
      const sql = `UPDATE ligacao l SET id_cliente = $1, versao = versao + 1
        WHERE l.id = $2 AND l.usuario_id = $3 AND l.estado = 'aberta'
          AND EXISTS (SELECT 1 FROM cliente c WHERE c.id_cliente = $1)
          AND NOT EXISTS (SELECT 1 FROM atendimento a WHERE a.ligacao_id = l.id) RETURNING id, usuario_id`
      return (await run(sql, [idCliente, id, usuarioId])).length === 1
    },
  }
}

export type LigacaoLifecycle = ReturnType<typeof ligacaoLifecycle>
