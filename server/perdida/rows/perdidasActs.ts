import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { db, type Place, statement, truth } from '../../database/statement.ts'
import { tellsCaller } from '../../ligacao/rows/ligacao.ts'
import { brokeOff, missed } from './missed.ts'

// What people do about missed callers. Whoever holds several calls holds them in the order of their ids; of two who come at
// once the second sees what the first did, because the rows are read again once they are held.

/** Who acts: upon calls of her own, or `equipe`, upon everybody's. */
export interface Acting {
  eu: number
  equipe: boolean
  ip: string
  now: Date
}

/** Missed, or broken off; rules.ts. */
const wanting = (l: string) => truth`${missed(l)} or ${brokeOff(l)}`

type Named = Acting & { ids: string }

/** The calls named, as far as she may; whom they stand for, and when each caller was attended last. */
const naming = (the: Place<Named>) =>
  db.with('alvo', (of) =>
    of
      .selectFrom('ligacao as l')
      .select(['l.id', 'l.telefone_chave', 'l.tratada_em', 'l.tratada_por'])
      .select(tellsCaller('l').as('dito'))
      .select(
        sql<Date>`coalesce((select max(a.atendida_em) from ligacao a
          where a.telefone_chave = l.telefone_chave and ${tellsCaller('l')}), '-infinity')`.as('atendida'),
      )
      .where(truth`l.id = any(array(select i.id::uuid from json_array_elements_text(${the('ids')}::json) i (id)))`)
      .where(truth`${the('equipe')}::bool or l.usuario_id = ${the('eu')}`)
      .where(wanting('l')),
  )

/** All calls of the callers named. */
const theirs = truth`l.id = any(array(
  select id from alvo
  union select k.id from ligacao k where k.telefone_chave in (select telefone_chave from alvo where dito)))`

/** What came of it: calls named that she may act upon, calls changed and whose they are. */
const outcome = [
  sql<number>`(select count(*)::int from alvo)`.as('achadas'),
  sql<number>`(select count(*)::int from feita)`.as('mudadas'),
  sql<number[]>`array(select distinct usuario_id from feita)`.as('usuarios'),
]

/** On record with it, if anything changed. */
const recording = (the: Place<Named>, acao: string) =>
  db
    .insertInto('auditoria')
    .columns(['quando', 'usuario_id', 'ip', 'acao', 'alvo', 'detalhes'])
    .expression(
      db
        .selectNoFrom([
          sql<Date>`${the('now')}::timestamptz`.as('quando'),
          sql<number>`${the('eu')}::int`.as('usuario_id'),
          sql<string>`${the('ip')}::text`.as('ip'),
          sql<string>`${sql.lit(acao)}`.as('acao'),
          sql<string>`'ligacao:' || (${the('ids')}::json ->> 0)`.as('alvo'),
          sql<string>`jsonb_build_object('chamadores', json_array_length(${the('ids')}::json),
            'chamadas', (select count(*) from feita))`.as('detalhes'),
        ])
        .where(truth`exists (select from feita)`),
    )
    .returning('id')

const taken = statement('perdida_assumir', (the: Place<Named>) =>
  naming(the)
    .with('presa', (of) =>
      of
        .selectFrom('ligacao as l')
        .select(['l.id', 'l.assumida_por', 'l.assumida_em'])
        .where(theirs)
        .where('l.tratada_em', 'is', null)
        .where(wanting('l'))
        .where(truth`coalesce(l.caida_em, l.notificada_em) > (select max(atendida) from alvo)`)
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
        .where(truth`p.assumida_por is distinct from ${the('eu')}`)
        .where(truth`not exists (select from dono where assumida_por <> ${the('eu')})`)
        .returning('l.usuario_id'),
    )
    .with('fica', (of) =>
      of
        .selectFrom('usuario as u')
        .select(['u.nome', 'u.usuario', sql<Date>`${the('now')}::timestamptz`.as('em')])
        .where('u.id', '=', the('eu'))
        .where(truth`exists (select from feita)`)
        .unionAll(
          of
            .selectFrom('dono')
            .select(['nome', 'usuario', sql<Date>`assumida_em`.as('em')])
            .where(truth`not exists (select from feita)`),
        ),
    )
    .with('registro', () => recording(the, 'retorno_assumido'))
    .selectNoFrom(outcome)
    .select((each) => [
      sql<number>`(select count(*)::int from presa)`.as('presas'),
      each.selectFrom('dono').select('assumida_por').as('dono'),
      each.selectFrom('fica').select('nome').as('nome'),
      each.selectFrom('fica').select('usuario').as('usuario'),
      each.selectFrom('fica').select('em').as('em'),
    ]),
)

