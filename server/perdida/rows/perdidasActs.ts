import type { Expression, NotNull, RawBuilder, SqlBool } from 'kysely'
import type { Acao } from '../../auditoria/wire.ts'
import type { Database } from '../../database/database.ts'
import { cast, column, count, eb, none, type Place, statement } from '../../database/statement.ts'
import {
  type Acting,
  acts,
  changed,
  countIn,
  howMany,
  type Named,
  naming,
  ofChanged,
  outcome,
  recording,
  theirs,
  wanting,
} from './namedCallers.ts'

// What people do about missed callers. Each statement locks its calls in the order of their ids. Of two at once the
// second sees what the first did, because PostgreSQL reads a row again once it has its lock.

const taken = statement('perdida_assumir', (the: Place<Named>) =>
  naming(the)
    .with('presa', (of) =>
      of
        .selectFrom('ligacao as l')
        .select(['l.id', 'l.assumida_por', 'l.assumida_em'])
        .where(theirs)
        .where('l.tratada_em', 'is', null)
        .where(wanting('l'))
        .where(({ fn, ...each }) =>
          each.eb(fn.coalesce('l.caida_em', 'l.notificada_em'), '>', (named) =>
            named.selectFrom('alvo').select((of) => of.fn.max('alvo.atendida').as('em')),
          ),
        )
        .orderBy('l.id')
        .forUpdate(),
    )
    .with('dono', (of) =>
      of
        .selectFrom('presa')
        .innerJoin('usuario as u', 'u.id', 'presa.assumida_por')
        .select(['presa.assumida_por', 'presa.assumida_em', 'u.nome', 'u.usuario'])
        .orderBy('presa.assumida_em', 'desc')
        .limit(1),
    )
    .with('feita', (of) =>
      of
        .updateTable('ligacao as l')
        .from('presa as p')
        .set({ assumida_por: the('eu'), assumida_em: the('now') })
        .whereRef('l.id', '=', 'p.id')
        .where('p.assumida_por', 'is distinct from', the('eu'))
        .where(({ selectFrom }) =>
          none(selectFrom('dono').select('dono.usuario').where('dono.assumida_por', '<>', the('eu'))),
        )
        .returning(ofChanged),
    )
    .with('fica', (of) =>
      of
        .selectFrom('usuario as u')
        .select(['u.nome', 'u.usuario', cast(the('now'), 'timestamptz').as('em')])
        .where('u.id', '=', the('eu'))
        .where(changed)
        .unionAll(
          of
            .selectFrom('dono')
            .select(['nome', 'usuario', 'assumida_em as em'])
            .$narrowType<{ em: NotNull }>()
            .where(acts.not(changed)),
        ),
    )
    .with('registro', () => recording(the, 'retorno_assumido'))
    .selectNoFrom(outcome)
    .select((each) => [
      // How many calls of that caller still want a call back, and who had the caller before this statement.
      each.selectFrom('presa').select(count.as('n')).$asScalar().as('presas'),
      each.selectFrom('dono').select('assumida_por').as('dono'),
      // Who has the caller from now on, and since when.
      each.selectFrom('fica').select('nome').as('nome'),
      each.selectFrom('fica').select('usuario').as('usuario'),
      each.selectFrom('fica').select('em').as('em'),
    ]),
)

/** An action on the calls of the callers named. */
interface Act<P extends Named> {
  name: string
  /** Its name in the record. */
  acao: Acao
  set: (the: Place<P>) => { [C in 'assumida' | 'tratada' as `${C}_por`]?: RawBuilder<number> | null } & {
    [C in 'assumida' | 'tratada' as `${C}_em`]?: RawBuilder<Date> | null
  }
  /** Which of the callers' calls `l` it changes. */
  which: (the: Place<P>) => Expression<SqlBool>
}

/** A statement that locks and changes the callers' calls that `which` chooses, and puts it on record. */
const act = <P extends Named>({ name, acao, set, which }: Act<P>) =>
  statement(name, (the: Place<P>) =>
    naming(the)
      .with('feita', (of) =>
        of
          .updateTable('ligacao as l')
          .set(set(the))
          .where('l.id', 'in', (each) =>
            each.selectFrom('ligacao as l').select('l.id').where(theirs).where(which(the)).orderBy('l.id').forUpdate(),
          )
          .returning(ofChanged),
      )
      .with('registro', () => recording(the, acao))
      .selectNoFrom(outcome),
  )

/** All or nothing: the agent may act on every call named. */
const allNamed = (the: Place<Named>) => eb(countIn('alvo'), '=', howMany(the))
const notSettled = eb(column('ligacao', 'l', 'tratada_em'), 'is', null)

const given = act<Named>({
  name: 'perdida_devolver',
  acao: 'retorno_devolvido',
  set: () => ({ assumida_por: null, assumida_em: null }),
  which: (the) =>
    eb.and([
      notSettled,
      eb(column('ligacao', 'l', 'assumida_por'), 'is not', null),
      eb.or([cast(the('equipe'), 'bool'), eb(column('ligacao', 'l', 'assumida_por'), '=', the('eu'))]),
    ]),
})

const settled = act<Named & { ate: Date }>({
  name: 'perdida_tratar',
  acao: 'retorno_tratado',
  set: (the) => ({ tratada_por: the('eu'), tratada_em: the('now') }),
  which: (the) =>
    eb.and([notSettled, wanting('l'), eb(column('ligacao', 'l', 'encerrada_em'), '<=', the('ate')), allNamed(the)]),
})

const undone = act<Named>({
  name: 'perdida_reabrir',
  acao: 'retorno_reaberto',
  set: () => ({ tratada_por: null, tratada_em: null }),
  // Calls that one person settled at one instant are reopened together.
  which: (the) =>
    eb.and([
      eb(
        eb.tuple(column('ligacao', 'l', 'tratada_em'), column('ligacao', 'l', 'tratada_por')),
        'in',
        acts.selectFrom('alvo').select(['alvo.tratada_em', 'alvo.tratada_por']).$asTuple('tratada_em', 'tratada_por'),
      ),
      allNamed(the),
    ]),
})

const only = <Row>([row]: readonly Row[]): Row => {
  if (!row) throw new Error('an outcome is always one row')
  return row
}
const namedBy = (acting: Acting, ids: readonly string[]): Named => ({ ...acting, ids: JSON.stringify(ids) })

/** Takes the caller over for this user, unless somebody else has: of two at one instant, the first to be committed. */
export const takeCaller = async ({ run }: Database, acting: Acting, id: string) =>
  only(await run(taken, namedBy(acting, [id])))

/** Gives the caller back: one that the agent has, or with `equipe` anybody. */
export const giveBackCaller = async ({ run }: Database, acting: Acting, id: string) =>
  only(await run(given, namedBy(acting, [id])))

/** Settles all calls of these callers that had ended by `ate`; nothing unless all ids exist and the agent may settle them. */
export const settleCallers = async ({ run }: Database, acting: Acting, ids: readonly string[], ate: Date) =>
  only(await run(settled, { ...namedBy(acting, ids), ate }))

/** Reopens the calls of these callers that were settled together with the calls named. */
export const unsettleCallers = async ({ run }: Database, acting: Acting, ids: readonly string[]) =>
  only(await run(undone, namedBy(acting, ids)))
