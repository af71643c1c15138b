import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { column, db, statement, truth } from '../../database/statement.ts'
import { situacaoDe, situacoesPorOferta } from '../rules/situacao.ts'
import type { OpcoesFiltro } from '../wire/browse.ts'

/** Past so many a list to choose from is no help. */
const maxOpcoes = 500

/**
 * Every value of an indexed column once, from one to the next greater one: as many look-ups as there are values, and not
 * a reading of the table. `above` gives the values above one, or all of them.
 */
const valuesOf = (above: (than: RawBuilder<string> | null) => RawBuilder<unknown>) => sql<string[]>`(
  with recursive v (valor) as (
    select min(n.valor) from (${above(null)}) n (valor)
    union all
    select (select min(n.valor) from (${above(sql<string>`v.valor`)}) n (valor)) from v where v.valor is not null
  ) select coalesce(json_agg(valor), '[]') from (
    select valor from v where valor is not null and valor <> '' limit ${sql.lit(maxOpcoes)}
  ) x
)`

const servicos = (name: 'status_prefixo' | 'tecnologia' | 'cidade') =>
  valuesOf((than) => {
    const values = db.selectFrom('cliente_servico as s').select(`s.${name} as valor`)
    const asked = than ? values.where(truth`${column('cliente_servico', 's', name)} > ${than}`) : values
    return sql`${asked.orderBy(`s.${name}`).limit(1)}`
  })

const opcoes = statement('cliente_opcoes', () =>
  db
    .selectFrom(
      sql`(select ${servicos('status_prefixo')} as prefixos, ${servicos('tecnologia')} as tecnologias,
        ${servicos('cidade')} as cidades)`.as<'o'>(sql`o`),
    )
    .select([
      sql<string[]>`o.tecnologias`.as('tecnologias'),
      sql<string[]>`o.cidades`.as('cidades'),
      sql<{ status_prefixo: string; status: string }[]>`(select coalesce(json_agg(json_build_object(
        'status_prefixo', p.valor, 'status', (${db
          .selectFrom('cliente_servico as s')
          .where(truth`${column('cliente_servico', 's', 'status_prefixo')} = p.valor`)
          .select('s.status')
          .limit(1)}))), '[]') from json_array_elements_text(o.prefixos) p (valor))`.as('status'),
      sql<string[]>`(select coalesce(json_agg(x.nome order by x.nome), '[]') from (${db
        .selectFrom('equipamento as q')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('cliente_servico as s')
              .select('s.id_cliente')
              .where('s.id_equipamento_conexao', '=', column('equipamento', 'q', 'id_equipamento')),
          ),
        )
        .select('q.nome')
        .distinct()
        .orderBy('q.nome')
        .limit(maxOpcoes)}) x)`.as('olts'),
    ]),
)

const portuguese = new Intl.Collator('pt-BR')

/** What the services are: states as `situacoesPorOferta` orders them, the rest by name. */
export async function readOpcoes({ run }: Pick<Database, 'run'>): Promise<OpcoesFiltro> {
  const [row] = await run(opcoes, {})
  const place = (servico: { status_prefixo: string }) => situacoesPorOferta.indexOf(situacaoDe(servico))
  const sorted = (names: string[] = []) => names.toSorted(portuguese.compare)
  return {
    status: (row?.status ?? []).toSorted((a, b) => place(a) - place(b) || portuguese.compare(a.status, b.status)),
    cidades: sorted(row?.cidades),
    tecnologias: sorted(row?.tecnologias),
    olts: sorted(row?.olts),
  }
}
