import type { Database } from '../../database/open.ts'
import { type Autor, autorKey } from '../rules/autor.ts'
import { idempotencyLifetimeMs } from '../rules/idempotencia.ts'
import type { Parcela } from '../rules/parcelas.ts'
import type { EventoFaturamento } from '../wire/evento.ts'
import { rowId } from './rowId.ts'

export interface Registration {
  /** UUID that the installments of this registration share. */
  lancamento: string
  evento: EventoFaturamento
  parcelas: readonly Parcela[]
  autor: Autor
  /** The answer's `msg`, as it is remembered. */
  msg: string
  /** What `Idempotency-Key` said and the digest of the body it came with. */
  idempotency: { chave: string; corpo: string } | null
  now: Date
}

/**
 * Judgement and writing are one statement, and so one transaction and one round trip: either every installment, the
 * entry in the record and the remembered answer are there, or nothing is. It writes nothing when the token, the service,
 * the type or the key turn out otherwise than the request needs; why is then asked separately.
 */
const sql = (withKey: boolean) => `
WITH pode AS (
  SELECT 1 WHERE ($1::int IS NULL OR EXISTS (
      SELECT 1 FROM token WHERE id = $1 AND revogado_em IS NULL AND (expira_em IS NULL OR expira_em > $15)))
    AND EXISTS (SELECT 1 FROM cliente_servico WHERE id_cliente_servico = $3)
    AND EXISTS (SELECT 1 FROM tipo_servico WHERE id_tipo_servico = $4 AND ativo)
    ${withKey ? 'AND NOT EXISTS (SELECT 1 FROM idempotencia WHERE ator = $16 AND chave = $17)' : ''}
), eventos AS (
  INSERT INTO evento_faturamento (usuario_id, token_id, lancamento, id_cliente_servico, id_tipo_servico, tipo, descricao,
    proximo_faturamento, parcela, total_parcelas, valor_centavos, mes, ano, criado_em)
  SELECT $2::int, $1::int, $5::uuid, $3::int, $4::int, $6::"TipoEvento", $7, $8, p.parcela, $10::int, p.valor, p.mes, p.ano, $15
  FROM pode, json_to_recordset($9::json) p (parcela int, valor int, mes int, ano int)
  RETURNING id_evento_faturamento, parcela
), resposta AS (
  SELECT '{"status":"success","msg":' || $11::text || ',"eventos_faturamento":['
    || string_agg('{"id_evento_faturamento":' || id_evento_faturamento || '}', ',' ORDER BY parcela) || ']}' AS texto
  FROM eventos HAVING count(*) > 0
), registro AS (
  INSERT INTO auditoria (quando, usuario_id, token_id, ip, acao, alvo, detalhes)
  SELECT $15, $2::int, $1::int, $12, 'evento_faturamento_registrado', $13, $14::jsonb FROM resposta
${withKey ? lembradaSql : ''})
SELECT texto FROM resposta`

const lembradaSql = `), lembrada AS (
  INSERT INTO idempotencia (ator, chave, corpo, resposta, criado_em)
  SELECT $16, $17, $18, texto, $15 FROM resposta
`

/** A sibling with the same key was faster, or its answer is older than a day. */
const keyTaken = (error: unknown) =>
  (error as { code?: string; constraint?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === 'idempotencia_pkey'

/** The service was removed in the same instant. */
const referenceGone = (error: unknown) => (error as { code?: string }).code === '23503'

export function eventoRegister(database: Database) {
  const plain = database.prepared<{ texto: string }>('faturamento_register', sql(false))
  const keyed = database.prepared<{ texto: string }>('faturamento_register_keyed', sql(true))
  const forget = database.prepared(
    'faturamento_forget',
    'DELETE FROM idempotencia WHERE ator = $1 AND chave = $2 AND criado_em <= $3',
  )

  return {
    /** The answer's JSON; null when nothing was written because the facts did not allow it. */
    async write(registration: Registration): Promise<string | null> {
      try {
        const { rows } = await (registration.idempotency ? keyed : plain)(valuesOf(registration))
        return rows[0]?.texto ?? null
      } catch (error) {
        if (keyTaken(error) || referenceGone(error)) return null
        throw error
      }
    },
    /** Forgets the answer of that key if its day is over. */
    async forgetOld(autor: Autor, chave: string, now: Date): Promise<void> {
      await forget([autorKey(autor), chave, new Date(now.getTime() - idempotencyLifetimeMs)])
    },
    /** Forgets every answer whose day is over; gives how many. */
    async forgetAllOld(now: Date): Promise<number> {
      const { rowCount } = await database.pool.query('DELETE FROM idempotencia WHERE criado_em <= $1', [
        new Date(now.getTime() - idempotencyLifetimeMs),
      ])
      return rowCount ?? 0
    },
  }
}

export type EventoRegister = ReturnType<typeof eventoRegister>

/** The installments are one JSON value: by arrays PostgreSQL would plan every registration anew (see openPlain.ts). */
const parcelaRow = ({ valor_centavos: valor, em }: Parcela, index: number) => ({
  parcela: index + 1,
  valor,
  mes: em?.mes ?? null,
  ano: em?.ano ?? null,
})

function valuesOf({ lancamento, evento, parcelas, autor, msg, idempotency, now }: Registration): unknown[] {
  const { id_cliente_servico, id_tipo_servico, tipo, descricao, cobranca, valor_centavos } = evento
  return [
    autor.tokenId,
    autor.usuarioId,
    rowId(id_cliente_servico),
    rowId(id_tipo_servico),
    lancamento,
    tipo,
    descricao,
    cobranca.modo === 'proximo_faturamento',
    JSON.stringify(parcelas.map(parcelaRow)),
    parcelas.length,
    JSON.stringify(msg),
    autor.ip,
    `cliente_servico:${id_cliente_servico}`,
    JSON.stringify({ lancamento, tipo, valor_centavos, parcelas: parcelas.length }),
    now,
    ...(idempotency ? [autorKey(autor), idempotency.chave, idempotency.corpo] : []),
  ]
}
