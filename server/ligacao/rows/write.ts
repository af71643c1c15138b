import type { Database } from '../../database/open.ts'
import type { CancelMark } from '../rules/cancelMark.ts'
import type { NotifiedCall, Refreshed } from '../rules/decideNotify.ts'
import type { KnownLigacao } from '../rules/window.ts'
import type { CalledUser } from './facts.ts'

/**
 * Every write names the version of the user's queue it was decided on and moves it on. When another request (of
 * whatever process) was faster, nothing is written and the answer is false: read the facts again and decide again.
 */
const turn =
  'WITH vez AS (UPDATE fila_ligacoes SET versao = versao + 1 WHERE usuario_id = $1 AND versao = $2 RETURNING usuario_id)'

const insertSql = (estado: 'aberta' | 'cancelada', extra = '') => `${turn}${extra}
INSERT INTO ligacao (id, usuario_id, ramal, identificador_interno, telefone, telefone_chave, chave, ligacao_params,
  id_cliente, id_cliente_notificado, notificada_em, tocada_em, estado, encerrada_em)
SELECT $3, usuario_id, $4, $5, $6, $7, $8, $9, $10, $10, $11, $11, '${estado}', ${estado === 'aberta' ? 'NULL' : '$11::timestamptz'}
FROM vez RETURNING 1`

export function ligacaoWriter(database: Database) {
  const insertOpen = database.prepared('ligacao_open', insertSql('aberta'))
  const insertMissed = database.prepared(
    'ligacao_missed',
    insertSql('cancelada', ', usada AS (DELETE FROM marca_cancelamento WHERE id = $12 AND EXISTS (SELECT 1 FROM vez))'),
  )
  const update = database.prepared(
    'ligacao_refresh',
    `${turn}
     UPDATE ligacao l SET telefone = $4, telefone_chave = $5, ligacao_params = $6, id_cliente = $7, id_cliente_notificado = $8,
       notificada_em = $9, tocada_em = $10, versao = l.versao + 1
     FROM vez WHERE l.id = $3 AND l.versao = $11 AND l.estado = 'aberta' RETURNING 1`,
  )
  const cancel = database.prepared(
    'ligacao_cancel',
    `${turn}
     UPDATE ligacao l SET estado = 'cancelada', encerrada_em = $4, versao = l.versao + 1
     FROM vez WHERE l.id = $3 AND l.estado = 'aberta' RETURNING 1`,
  )
  const mark = database.prepared(
    'ligacao_mark',
    `${turn}, velhas AS (DELETE FROM marca_cancelamento WHERE usuario_id = $1 AND criada_em < $6::timestamptz - interval '1 minute')
     INSERT INTO marca_cancelamento (usuario_id, chave, telefone_chave, id_cliente, criada_em)
     SELECT usuario_id, $3, $4, $5, $6 FROM vez RETURNING 1`,
  )

  const newRow = (usuario: CalledUser, id: string, call: NotifiedCall, now: Date) => [
    usuario.id,
    usuario.fila,
    id,
    usuario.ramal,
    usuario.identificador_interno,
    call.telefone,
    call.telefone_chave,
    call.chave,
    call.ligacao_params,
    call.id_cliente,
    now,
  ]
  const wrote = ({ rowCount }: { rowCount: number | null }) => rowCount === 1

  return {
    async open(usuario: CalledUser, id: string, call: NotifiedCall, now: Date): Promise<boolean> {
      return wrote(await insertOpen(newRow(usuario, id, call, now)))
    },
    /** Records a call whose cancel came first, and uses the mark up. */
    async missed(usuario: CalledUser, id: string, call: NotifiedCall, mark: CancelMark, now: Date): Promise<boolean> {
      return wrote(await insertMissed([...newRow(usuario, id, call, now), mark.id]))
    },
    async refresh(
      usuario: CalledUser,
      ligacao: KnownLigacao,
      to: Refreshed,
      rings: boolean,
      now: Date,
    ): Promise<boolean> {
      const rang = rings ? now : ligacao.tocada_em
      const { telefone, telefone_chave, ligacao_params, id_cliente, id_cliente_notificado } = to
      const values = [
        telefone,
        telefone_chave,
        ligacao_params,
        id_cliente,
        id_cliente_notificado,
        now,
        rang,
        ligacao.versao,
      ]
      return wrote(await update([usuario.id, usuario.fila, ligacao.id, ...values]))
    },
    async cancel(usuario: CalledUser, ligacao: KnownLigacao, now: Date): Promise<boolean> {
      return wrote(await cancel([usuario.id, usuario.fila, ligacao.id, now]))
    },
    async mark(usuario: CalledUser, left: Omit<CancelMark, 'id' | 'criada_em'>, now: Date): Promise<boolean> {
      return wrote(await mark([usuario.id, usuario.fila, left.chave, left.telefone_chave, left.id_cliente, now]))
    },
  }
}

export type LigacaoWriter = ReturnType<typeof ligacaoWriter>
