import type { Database } from '../../database/open.ts'

export interface Reversal {
  id: number
  alcance: 'evento' | 'lancamento'
  motivo: string
  /** UUID of the registration that the reversing events form. */
  lancamento: string
  usuarioId: number
  ip: string
  now: Date
}

export interface Reversed {
  id_evento_faturamento: number
  estorno_de: number
}

/**
 * The reversing events: the same amount in the same month on the other side, each pointing at the event it undoes. One
 * statement with its entry in the record. The unique index on `estorno_de` is what makes it happen once.
 */
const sql = `
WITH alvo AS (
  SELECT o.* FROM evento_faturamento e
  JOIN evento_faturamento o ON o.id_evento_faturamento = e.id_evento_faturamento OR ($2 = 'lancamento' AND o.lancamento = e.lancamento)
  WHERE e.id_evento_faturamento = $1 AND e.estorno_de IS NULL
    AND NOT EXISTS (SELECT 1 FROM evento_faturamento r WHERE r.estorno_de = o.id_evento_faturamento)
), eventos AS (
  INSERT INTO evento_faturamento (lancamento, id_cliente_servico, id_tipo_servico, tipo, descricao, valor_centavos, parcela,
    total_parcelas, proximo_faturamento, mes, ano, estorno_de, motivo_estorno, usuario_id, criado_em)
  SELECT $3::uuid, id_cliente_servico, id_tipo_servico, CASE tipo WHEN 'desconto' THEN 'acrescimo' ELSE 'desconto' END::"TipoEvento",
    descricao, valor_centavos, parcela, total_parcelas, proximo_faturamento, mes, ano, id_evento_faturamento, $4, $5, $7
  FROM alvo ORDER BY parcela
  RETURNING id_evento_faturamento, estorno_de
), registro AS (
  INSERT INTO auditoria (quando, usuario_id, ip, acao, alvo, detalhes)
  SELECT $7, $5, $6, 'evento_faturamento_estornado', 'evento_faturamento:' || $1::int,
    json_build_object('motivo', $4::text, 'alcance', $2::text, 'eventos', count(*), 'lancamento', $3::uuid)
  FROM eventos HAVING count(*) > 0
)
SELECT * FROM eventos ORDER BY id_evento_faturamento`

const reversedMeanwhile = (error: unknown) =>
  (error as { constraint?: string }).constraint === 'evento_faturamento_estorno_de_key'

export function eventoReverser(database: Database) {
  const run = database.prepared<Reversed>('faturamento_reverse', sql)
  return {
    /** Empty when there is nothing left to reverse: it is reversed, is a reversal itself, or does not exist. */
    async reverse(reversal: Reversal): Promise<Reversed[]> {
      const { id, alcance, lancamento, motivo, usuarioId, ip, now } = reversal
      try {
        const { rows } = await run([id, alcance, lancamento, motivo, usuarioId, ip, now])
        return rows
      } catch (error) {
        if (reversedMeanwhile(error)) return []
        throw error
      }
    },
    /** What the event is to a reversal that found nothing to do. */
    async standing(id: number): Promise<'unknown' | 'reversal' | 'event'> {
      const evento = await database.prisma.eventoFaturamento.findUnique({
        where: { id_evento_faturamento: id },
        select: { estorno_de: true },
      })
      if (!evento) return 'unknown'
      return evento.estorno_de === null ? 'event' : 'reversal'
    },
  }
}

export type EventoReverser = ReturnType<typeof eventoReverser>
