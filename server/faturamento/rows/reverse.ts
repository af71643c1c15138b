import { type NotNull, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Acao } from '../../auditoria/wire.ts'
import type { Database } from '../../database/database.ts'
import { cast, db, none, type Place, type RowOf, statement } from '../../database/statement.ts'
import { isTaken } from '../../database/violates.ts'

interface Reversal {
  id: number
  alcance: 'evento' | 'lancamento'
  motivo: string
  /** UUID of the registration that the reversing events form. */
  lancamento: string
  usuarioId: number
  ip: string
  now: Date
}

/** The columns that a reversing event copies from the event it undoes. */
const kept = [
  ...['id_cliente_servico', 'id_tipo_servico', 'descricao', 'valor_centavos', 'parcela', 'total_parcelas'],
  ...['proximo_faturamento', 'mes', 'ano'],
] as const

/**
 * Writes the reversing events: the same amount in the same month on the other side, each pointing at the event it
 * undoes. The entry in the record is part of the statement. The unique index on `estorno_de` keeps an event from being
 * undone twice.
 */
const reversed = statement('faturamento_reverse', (the: Place<Reversal>) =>
  db
    .with('alvo', (of) =>
      of
        .selectFrom('evento_faturamento as e')
        .innerJoin('evento_faturamento as o', (join) =>
          join.on(({ or, and, eb }) =>
            or([
              eb('o.id_evento_faturamento', '=', eb.ref('e.id_evento_faturamento')),
              and([eb(the('alcance'), '=', 'lancamento'), eb('o.lancamento', '=', eb.ref('e.lancamento'))]),
            ]),
          ),
        )
        .selectAll('o')
        .where('e.id_evento_faturamento', '=', the('id'))
        .where('e.estorno_de', 'is', null)
        .where(({ selectFrom }) =>
          none(
            selectFrom('evento_faturamento as r')
              .select('r.id_evento_faturamento')
              .whereRef('r.estorno_de', '=', 'o.id_evento_faturamento'),
          ),
        ),
    )
    .with('eventos', (of) =>
      of
        .insertInto('evento_faturamento')
        .columns([...kept, 'estorno_de', 'tipo', 'lancamento', 'motivo_estorno', 'usuario_id', 'criado_em'])
        .expression((each) =>
          each
            .selectFrom('alvo')
            .select([...kept, 'id_evento_faturamento'])
            .select((of) => [
              cast(
                of.case('tipo').when('desconto').then(sql.lit('acrescimo')).else(sql.lit('desconto')).end(),
                '"TipoEvento"',
              ).as('tipo'),
              cast(the('lancamento'), 'uuid').as('lancamento'),
              the('motivo').as('motivo_estorno'),
              the('usuarioId').as('usuario_id'),
              the('now').as('criado_em'),
            ])
            .orderBy('parcela'),
        )
        .returning(['id_evento_faturamento', 'estorno_de'])
        .$narrowType<{ estorno_de: NotNull }>(),
    )
    .with('registro', (of) =>
      of
        .insertInto('auditoria')
        .columns(['quando', 'usuario_id', 'ip', 'acao', 'alvo', 'detalhes'])
        .expression((each) =>
          each
            .selectFrom('eventos')
            .select(({ fn }) => [
              the('now').as('quando'),
              the('usuarioId').as('usuario_id'),
              the('ip').as('ip'),
              sql.lit('evento_faturamento_estornado' satisfies Acao).as('acao'),
              sql`'evento_faturamento:' || ${the('id')}::int`.as('alvo'),
              jsonBuildObject({
                motivo: cast(the('motivo'), 'text'),
                alcance: cast(the('alcance'), 'text'),
                eventos: fn.countAll(),
                lancamento: cast(the('lancamento'), 'uuid'),
              }).as('detalhes'),
            ])
            .having(({ fn }) => fn.countAll(), '>', 0),
        ),
    )
    .selectFrom('eventos')
    .select(['id_evento_faturamento', 'estorno_de'])
    .orderBy('id_evento_faturamento'),
)

export type Reversed = RowOf<typeof reversed>

/**
 * Returns the reversing events; none when the event is reversed already, is itself a reversal or does not exist. When
 * another request has just reversed one of several, the statement fails whole, and the retry leaves that event out.
 */
export async function writeReversal({ run }: Database, reversal: Reversal): Promise<Reversed[]> {
  for (;;) {
    try {
      return await run(reversed, reversal)
    } catch (error) {
      if (!isTaken(error, 'evento_faturamento_estorno_de_key')) throw error
    }
  }
}

/** Tells why a reversal found nothing to do; `event`: the event is reversed already. */
export async function standingOf({ prisma }: Database, id: number): Promise<'unknown' | 'reversal' | 'event'> {
  const evento = await prisma.eventoFaturamento.findUnique({
    where: { id_evento_faturamento: id },
    select: { estorno_de: true },
  })
  if (!evento) return 'unknown'
  return evento.estorno_de === null ? 'event' : 'reversal'
}
