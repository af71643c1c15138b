import { gather } from '../../database/gather.ts'
import type { Database } from '../../database/open.ts'
import type { FactsQuery, LigacaoFacts, Opening } from './facts.ts'
import { candidatosSql, type FactsRow, freshMarkSql, livingTokenSql, readFactsRow } from './factsRow.ts'
import { knownLigacaoSql, markSql } from './row.ts'

type OpeningQuery = FactsQuery & { opening: Opening }

/** Calls that one statement opens together at most: past it, waiting costs more than it saves. */
const most = 16

/**
 * The plain case of `decideNotify`, which nearly every call is: one user, no mark, and no call that could be the same
 * (of one key, or without a key of one telephone). Each such call is committed by the statement that reads its facts,
 * under the version of the user's queue as every write is; of two calls for one user in one statement, one goes first.
 * Whatever is less plain is only read, and decided in TypeScript. Every join goes from the few rows asked for to an
 * index: OFFSET 0 keeps the planner from scanning whole tables. The calls are one JSON value, because the planner looks
 * into an array for its length, finds each one different, and plans every statement anew for longer than it runs.
 */
const sql = `
WITH pedido AS (
  SELECT p.*, EXISTS (SELECT FROM token t WHERE t.id = p.token AND ${livingTokenSql('p.agora')}) AS confiavel
  FROM json_to_recordset($1::json) AS p (n int, token int, ramal text, identificador text, procurada text, chave text,
    agora timestamptz, id uuid, telefone text, telefone_chave text, params text)
), alvo AS (
  SELECT p.*, u.id AS usuario_id, u.ramal AS u_ramal, u.identificador_interno, f.versao AS fila
  FROM pedido p CROSS JOIN LATERAL (
    SELECT * FROM usuario WHERE (ramal = p.ramal OR lower(identificador_interno) = lower(p.identificador))
      AND desativado IS NOT TRUE OFFSET 0
  ) u CROSS JOIN LATERAL (SELECT versao FROM fila_ligacoes WHERE usuario_id = u.id OFFSET 0) f
), achados AS (
  SELECT p.n, t.id_cliente FROM pedido p
  CROSS JOIN LATERAL (SELECT id_cliente FROM cliente_telefone WHERE chave = p.procurada OFFSET 0) t
), conhecidas AS (
  SELECT a.n, l.* FROM alvo a CROSS JOIN LATERAL (
    SELECT * FROM ligacao WHERE usuario_id = a.usuario_id AND chave = a.chave
    UNION ALL SELECT * FROM ligacao
      WHERE a.chave IS NULL AND usuario_id = a.usuario_id AND estado = 'aberta' AND telefone_chave = a.telefone_chave
    OFFSET 0
  ) l
), marcas AS (
  SELECT a.n, m.* FROM alvo a CROSS JOIN LATERAL (
    SELECT * FROM marca_cancelamento m WHERE m.usuario_id = a.usuario_id AND ${freshMarkSql('a.agora')} OFFSET 0
  ) m
), livre AS (
  SELECT a.* FROM alvo a
  WHERE (a.ramal IS NULL OR a.u_ramal = a.ramal)
    AND (a.identificador IS NULL OR lower(a.identificador_interno) = lower(a.identificador))
    AND a.confiavel
    AND NOT EXISTS (SELECT FROM marcas m WHERE m.n = a.n)
    AND NOT EXISTS (SELECT FROM conhecidas c WHERE c.n = a.n)
), vez AS (
  UPDATE fila_ligacoes f SET versao = f.versao + 1 FROM livre WHERE f.usuario_id = livre.usuario_id AND f.versao = livre.fila
  RETURNING livre.*
), unico AS (
  SELECT n, min(id_cliente) AS id_cliente FROM achados GROUP BY n HAVING count(*) = 1
), nova AS (
  INSERT INTO ligacao (id, usuario_id, ramal, identificador_interno, telefone, telefone_chave, chave, ligacao_params,
    id_cliente, id_cliente_notificado, notificada_em, tocada_em)
  SELECT vez.id, vez.usuario_id, vez.u_ramal, vez.identificador_interno, vez.telefone, vez.telefone_chave, vez.chave,
    vez.params, unico.id_cliente, unico.id_cliente, vez.agora, vez.agora
  FROM vez LEFT JOIN unico USING (n) RETURNING id
)
SELECT
  p.confiavel AS token_active,
  (SELECT coalesce(json_agg(json_build_object('id', a.usuario_id, 'ramal', a.u_ramal,
    'identificador_interno', a.identificador_interno, 'fila', a.fila)), '[]') FROM alvo a WHERE a.n = p.n) AS usuarios,
  (SELECT coalesce(json_agg(${knownLigacaoSql}), '[]') FROM conhecidas l WHERE l.n = p.n) AS ligacoes,
  (SELECT coalesce(json_agg(${markSql} ORDER BY m.id), '[]') FROM marcas m WHERE m.n = p.n) AS marks,
  ${candidatosSql('(SELECT id_cliente FROM achados WHERE n = p.n)')} AS clientes,
  EXISTS (SELECT FROM nova WHERE nova.id = p.id) AS opened
FROM pedido p ORDER BY p.n`

/** The facts of a call that may be plain, and the call itself where it was: `opened` says so. The facts are from before it. */
export function plainOpener(database: Database): (query: OpeningQuery) => Promise<LigacaoFacts> {
  const run = database.prepared<FactsRow>('ligacao_open_plain', sql)
  return gather(async (queries) => {
    const { rows } = await run([JSON.stringify(queries.map(pedidoOf))])
    return rows.map(readFactsRow)
  }, most)
}

const pedidoOf = ({ opening, ...query }: OpeningQuery, n: number) => ({
  n,
  token: query.tokenId,
  ramal: query.ramal,
  identificador: query.identificador_interno,
  procurada: query.telefone_chave,
  chave: query.chave,
  agora: query.now,
  id: opening.id,
  telefone: opening.telefone,
  telefone_chave: opening.telefone_chave,
  params: opening.ligacao_params,
})
