import type { NotNull } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Database } from '../../database/database.ts'
import { db, jsonRows, jsonTexts, statement } from '../../database/statement.ts'
import { situacaoDe, situacoesPorOferta } from '../rules/situacao.ts'
import type { OpcoesFiltro } from '../wire/browse.ts'

/** A list of more options than this does not help anybody to choose. */
const maxOpcoes = 500

/**
 * Every distinct value of an indexed column, by jumping from one value to the next greater one: one index look-up per
 * value instead of a scan of the table.
 */
const valuesOf = (name: 'status_prefixo' | 'tecnologia' | 'cidade') => {
  const values = db.selectFrom('cliente_servico as s').select(`s.${name} as valor`).orderBy(`s.${name}`).limit(1)
  const found = db
    .withRecursive('v(valor)', (of) =>
      of
        .selectFrom(values.as('n'))
        .select(({ fn }) => fn.min<string | null>('n.valor').as('valor'))
        .unionAll(
          of
            .selectFrom('v')
            .select(({ selectFrom, ref }) =>
              selectFrom(values.where(`s.${name}`, '>', ref('v.valor')).as('n'))
                .select(({ fn }) => fn.min('n.valor').as('valor'))
                .$asScalar()
                .as('valor'),
            )
            .where('v.valor', 'is not', null),
        ),
    )
    .selectFrom('v')
    .select('valor')
    .where('valor', 'is not', null)
    .where('valor', '<>', '')
    .limit(maxOpcoes)
    .$narrowType<{ valor: NotNull }>()
  return db.selectFrom(found.as('x')).select(({ ref }) => jsonRows(ref('x.valor')).as('json'))
}

const opcoes = statement('cliente_opcoes', () =>
  db.selectNoFrom([
    valuesOf('tecnologia').$asScalar().as('tecnologias'),
    valuesOf('cidade').$asScalar().as('cidades'),
    db
      .selectFrom(jsonTexts(valuesOf('status_prefixo').$asScalar(), 'p', 'valor'))
      .select(({ ref, selectFrom }) =>
        jsonRows(
          jsonBuildObject({
            status_prefixo: ref('p.valor'),
            status: selectFrom('cliente_servico as s')
              .select('s.status')
              .whereRef('s.status_prefixo', '=', 'p.valor')
              .limit(1)
              .$asScalar(),
          }),
        ).as('json'),
      )
      .$asScalar()
      .as('status'),
    db
      .selectFrom(
        db
          .selectFrom('equipamento as q')
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('cliente_servico as s')
                .select('s.id_cliente')
                .whereRef('s.id_equipamento_conexao', '=', 'q.id_equipamento'),
            ),
          )
          .select('q.nome')
          .distinct()
          .orderBy('q.nome')
          .limit(maxOpcoes)
          .as('x'),
      )
      .select(({ ref }) => jsonRows(ref('x.nome'), ref('x.nome')).as('json'))
      .$asScalar()
      .as('olts'),
  ]),
)

const portuguese = new Intl.Collator('pt-BR')

/** The values that services have, to filter by: states in the order of `situacoesPorOferta`, the others by name. */
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
