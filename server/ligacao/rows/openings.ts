import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { among, before, cast, choose, column, db, eb, type Place, statement } from '../../database/statement.ts'
import { isTaken } from '../../database/violates.ts'
import { callerKeyOf, type KnownLigacao, ringingMs, type Told, toldFields } from '../rules/call.ts'
import type { CancelMark } from '../rules/decideCancel.ts'
import type { NotifiedCall, Refreshed, RingAgain } from '../rules/decideNotify.ts'
import { nothingHappened, rungColumns } from './columns.ts'
import type { CalledUser } from './facts.ts'

/** The queue that a decision was made on: whose it is, and its version then. */
export interface QueueVersion {
  usuario_id: number
  fila: number
}

/**
 * Every write but the plain ones names the version of the user's queue it was decided on and moves it on. When another request
 * (of whatever process) was faster, nothing is written and the answer is false: read the facts again and decide again.
 */
export const movingQueue = (the: Place<QueueVersion>) =>
  db.with('vez', (of) =>
    of
      .updateTable('fila_ligacoes')
      .set((each) => ({ versao: each('versao', '+', 1) }))
      .where('usuario_id', '=', the('usuario_id'))
      .where('versao', '=', the('fila'))
      .returning('usuario_id'),
  )

/**
 * Changes one call, provided that the queue and the call are still as they were decided on, and moves its version on.
 * Whatever ends or opens a call moves its version on, so its state needs no condition of its own.
 */
export const changing = (
  of: Pick<ReturnType<typeof movingQueue>, 'updateTable'>,
  the: Place<{ id: string; versao: number }>,
) =>
  of
    .updateTable('ligacao as l')
    .from('vez')
    .set((each) => ({ versao: each('l.versao', '+', 1) }))
    .where('l.id', '=', the('id'))
    .where('l.versao', '=', the('versao'))

/** How a ring stands once it is written: its window is open, or cancels came first, whose marks (`marcas`) are used up. */
interface Standing {
  estado: 'aberta' | 'cancelada'
  encerrada_por: 'central' | null
  encerrada_em: Date | null
  marcas: number[]
}

const standingOf = (marks: readonly CancelMark[], now: Date): Standing =>
  marks.length === 0
    ? { estado: 'aberta', encerrada_por: null, encerrada_em: null, marcas: [] }
    : { estado: 'cancelada', encerrada_por: 'central', encerrada_em: now, marcas: marks.map(({ id }) => id) }

/** Moves the queue on (`movingQueue`) and deletes the marks that are used up. */
const usingMarks = (the: Place<QueueVersion & Standing>) =>
  movingQueue(the).with('usada', (of) =>
    of
      .deleteFrom('marca_cancelamento')
      .where((each) => among(each.ref('id'), cast(the('marcas'), 'int[]')))
      .where(({ exists, selectFrom }) => exists(selectFrom('vez').select('usuario_id'))),
  )

type Ringing = QueueVersion & Pick<CalledUser, 'ramal' | 'identificador_interno'> & Standing & { id: string; now: Date }

const opened = statement('ligacao_open', (the: Place<Ringing & NotifiedCall>) =>
  usingMarks(the)
    .insertInto('ligacao')
    .columns(['id', ...rungColumns, 'estado', 'encerrada_por', 'encerrada_em', 'usuario_id'])
    .expression((each) =>
      each
        .selectFrom('vez')
        .select([
          cast(the('id'), 'uuid').as('id'),
          the('ramal').as('ramal'),
          the('identificador_interno').as('identificador_interno'),
          the('chave').as('chave'),
          cast(the('id_cliente'), 'int').as('id_cliente'),
          cast(the('id_cliente'), 'int').as('notificado'),
          cast(the('now'), 'timestamptz').as('notificada_em'),
          cast(the('now'), 'timestamptz').as('tocada_em'),
          cast(the('now'), 'timestamptz').as('aberta_em'),
          ...toldFields.map((field) => the(field).as(field)),
          cast(the('estado'), '"EstadoLigacao"').as('estado'),
          cast(the('encerrada_por'), '"EncerradaPor"').as('encerrada_por'),
          cast(the('encerrada_em'), 'timestamptz').as('encerrada_em'),
          'usuario_id',
        ]),
    )
    .returning('id'),
)

const toldValues = (the: Place<Told>) => Object.fromEntries(toldFields.map((field) => [field, the(field)]))

/** A call that has a ticket keeps the customer that its agent chose, even none. docs/interface.md: Protocol. */
const keptCliente = (the: Place<Pick<Refreshed, 'id_cliente'>>) =>
  choose(
    eb.exists(
      eb
        .selectFrom('atendimento as a')
        .select('a.id')
        .where('a.ligacao_id', '=', column('ligacao', 'l', 'id')),
    ),
    column('ligacao', 'l', 'id_cliente'),
    cast(the('id_cliente'), 'int'),
  )

type Refreshing = QueueVersion & Refreshed & { id: string; versao: number; now: Date; tocada_em: Date }

