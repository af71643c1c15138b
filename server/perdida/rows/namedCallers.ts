import { expressionBuilder, type InferResult, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Acao } from '../../auditoria/wire.ts'
import {
  among,
  arrayOf,
  cast,
  choose,
  column,
  count,
  type DB,
  db,
  eb,
  idsIn,
  never,
  type Place,
} from '../../database/statement.ts'
import { tellsCaller } from '../../ligacao/rows/ligacao.ts'
import { brokeOff, missed } from './missed.ts'

/** Who acts: on their own calls or, with `equipe`, on everybody’s. */
export interface Acting {
  eu: number
  equipe: boolean
  ip: string
  now: Date
}

/** The call wants somebody to call back: it was missed, or it broke off. */
export const wanting = (l: string) => eb.or([missed(l), brokeOff(l)])

/** Who called; whoever hides the number is another caller each time. */
const chamador = choose(
  tellsCaller('l'),
  column('ligacao', 'l', 'telefone_chave'),
  cast(column('ligacao', 'l', 'id'), 'text'),
)

/** The columns that a statement returns of each call that it changed. */
export const ofChanged = [
  column('ligacao', 'l', 'id').as('id'),
  column('ligacao', 'l', 'usuario_id').as('usuario_id'),
  chamador.as('chamador'),
] as const

export type Named = Acting & { ids: string }

/** The named calls that the agent may act on, each with its caller and when that caller was last attended. */
const named = (the: Place<Named>) =>
  db
    .selectFrom('ligacao as l')
    .select(['l.id', 'l.telefone_chave', 'l.tratada_em', 'l.tratada_por'])
    .select([tellsCaller('l').as('dito'), chamador.as('chamador')])
    .select(({ fn, selectFrom }) =>
      fn
        .coalesce(
          selectFrom('ligacao as a')
            .select((of) => of.fn.max('a.atendida_em').as('em'))
            .whereRef('a.telefone_chave', '=', 'l.telefone_chave')
            .where(tellsCaller('l')),
          never,
        )
        .as('atendida'),
    )
    .where(among(column('ligacao', 'l', 'id'), arrayOf(idsIn(the('ids')))))
    .where((each) => each.or([cast(the('equipe'), 'bool'), each('l.usuario_id', '=', the('eu'))]))
    .where(wanting('l'))

export const naming = (the: Place<Named>) => db.with('alvo', () => named(the))

/** Builds what comes after the CTEs `alvo`, the calls named, and `feita`, the calls changed. */
export const acts = expressionBuilder<
  DB & {
    alvo: InferResult<ReturnType<typeof named>>[number]
    feita: { id: string; usuario_id: number; chamador: string }
  },
  never
>()
export const changed = acts.exists(acts.selectFrom('feita').select('feita.usuario_id'))

export const countIn = (table: 'alvo' | 'feita') => acts.selectFrom(table).select(count.as('n')).$asScalar()
export const howMany = (the: Place<Named>) => sql<number>`json_array_length(${the('ids')}::json)`

/** All calls of the callers named. */
export const theirs = among(
  column('ligacao', 'l', 'id'),
  arrayOf(
    acts
      .selectFrom('alvo')
      .select('alvo.id')
      .union(
        acts
          .selectFrom('ligacao as k')
          .select('k.id')
          .where('k.telefone_chave', 'in', (of) =>
            of
              .selectFrom('alvo')
              .select('alvo.telefone_chave')
              .where(({ ref }) => ref('alvo.dito')),
          ),
      ),
  ),
)

/** The result: how many named calls the agent may act on, how many calls changed, and the users who have these. */
export const outcome = [
  countIn('alvo').as('achadas'),
  countIn('feita').as('mudadas'),
  arrayOf(acts.selectFrom('feita').select('feita.usuario_id').distinct()).as('usuarios'),
]

/**
 * One entry in the record for each caller whose calls changed, under the first by id of the calls that were named of this
 * caller; the details count the calls that changed.
 */
export const recording = (the: Place<Named>, acao: Acao) =>
  db
    .insertInto('auditoria')
    .columns(['quando', 'usuario_id', 'ip', 'acao', 'alvo', 'detalhes'])
    .expression(
      acts
        .selectFrom('alvo')
        .innerJoin('feita', 'feita.chamador', 'alvo.chamador')
        .select(({ ref, fn }) => [
          cast(the('now'), 'timestamptz').as('quando'),
          cast(the('eu'), 'int').as('usuario_id'),
          cast(the('ip'), 'text').as('ip'),
          sql.lit(acao).as('acao'),
          sql`'ligacao:' || ${fn.min(cast(ref('alvo.id'), 'text'))}`.as('alvo'),
          jsonBuildObject({ chamadas: fn.count<number>('feita.id').distinct() }).as('detalhes'),
        ])
        .groupBy('alvo.chamador'),
    )
    .returning('id')
