import type { Database } from '../../database/database.ts'
import { cast, db, idsIn, type Place, statement } from '../../database/statement.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { KnownLigacao } from '../rules/call.ts'
import type { CancelMark } from '../rules/decideCancel.ts'
import type { CalledUser } from './facts.ts'
import { movingQueue, type QueueVersion, queueOfUser, wrote } from './openings.ts'
import { isOpen } from './openWindows.ts'

// The mark that a cancel leaves when it comes before its notification. openings.ts uses it up.

type Marking = QueueVersion & Omit<CancelMark, 'id'>

const marked = statement('ligacao_mark', (the: Place<Marking>) =>
  movingQueue(the)
    .insertInto('marca_cancelamento')
    .columns(['usuario_id', 'chave', 'telefone_chave', 'id_cliente', 'criada_em'])
    .expression((each) =>
      each
        .selectFrom('vez')
        .select([
          'usuario_id',
          the('chave').as('chave'),
          the('telefone_chave').as('telefone_chave'),
          cast(the('id_cliente'), 'int').as('id_cliente'),
          cast(the('criada_em'), 'timestamptz').as('criada_em'),
        ]),
    )
    .returning('id'),
)

type Since = { usuario_id: number; ids: string; chave: string | null }

/** The user's calls that are not among the known `ids`, and are open or have the key. */
const rangSince = statement('ligacao_rang_since', (the: Place<Since>) => {
  const others = db
    .selectFrom('ligacao as l')
    .select('l.id')
    .where('l.id', 'not in', idsIn(the('ids')))
  const sameKey = others.where('l.usuario_id', '=', the('usuario_id')).where('l.chave', '=', the('chave'))
  return others.where(isOpen('l', the('usuario_id'))).unionAll(sameKey)
})

/**
 * Leaves the mark; false, and nothing written, if the queue moved on or a call came that is not among those `known`. A
 * plain ring moves no version, so new calls are looked for once the queue's row is locked: a ring that comes then waits
 * for the lock, and finds the mark.
 */
export const leaveMark = (
  database: Database,
  usuario: CalledUser,
  known: readonly KnownLigacao[],
  mark: Omit<CancelMark, 'id'>,
) =>
  inTransaction(database, async (client) => {
    if (!(await wrote(database.run(marked, { ...queueOfUser(usuario), ...mark }, client)))) return false
    const ids = JSON.stringify(known.map(({ id }) => id))
    const rang = await database.run(rangSince, { usuario_id: usuario.id, ids, chave: mark.chave }, client)
    if (rang.length > 0) await client.query('ROLLBACK')
    return rang.length === 0
  })

const forgotten = statement('ligacao_forget_marks', (the: Place<{ before: Date }>) =>
  db
    .deleteFrom('marca_cancelamento')
    .where('id', 'in', (of) =>
      of.selectFrom('marca_cancelamento').select('id').where('criada_em', '<', the('before')).orderBy('id').forUpdate(),
    ),
)

/** Deletes the marks that were left before an instant: no call came for them. */
export const forgetMarks = ({ run }: Database, before: Date) => run(forgotten, { before })
