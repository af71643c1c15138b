import { activeFirstSql, clienteResumoSql } from '../../cliente/rows/resumoSql.ts'
import type { Database } from '../../database/open.ts'
import type { LigacaoRow } from './present.ts'

const maxCandidatos = 20

const select = `
SELECT l.id, l.versao, l.estado, l.ramal, l.identificador_interno, l.telefone, l.ligacao_params, l.id_cliente,
  l.notificada_em, l.tocada_em, l.encerrada_em, l.usuario_id,
  (SELECT coalesce(json_agg(x.resumo), '[]') FROM (
    SELECT ${clienteResumoSql} AS resumo FROM cliente c
    WHERE c.id_cliente = l.id_cliente
      OR (l.id_cliente IS NULL AND c.id_cliente IN (SELECT t.id_cliente FROM cliente_telefone t WHERE t.chave = l.telefone_chave))
    ORDER BY ${activeFirstSql} LIMIT ${maxCandidatos}
  ) x) AS clientes,
  (SELECT json_build_object('id', a.id, 'protocolo', a.protocolo, 'descricao', a.descricao, 'estado', a.estado, 'versao', a.versao,
    'criado_em', extract(epoch FROM a.criado_em) * 1000, 'fechado_em', extract(epoch FROM a.fechado_em) * 1000)
    FROM atendimento a WHERE a.ligacao_id = l.id) AS atendimento
FROM ligacao l`

export type OwnedLigacaoRow = LigacaoRow & { usuario_id: number }

export function ligacaoReader(database: Database) {
  const byId = database.prepared<OwnedLigacaoRow>('ligacao_by_id', `${select} WHERE l.id = $1`)
  const openOf = database.prepared<OwnedLigacaoRow>(
    'ligacao_open_of',
    `${select} WHERE l.usuario_id = $1 AND l.estado = 'aberta' AND l.notificada_em > $2 ORDER BY l.notificada_em, l.id`,
  )
  return {
    /** The call, whosesoever it is; null when there is none. */
    async byId(id: string): Promise<OwnedLigacaoRow | null> {
      return (await byId([id])).rows[0] ?? null
    },
    /** The user's open calls notified after `since`, oldest first. */
    async openOf(usuarioId: number, since: Date): Promise<OwnedLigacaoRow[]> {
      return (await openOf([usuarioId, since])).rows
    },
  }
}

export type LigacaoReader = ReturnType<typeof ligacaoReader>
