import type { Database } from '../../database/database.ts'
import { cast, count, db, jsonTable, type Place, type RowOf, statement } from '../../database/statement.ts'
import type { Pedido } from '../rules/pedido.ts'
import type { Contado } from '../rules/uso.ts'

/** The fields of a request that it is counted by. */
type Lido = Pick<Pedido, 'em' | 'operacao' | 'status'> & {
  token: string | null
  motivo: string | null
  recusa: string[] | null
  vezes: number | null
}

/** The most requests that are looked at, of all tokens: so many are unpacked within 40 ms. */
const most = 4_000

const used = statement('token_uso', (the: Place<{ nome: string; since: Date; em: string }>) =>
  db
    // The subquery gives the newest rows first, so that no more requests are unpacked than the limit takes.
    .with('lido', (query) =>
      query
        .selectFrom(
          query
            .selectFrom('rastro')
            .select(({ ref }) => ['quando', ref('pedidos').$castTo<string>().as('pedidos')])
            .where('quando', '>=', the('since'))
            .orderBy('quando', 'desc')
            .as('r'),
        )
        .crossJoin(({ ref }) =>
          jsonTable<Lido, 'p'>(ref('r.pedidos'), 'p', {
            ...{ em: 'text', operacao: 'text', status: 'int', token: 'text' },
            ...{ motivo: 'text', recusa: 'text[]', vezes: 'int' },
          }),
        )
        .selectAll('p')
        .select('r.quando')
        .orderBy('r.quando', 'desc')
        .limit(most),
    )
    .with('contado', (query) =>
      query
        .selectFrom('lido')
        .select(['operacao', 'status', 'motivo', 'recusa'])
        .select(({ fn }) => cast(fn.sum(fn.coalesce('vezes', cast(1, 'int'))), 'int').as('quantos'))
        .where('token', '=', the('nome'))
        // All are in UTC and have milliseconds, so the order of their texts is the order of their instants.
        .where('em', '>=', the('em'))
        .groupBy(['operacao', 'status', 'motivo', 'recusa']),
    )
    .selectFrom((query) =>
      query
        .selectFrom('lido')
        .select(({ fn }) => [count.as('lidos'), fn.min('quando').as('desde')])
        .as('t'),
    )
    .leftJoin('contado as c', (join) => join.onTrue())
    .select(['t.lidos', 't.desde', 'c.operacao', 'c.status', 'c.motivo', 'c.recusa', 'c.quantos']),
)

/** What a token asked since an instant, by outcome. If that was too much, `desde` says since when it was counted. */
export async function usoSince({ run }: Database, nome: string, since: Date) {
  const rows = await run(used, { nome, since, em: since.toISOString() })
  const [{ lidos, desde } = { lidos: 0, desde: null }] = rows
  return { desde: lidos < most ? null : desde, contados: rows.filter(isContado) }
}

type Row = RowOf<typeof used>
const isContado = (row: Row): row is Row & Contado => row.operacao !== null
