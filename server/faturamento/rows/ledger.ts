import { type InferResult, sql } from 'kysely'
import { presentAutor } from '../../auditoria/rows/readAuditoria.ts'
import type { Database } from '../../database/database.ts'
import { cutPage, olderThan, type Page, type PageEnd } from '../../database/pages.ts'
import { build, cast, count, db, ifGiven, statement } from '../../database/statement.ts'
import type { Period } from '../../protocolo/rules/period.ts'
import type { AutorOpcao, EventoListado, LedgerFilter, TotaisFaturamento } from '../wire/ledger.ts'

/** The part of the ledger that is shown: a period and a filter. */
export interface LedgerView extends Period {
  filter: Omit<LedgerFilter, 'data_inicio' | 'data_fim'>
}

/**
 * All events, or those of one customer. A customer's events are few: OFFSET 0 makes the planner find them by the
 * customer's services and then sort them, and not walk the whole ledger in order.
 */
const eventsOf = (cliente: number | undefined) =>
  cliente === undefined
    ? build.selectFrom('evento_faturamento as v').selectAll('v').as('e')
    : build
        .selectFrom('cliente_servico as s')
        .innerJoin('evento_faturamento as v', 'v.id_cliente_servico', 's.id_cliente_servico')
        .where('s.id_cliente', '=', cliente)
        .selectAll('v')
        .offset(sql.lit(0))
        .as('e')

/** The events `e` that the filter finds. */
const found = ({ filter: { cliente, tipo, autor }, since, until }: LedgerView) =>
  build
    .selectFrom(eventsOf(cliente))
    .where(({ eb }) => ifGiven(since, (since) => eb('e.criado_em', '>=', since)))
    .where(({ eb }) => ifGiven(until, (until) => eb('e.criado_em', '<', until)))
    .where(({ eb }) => ifGiven(tipo, (tipo) => eb('e.tipo', '=', tipo)))
    .where(({ eb }) => ifGiven(autor, ({ tipo, id }) => eb(tipo === 'token' ? 'e.token_id' : 'e.usuario_id', '=', id)))

/** Chooses the page's rows first, from one index, and joins the other tables to those few rows alone. */
const pageOf = (view: LedgerView, after: PageEnd | null, limit: number) =>
  build
    .with(
      (cte) => cte('pagina').materialized(),
      () =>
        found(view)
          .selectAll('e')
          .where(ifGiven(after, (end) => olderThan(end, 'e.criado_em', 'e.id_evento_faturamento')))
          .orderBy('e.criado_em', 'desc')
          .orderBy('e.id_evento_faturamento', 'desc')
          .limit(limit),
    )
    .selectFrom('pagina as e')
    .innerJoin('cliente_servico as s', 's.id_cliente_servico', 'e.id_cliente_servico')
    .innerJoin('cliente as c', 'c.id_cliente', 's.id_cliente')
    .innerJoin('tipo_servico as t', 't.id_tipo_servico', 'e.id_tipo_servico')
    .leftJoin('usuario as u', 'u.id', 'e.usuario_id')
    .leftJoin('token as k', 'k.id', 'e.token_id')
    .leftJoin('evento_faturamento as r', 'r.estorno_de', 'e.id_evento_faturamento')
    .select(['e.id_evento_faturamento', 'e.lancamento', 'e.tipo', 'e.descricao', 'e.valor_centavos', 'e.parcela'])
    .select(['e.total_parcelas', 'e.proximo_faturamento', 'e.mes', 'e.ano', 'e.criado_em', 'e.estorno_de'])
    .select(['e.motivo_estorno', 'e.usuario_id', 'e.token_id', 'e.id_cliente_servico', 's.nome as servico'])
    .select(['c.id_cliente', 'c.codigo_cliente', 'c.nome_razaosocial', 'e.id_tipo_servico', 't.display'])
    .select(['u.nome as usuario', 'k.nome as token', 'r.id_evento_faturamento as estornado_por'])
    .orderBy('e.criado_em', 'desc')
    .orderBy('e.id_evento_faturamento', 'desc')

function presentEvento(row: InferResult<ReturnType<typeof pageOf>>[number]): EventoListado {
  const { usuario_id, token_id, usuario, token, servico, display, id_tipo_servico, ...evento } = row
  const { id_cliente, codigo_cliente, nome_razaosocial, id_cliente_servico, criado_em, ...own } = evento
  return {
    ...own,
    criado_em: criado_em.toISOString(),
    cliente: { id_cliente, codigo_cliente, nome_razaosocial },
    servico: { id_cliente_servico, nome: servico },
    tipo_servico: { id_tipo_servico, display },
    autor: presentAutor({ usuario_id, token_id, usuario, token }),
  }
}

/** A page of the billing events that the filter finds, newest first: at most `size` of them after the cursor. */
export async function ledgerPage(
  { query }: Database,
  view: LedgerView,
  after: PageEnd | null,
  size: number,
): Promise<Page<EventoListado>> {
  const found = await query(pageOf(view, after, size + 1))
  const { page, next } = cutPage(found, size, ({ criado_em: em, id_evento_faturamento: id }) => ({ em, id }))
  return { page: page.map(presentEvento), next }
}

/** Count and sums of all that the filter finds. */
export async function ledgerTotals({ query }: Database, view: LedgerView): Promise<TotaisFaturamento> {
  const [sums] = await query(
    found(view).select(({ fn }) => {
      const sum = (tipo: 'acrescimo' | 'desconto') =>
        cast(fn.coalesce(fn.sum('e.valor_centavos').filterWhere('e.tipo', '=', tipo), sql.lit(0)), 'float8')
      return [count.as('eventos'), sum('acrescimo').as('acrescimo_centavos'), sum('desconto').as('desconto_centavos')]
    }),
  )
  if (!sums) throw new Error('sums are always one row')
  return { ...sums, saldo_centavos: sums.acrescimo_centavos - sums.desconto_centavos }
}

// Each author costs one index look-up, however many events there are.
const autores = statement('faturamento_autores', () =>
  db
    .selectFrom('usuario as u')
    .select(({ ref }) => [sql<string>`'usuario:' || ${ref('u.id')}`.as('autor'), 'u.nome'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('evento_faturamento as e').select('e.parcela').whereRef('e.usuario_id', '=', 'u.id')),
    )
    .unionAll((each) =>
      each
        .selectFrom('token as k')
        .select(({ ref }) => [sql<string>`'token:' || ${ref('k.id')}`.as('autor'), 'k.nome'])
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('evento_faturamento as e').select('e.parcela').whereRef('e.token_id', '=', 'k.id')),
        ),
    )
    .orderBy('nome')
    .orderBy('autor'),
)

/** The users and tokens that registered or reversed an event, as options of the filter. */
export const ledgerAutores = ({ run }: Database): Promise<AutorOpcao[]> => run(autores, {})
