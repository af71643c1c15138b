import type { ClienteResumoRow } from '../../cliente/rows/presentResumo.ts'
import type { Database } from '../../database/open.ts'
import type { CancelMark } from '../rules/cancelMark.ts'
import type { KnownLigacao } from '../rules/window.ts'
import { candidatosSql, type FactsRow, freshMarkSql, livingTokenSql, readFactsRow } from './factsRow.ts'
import { plainOpener } from './openPlain.ts'
import { knownLigacaoSql, markSql } from './row.ts'

export interface FactsQuery {
  tokenId: number
  ramal: string | null
  identificador_interno: string | null
  id_cliente: number | null
  codigo_cliente: number | null
  /** Null when the PBX named the customer, or sent no telephone. */
  telefone_chave: string | null
  chave: string | null
  /** Opens the call in the same round trip if nothing is known that could stand in its way; null: only reads. */
  opening: Opening | null
  now: Date
}

/** What a call is opened with beside the facts themselves. */
export interface Opening {
  id: string
  telefone: string | null
  /** '' without a telephone. */
  telefone_chave: string
  ligacao_params: string | null
}

export interface CalledUser {
  id: number
  ramal: string | null
  identificador_interno: string | null
  /** Version of the user's queue: what is written on these facts must still find it. */
  fila: number
}

export interface LigacaoFacts {
  tokenActive: boolean
  /** Users that the ramal or the identificador_interno names: none, one, or two that disagree. */
  usuarios: CalledUser[]
  /** Open windows of those users and the call with the same key; with `opening`, only those that could be the same call. */
  ligacoes: KnownLigacao[]
  marks: CancelMark[]
  /** Customers named or matched by telephone, active contracts first, at most 20. */
  clientes: ClienteResumoRow[]
  /** Whether `opening` was done. The facts are those from before it. */
  opened: boolean
}

// One round trip: users, tokens and customers change rarely, but only the database knows that they have not. Every value
// is a scalar and every join goes from the few rows found to an index (a subquery with LIMIT or OFFSET cannot be turned
// into a scan of the whole table): one plan serves all calls, whether or not the tables were ever analysed.
const sql = `
WITH alvo AS (
  SELECT u.id, u.ramal, u.identificador_interno, f.versao AS fila
  FROM usuario u JOIN fila_ligacoes f ON f.usuario_id = u.id
  WHERE (u.ramal = $2 OR lower(u.identificador_interno) = lower($3)) AND u.desativado IS NOT TRUE
), achados AS (
  SELECT id_cliente FROM cliente WHERE id_cliente = $4::bigint
  UNION SELECT id_cliente FROM cliente WHERE codigo_cliente = $5::bigint
  UNION SELECT id_cliente FROM cliente_telefone WHERE chave = $6
)
SELECT
  EXISTS (SELECT FROM token t WHERE t.id = $1 AND ${livingTokenSql('$8')}) AS token_active,
  (SELECT coalesce(json_agg(alvo), '[]') FROM alvo) AS usuarios,
  (SELECT coalesce(json_agg(${knownLigacaoSql}), '[]') FROM alvo CROSS JOIN LATERAL (
    SELECT * FROM ligacao WHERE usuario_id = alvo.id AND estado = 'aberta'
    UNION ALL SELECT * FROM ligacao WHERE usuario_id = alvo.id AND chave = $7 AND estado <> 'aberta' OFFSET 0
  ) l) AS ligacoes,
  (SELECT coalesce(json_agg(${markSql} ORDER BY m.id), '[]') FROM marca_cancelamento m JOIN alvo ON alvo.id = m.usuario_id
    WHERE ${freshMarkSql('$8::timestamptz')}) AS marks,
  ${candidatosSql('achados')} AS clientes,
  false AS opened`

/**
 * All that the rules of notify and cancel need to know, of one instant, in one round trip; with `opening`, the plain call
 * is also committed in it (./openPlain.ts).
 */
export function factsReader(database: Database) {
  const read = database.prepared<FactsRow>('ligacao_facts', sql)
  const open = plainOpener(database)
  return async (query: FactsQuery): Promise<LigacaoFacts> => {
    if (query.opening) return open({ ...query, opening: query.opening })
    const { tokenId, ramal, identificador_interno, id_cliente, codigo_cliente, telefone_chave, chave, now } = query
    const values = [tokenId, ramal, identificador_interno, id_cliente, codigo_cliente, telefone_chave, chave, now]
    const { rows } = await read(values)
    const [row] = rows
    if (!row) throw new Error('the facts query always gives one row')
    return readFactsRow(row)
  }
}
