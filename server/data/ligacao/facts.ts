import type { CancelMark } from '#domain/ligacao/cancelMark'
import { type KnownLigacao, markLifetimeMs } from '#domain/ligacao/window'
import type { ClienteResumoRow } from '../cliente/presentResumo.ts'
import { activeFirstSql, clienteResumoSql } from '../cliente/resumoSql.ts'
import type { Database } from '../database/open.ts'
import { type KnownLigacaoJson, knownLigacaoSql, type MarkJson, markSql, readKnownLigacao, readMark } from './row.ts'

export interface FactsQuery {
  tokenId: number
  ramal: string | null
  identificador_interno: string | null
  id_cliente: number | null
  codigo_cliente: number | null
  /** Null when the PBX named the customer, or sent no telephone. */
  telefone_chave: string | null
  chave: string | null
  now: Date
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
  /** Open windows of those users and the call with the same key. */
  ligacoes: KnownLigacao[]
  marks: CancelMark[]
  /** Customers named or matched by telephone, active contracts first, at most 20. */
  clientes: ClienteResumoRow[]
}

const maxCandidatos = 20

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
  EXISTS (SELECT 1 FROM token t WHERE t.id = $1 AND t.revogado_em IS NULL AND (t.expira_em IS NULL OR t.expira_em > $8)) AS token_active,
  (SELECT coalesce(json_agg(alvo), '[]') FROM alvo) AS usuarios,
  (SELECT coalesce(json_agg(${knownLigacaoSql}), '[]') FROM alvo CROSS JOIN LATERAL (
    SELECT * FROM ligacao WHERE usuario_id = alvo.id AND estado = 'aberta'
    UNION ALL SELECT * FROM ligacao WHERE usuario_id = alvo.id AND chave = $7 AND estado <> 'aberta' OFFSET 0
  ) l) AS ligacoes,
  (SELECT coalesce(json_agg(${markSql} ORDER BY m.id), '[]') FROM marca_cancelamento m JOIN alvo ON alvo.id = m.usuario_id
    WHERE m.criada_em > $8::timestamptz - interval '${markLifetimeMs} milliseconds') AS marks,
  (SELECT coalesce(json_agg(x.resumo), '[]') FROM (
    SELECT ${clienteResumoSql} AS resumo
    FROM achados CROSS JOIN LATERAL (SELECT * FROM cliente d WHERE d.id_cliente = achados.id_cliente LIMIT 1) c
    ORDER BY ${activeFirstSql} LIMIT ${maxCandidatos}
  ) x) AS clientes`

interface Row {
  token_active: boolean
  usuarios: CalledUser[]
  ligacoes: KnownLigacaoJson[]
  marks: MarkJson[]
  clientes: ClienteResumoRow[]
}

/** All that the rules of notify and cancel need to know, of one instant, in one round trip. */
export function factsReader(database: Database) {
  const run = database.prepared<Row>('ligacao_facts', sql)
  return async (query: FactsQuery): Promise<LigacaoFacts> => {
    const { rows } = await run([
      query.tokenId,
      query.ramal,
      query.identificador_interno,
      query.id_cliente,
      query.codigo_cliente,
      query.telefone_chave,
      query.chave,
      query.now,
    ])
    const [row] = rows
    if (!row) throw new Error('the facts query always gives one row')
    return {
      tokenActive: row.token_active,
      usuarios: row.usuarios,
      ligacoes: row.ligacoes.map(readKnownLigacao),
      marks: row.marks.map(readMark),
      clientes: row.clientes,
    }
  }
}
