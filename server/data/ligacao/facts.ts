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

const maxCandidatos = 20

// One round trip: users, tokens and customers change rarely, but only the database knows that they have not. Every value
// is a scalar and every join goes from the few rows found to an index (a subquery with LIMIT or OFFSET cannot be turned
// into a scan of the whole table): one plan serves all calls, whether or not the tables were ever analysed.
const found = (windows: string) => `
WITH alvo AS (
  SELECT u.id, u.ramal, u.identificador_interno, f.versao AS fila
  FROM usuario u JOIN fila_ligacoes f ON f.usuario_id = u.id
  WHERE (u.ramal = $2 OR lower(u.identificador_interno) = lower($3)) AND u.desativado IS NOT TRUE
), achados AS (
  SELECT id_cliente FROM cliente WHERE id_cliente = $4::bigint
  UNION SELECT id_cliente FROM cliente WHERE codigo_cliente = $5::bigint
  UNION SELECT id_cliente FROM cliente_telefone WHERE chave = $6
), conhecidas AS (
  SELECT l.* FROM alvo CROSS JOIN LATERAL (
    ${windows} OFFSET 0
  ) l
), marcas AS (
  SELECT m.* FROM marca_cancelamento m JOIN alvo ON alvo.id = m.usuario_id
  WHERE m.criada_em > $8::timestamptz - interval '${markLifetimeMs} milliseconds'
), confianca AS (
  SELECT FROM token t WHERE t.id = $1 AND t.revogado_em IS NULL AND (t.expira_em IS NULL OR t.expira_em > $8)
)`

const everyWindow = `SELECT * FROM ligacao WHERE usuario_id = alvo.id AND estado = 'aberta'
    UNION ALL SELECT * FROM ligacao WHERE usuario_id = alvo.id AND chave = $7 AND estado <> 'aberta'`

/** Those that `decideNotify` could take for the same call: of one key, or without a key of one telephone. */
const sameCall = `SELECT * FROM ligacao WHERE usuario_id = alvo.id AND chave = $7
    UNION ALL SELECT * FROM ligacao
      WHERE $7::text IS NULL AND usuario_id = alvo.id AND estado = 'aberta' AND telefone_chave = $11`

// The plain case of `decideNotify`, which nearly every call is: one user, no mark, and no call that could be the same.
// Whatever is less plain is only read, and decided there.
const opening = `, livre AS (
  SELECT alvo.* FROM alvo
  WHERE ($2::text IS NULL OR alvo.ramal = $2) AND ($3::text IS NULL OR lower(alvo.identificador_interno) = lower($3))
    AND EXISTS (SELECT FROM confianca) AND NOT EXISTS (SELECT FROM marcas) AND NOT EXISTS (SELECT FROM conhecidas)
), vez AS (
  UPDATE fila_ligacoes f SET versao = f.versao + 1 FROM livre WHERE f.usuario_id = livre.id AND f.versao = livre.fila
  RETURNING f.usuario_id, livre.ramal, livre.identificador_interno
), unico AS (
  SELECT min(id_cliente) AS id_cliente FROM achados HAVING count(*) = 1
), nova AS (
  INSERT INTO ligacao (id, usuario_id, ramal, identificador_interno, telefone, telefone_chave, chave, ligacao_params,
    id_cliente, id_cliente_notificado, notificada_em, tocada_em)
  SELECT $9::uuid, vez.usuario_id, vez.ramal, vez.identificador_interno, $10, $11, $7, $12,
    unico.id_cliente, unico.id_cliente, $8, $8
  FROM vez LEFT JOIN unico ON true RETURNING 1
)`

const facts = `
SELECT
  EXISTS (SELECT FROM confianca) AS token_active,
  (SELECT coalesce(json_agg(alvo), '[]') FROM alvo) AS usuarios,
  (SELECT coalesce(json_agg(${knownLigacaoSql}), '[]') FROM conhecidas l) AS ligacoes,
  (SELECT coalesce(json_agg(${markSql} ORDER BY m.id), '[]') FROM marcas m) AS marks,
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
  opened: boolean
}

/**
 * All that the rules of notify and cancel need to know, of one instant, in one round trip; with `opening`, the plain call
 * is also committed in it. That names the version of the user's queue as every write does: a request that was faster
 * leaves it undone.
 */
export function factsReader(database: Database) {
  const read = database.prepared<Row>('ligacao_facts', `${found(everyWindow)}${facts}, false AS opened`)
  const open = database.prepared<Row>(
    'ligacao_facts_opening',
    `${found(sameCall)}${opening}${facts}, EXISTS (SELECT FROM nova) AS opened`,
  )
  return async (query: FactsQuery): Promise<LigacaoFacts> => {
    const values = [
      query.tokenId,
      query.ramal,
      query.identificador_interno,
      query.id_cliente,
      query.codigo_cliente,
      query.telefone_chave,
      query.chave,
      query.now,
    ]
    const { id, telefone, telefone_chave, ligacao_params } = query.opening ?? {}
    const { rows } = query.opening
      ? await open([...values, id, telefone, telefone_chave, ligacao_params])
      : await read(values)
    const [row] = rows
    if (!row) throw new Error('the facts query always gives one row')
    return {
      tokenActive: row.token_active,
      usuarios: row.usuarios,
      ligacoes: row.ligacoes.map(readKnownLigacao),
      marks: row.marks.map(readMark),
      clientes: row.clientes,
      opened: row.opened,
    }
  }
}