/** What such an act writes. */
interface Act<P extends Named> {
  name: string
  /** In the record. */
  acao: string
  set: (the: Place<P>) => { [C in 'assumida' | 'tratada' as `${C}_por`]?: RawBuilder<number> | null } & {
    [C in 'assumida' | 'tratada' as `${C}_em`]?: RawBuilder<Date> | null
  }
  /** Which of the callers' calls `l`. */
  which: (the: Place<P>) => Expression<SqlBool>
}

/** All of the callers' calls that it is about, held and written, and put on record. */
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
          .returning('l.usuario_id'),
      )
      .with('registro', () => recording(the, acao))
      .selectNoFrom(outcome),
  )

/** All that are named, or nothing. */
const allNamed = (the: Place<Named>) => truth`(select count(*) from alvo) = json_array_length(${the('ids')}::json)`

const given = act<Named>({
  name: 'perdida_devolver',
  acao: 'retorno_devolvido',
  set: () => ({ assumida_por: null, assumida_em: null }),
  which: (the) => truth`l.tratada_em is null and l.assumida_por is not null
    and (${the('equipe')}::bool or l.assumida_por = ${the('eu')})`,
})

const settled = act<Named & { ate: Date }>({
  name: 'perdida_tratar',
  acao: 'retorno_tratado',
  set: (the) => ({ tratada_por: the('eu'), tratada_em: the('now') }),
  which: (the) => truth`l.tratada_em is null and ${wanting('l')} and l.encerrada_em <= ${the('ate')}
    and ${allNamed(the)}`,
})

const undone = act<Named>({
  name: 'perdida_reabrir',
  acao: 'retorno_reaberto',
  set: () => ({ tratada_por: null, tratada_em: null }),
  // What was settled by one deed of one person is opened together.
  which: (the) =>
    truth`(l.tratada_em, l.tratada_por) in (select tratada_em, tratada_por from alvo) and ${allNamed(the)}`,
})

export interface Acted {
  /** As many of the calls named as there are and she may act upon. */
  achadas: number
  mudadas: number
  /** Whose calls changed. */
  usuarios: number[]
}

export interface Taken extends Acted {
  /** Calls of that caller that still want somebody. */
  presas: number
  /** Who had it when this began. */
  dono: number | null
  /** Who has it from now on, and since when. */
  nome: string | null
  usuario: string | null
  em: Date | null
}

const only = <Row>([row]: readonly Row[]): Row => {
  if (!row) throw new Error('an outcome is always one row')
  return row
}
const naked = ({ ids, ...acting }: Acting & { ids: readonly string[] }) => ({ ...acting, ids: JSON.stringify(ids) })

/** Takes the caller over for this user, unless somebody else has: of two at one instant, the first to be committed. */
export const takeCaller = async ({ run }: Database, acting: Acting, id: string): Promise<Taken> =>
  only(await run(taken, naked({ ...acting, ids: [id] })))

/** Takes that back: her own, or with `equipe` whoever's. */
export const giveBackCaller = async ({ run }: Database, acting: Acting, id: string): Promise<Acted> =>
  only(await run(given, naked({ ...acting, ids: [id] })))

/** Settles all calls of these callers that had ended by `ate`; nothing unless all ids are there and hers to settle. */
export const settleCallers = async ({ run }: Database, acting: Acting, ids: readonly string[], ate: Date) =>
  only(await run(settled, { ...naked({ ...acting, ids }), ate })) as Acted

/** Takes the settling of these callers back, as far as it was done with the calls named. */
export const unsettleCallers = async ({ run }: Database, acting: Acting, ids: readonly string[]) =>
  only(await run(undone, naked({ ...acting, ids }))) as Acted
