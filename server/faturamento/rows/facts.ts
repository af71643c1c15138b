import type { Database } from '../../database/open.ts'
import { type Autor, autorKey } from '../rules/autor.ts'
import { idempotencyLifetimeMs } from '../rules/idempotencia.ts'
import { rowId } from './rowId.ts'

export interface FaturamentoFacts {
  /** True for people: their session was judged at the door. */
  tokenActive: boolean
  servicoExists: boolean
  tipoServico: 'active' | 'disabled' | 'unknown'
  /** What was answered to the same key within the last day. */
  remembered: { corpo: string; resposta: string } | null
}

const sql = `
SELECT
  $1::int IS NULL OR EXISTS (
    SELECT 1 FROM token WHERE id = $1 AND revogado_em IS NULL AND (expira_em IS NULL OR expira_em > $4)) AS token_active,
  EXISTS (SELECT 1 FROM cliente_servico WHERE id_cliente_servico = $2) AS servico_exists,
  (SELECT ativo FROM tipo_servico WHERE id_tipo_servico = $3) AS tipo_ativo,
  (SELECT json_build_object('corpo', corpo, 'resposta', resposta) FROM idempotencia
    WHERE ator = $5 AND chave = $6 AND criado_em > $7) AS remembered`

interface Row {
  token_active: boolean
  servico_exists: boolean
  tipo_ativo: boolean | null
  remembered: FaturamentoFacts['remembered']
}

export interface FactsQuery {
  autor: Autor
  id_cliente_servico: number | null
  id_tipo_servico: number | null
  chave: string | null
  now: Date
}

/** What the rules need to know to say why a registration cannot be. */
export function faturamentoFacts(database: Database) {
  const run = database.prepared<Row>('faturamento_facts', sql)
  return async ({ autor, id_cliente_servico, id_tipo_servico, chave, now }: FactsQuery): Promise<FaturamentoFacts> => {
    const { rows } = await run([
      autor.tokenId,
      rowId(id_cliente_servico),
      rowId(id_tipo_servico),
      now,
      autorKey(autor),
      chave,
      new Date(now.getTime() - idempotencyLifetimeMs),
    ])
    const [row] = rows
    if (!row) throw new Error('the facts query always gives one row')
    return {
      tokenActive: row.token_active,
      servicoExists: row.servico_exists,
      tipoServico: row.tipo_ativo === null ? 'unknown' : row.tipo_ativo ? 'active' : 'disabled',
      remembered: row.remembered,
    }
  }
}