const refreshed = statement('ligacao_refresh', (the: Place<Refreshing>) =>
  changing(movingQueue(the), the)
    .set((each) => ({
      ...toldValues(the),
      id_cliente: keptCliente(the),
      id_cliente_notificado: the('id_cliente_notificado'),
      notificada_em: the('now'),
      tocada_em: the('tocada_em'),
      // A call that nobody attends leaves its group if its last notification is older than a telephone rings: that
      // was another round.
      grupo: choose(
        each.and([
          each('l.atendida_em', 'is', null),
          each('l.notificada_em', '<', before(cast(the('now'), 'timestamptz'), ringingMs)),
        ]),
        sql.lit(null),
        each.ref('l.grupo'),
      ),
      incerta_em: null,
    }))
    .returning('l.id'),
)

const rungAgain = statement('ligacao_reopen', (the: Place<Ringing & Refreshed & { versao: number }>) =>
  changing(usingMarks(the), the)
    .set({
      ...nothingHappened,
      ...toldValues(the),
      ramal: the('ramal'),
      identificador_interno: the('identificador_interno'),
      id_cliente: keptCliente(the),
      id_cliente_notificado: the('id_cliente_notificado'),
      notificada_em: the('now'),
      tocada_em: the('now'),
      aberta_em: the('now'),
      estado: the('estado'),
      encerrada_por: the('encerrada_por'),
      encerrada_em: the('encerrada_em'),
    })
    .returning('l.id'),
)

type Attended = Pick<KnownLigacao, 'telefone_chave'> & { atendida_em: Date }

const settled = statement('ligacao_settle_caller', (the: Place<Attended>) =>
  db
    .updateTable('ligacao as l')
    .set({ atendida_depois_em: the('atendida_em') })
    .where('l.id', 'in', (of) =>
      of
        .selectFrom('ligacao as k')
        .select('k.id')
        .where('k.telefone_chave', '=', the('telefone_chave'))
        .where('k.notificada_em', '<=', the('atendida_em'))
        .where(({ or, eb }) => or([eb('k.por_retornar', '=', true), eb('k.caida_em', '<=', the('atendida_em'))]))
        .orderBy('k.id')
        .forUpdate(),
    ),
)

/**
 * Runs before a call that was over rings again. If it was attended, that settles the missed and dropped calls of its
 * caller before it; the new ring clears `atendida_em`, so they are settled now. docs/interface.md: Missed calls.
 */
async function settleCaller({ run }: Database, { telefone_chave, atendida_em }: KnownLigacao) {
  if (atendida_em === null || callerKeyOf({ telefone_chave }) === '') return
  await run(settled, { telefone_chave, atendida_em })
}

export const queueOfUser = (usuario: CalledUser): QueueVersion => ({ usuario_id: usuario.id, fila: usuario.fila })
/**
 * The unique indexes of calls: a user has one call of a key, and one open call without a key of a telephone. A plain
 * ring, which moves no version, may take such a place meanwhile.
 */
const keys = ['ligacao_usuario_id_chave_key', 'ligacao_aberta_sem_chave_key']

/** The rows that were written; none, and nothing written, if another call took the place meanwhile (`keys`). */
export async function unlessPlaceTaken<T>(rows: Promise<T[]>): Promise<T[]> {
  try {
    return await rows
  } catch (error) {
    if (keys.some((key) => isTaken(error, key))) return []
    throw error
  }
}

export const wrote = async (rows: Promise<unknown[]>) => (await unlessPlaceTaken(rows)).length === 1

/** Opens the window of a call or, with `marks` of cancels that came first, records it as missed. */
export const openLigacao = (
  { run }: Database,
  usuario: CalledUser,
  id: string,
  call: NotifiedCall,
  now: Date,
  marks: readonly CancelMark[] = [],
) => {
  const { ramal, identificador_interno } = usuario
  const ring = { ...queueOfUser(usuario), ...standingOf(marks, now), ramal, identificador_interno, id, now }
  return wrote(run(opened, { ...call, ...ring }))
}

export const refreshLigacao = (
  { run }: Database,
  usuario: CalledUser,
  { id, versao, tocada_em }: KnownLigacao,
  changes: Refreshed,
  rings: boolean,
  now: Date,
) => wrote(run(refreshed, { ...changes, ...queueOfUser(usuario), id, versao, now, tocada_em: rings ? now : tocada_em }))

/**
 * Opens again the window of a call that was over, under the same id and with its ticket. With `marks` of cancels that
 * came first, the call ends once more, unseen.
 */
export async function ringAgain(
  database: Database,
  usuario: CalledUser,
  { ligacao, changes }: RingAgain,
  now: Date,
  marks: readonly CancelMark[] = [],
) {
  await settleCaller(database, ligacao)
  const { ramal, identificador_interno } = usuario
  const { id, versao } = ligacao
  const ring = { ...queueOfUser(usuario), ...standingOf(marks, now), ramal, identificador_interno, id, versao, now }
  return wrote(database.run(rungAgain, { ...changes, ...ring }))
}
