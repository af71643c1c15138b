import { type RawBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { cast, choose, column, columns, db, jsonRows, none } from '../../database/statement.ts'
import { type FaturamentoPrevisto, faturamentoPrevisto } from '../wire/previstos.ts'

/** A call window has no room for more. */
const most = { meses: 3, eventos: 5 }

/**
 * From when on events count as still to come: those of a month from `mes` on (a `monthNumber`), and those for the next
 * billing if they were registered at `registrado` or later.
 */
export interface PrevistosSince {
  mes: number
  registrado: Date
}

/** An event, with the count and the total of its month. `mes` is a `monthNumber`, 0 for the next billing. */
interface PrevistoRow {
  mes: number
  quantos: number
  total_centavos: number
  evento: FaturamentoPrevisto['eventos'][number]
}

const shownColumns = faturamentoPrevisto.shape.eventos.element.keyof().options

/**
 * A customer's events of the current month and later and of the next billing, without reversed events and reversals:
 * the JSON of the rows that `byMonth` takes.
 */
export function previstosJson(
  id_cliente: RawBuilder<number | null>,
  the: <K extends keyof PrevistosSince>(name: K) => RawBuilder<PrevistosSince[K]>,
) {
  const monthOf = sql<number>`${column('evento_faturamento', 'e', 'ano')} * 12 + ${column('evento_faturamento', 'e', 'mes')} - 1`
  const next = column('evento_faturamento', 'e', 'proximo_faturamento')
  const events = db
    .selectFrom('cliente_servico as s')
    .innerJoin('evento_faturamento as e', 'e.id_cliente_servico', 's.id_cliente_servico')
    .where('s.id_cliente', '=', id_cliente)
    .where('e.estorno_de', 'is', null)
    .where((each) =>
      choose(
        next,
        each('e.criado_em', '>=', cast(the('registrado'), 'timestamptz')),
        each(monthOf, '>=', cast(the('mes'), 'int')),
      ),
    )
    .where(({ selectFrom }) =>
      none(
        selectFrom('evento_faturamento as r')
          .select('r.parcela')
          .whereRef('r.estorno_de', '=', 'e.id_evento_faturamento'),
      ),
    )
    .select(shownColumns.map((name) => `e.${name}` as const))
    .select(choose(next, sql.lit(0), monthOf).as('mes'))
  const ranked = db
    .selectFrom(events.as('e'))
    .selectAll('e')
    .select(({ fn, ref, ...each }) => [
      fn
        .agg<number>('dense_rank')
        .over((over) => over.orderBy('e.mes'))
        .as('ordem'),
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('e.mes').orderBy('e.id_evento_faturamento'))
        .as('lugar'),
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('e.mes'))
        .as('quantos'),
      fn
        .sum<number>(
          choose(each.eb('e.tipo', '=', 'desconto'), each.neg(ref('e.valor_centavos')), ref('e.valor_centavos')),
        )
        .over((over) => over.partitionBy('e.mes'))
        .as('total_centavos'),
    ])
  const shown = db
    .selectFrom(ranked.as('f'))
    .where('f.ordem', '<=', most.meses)
    .where('f.lugar', '<=', most.eventos)
    .select(({ ref }) =>
      jsonRows(
        jsonBuildObject({
          mes: ref('f.mes'),
          quantos: ref('f.quantos'),
          total_centavos: ref('f.total_centavos'),
          evento: jsonBuildObject(columns('evento_faturamento', 'f', shownColumns)),
        }),
        ref('f.mes'),
        ref('f.id_evento_faturamento'),
      ).as('json'),
    )
  return shown.$asScalar()
}

/** Groups the rows of `previstosJson`, which come month by month. */
export function byMonth(rows: readonly PrevistoRow[]): FaturamentoPrevisto[] {
  const months = new Map<number, FaturamentoPrevisto>()
  for (const { mes, quantos, total_centavos, evento } of rows) {
    const em = mes === 0 ? null : { mes: (mes % 12) + 1, ano: Math.floor(mes / 12) }
    const month = months.get(mes) ?? { em, quantos, total_centavos, eventos: [] }
    month.eventos.push(evento)
    months.set(mes, month)
  }
  return [...months.values()]
}
