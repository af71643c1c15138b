import type { Database } from '../../database/database.ts'
import { writeNote } from '../../database/installation.ts'
import { before, cast, db, eb, type Place, statement } from '../../database/statement.ts'
import { ringingMs } from '../rules/call.ts'
import { isOpen } from './openWindows.ts'

/** The row of `instalacao` that says when any process last heard the exchange. */
const heard = 'ouvida_em'

const noted = statement('hearing_noted', (the: Place<{ now: string; after: Date }>) =>
  db
    .updateTable('instalacao')
    .set({ valor: the('now') })
    .where('chave', '=', heard)
    .where(({ eb, ref }) => eb(cast(ref('valor'), 'timestamptz'), '>', cast(the('after'), 'timestamptz')))
    .returning('chave'),
)

/** Notes that the exchange is heard. False, and nothing is written, if the last note is not later than `after`. */
export const noteHeard = async ({ run }: Database, now: Date, after: Date): Promise<boolean> =>
  (await run(noted, { now: now.toISOString(), after })).length > 0

/** Notes that the exchange is heard from now on. */
export const beginHearing = (database: Database, now: Date) => writeNote(database, heard, now.toISOString())

/** When the exchange was last heard; if nobody noted it, the latest notification of a call that is still open. */
const heardUntil = eb.fn.coalesce(
  eb
    .selectFrom('instalacao')
    .select(({ ref }) => cast(ref('valor'), 'timestamptz').as('em'))
    .where('chave', '=', heard)
    .$asScalar(),
  eb
    .selectFrom('ligacao as l')
    .select(({ fn }) => fn.max('l.notificada_em').as('em'))
    .where(isOpen('l'))
    .$asScalar(),
)

const doubted = statement('ligacao_doubt', (the: Place<{ now: Date }>) =>
  db
    .with('presa', (of) =>
      of
        .selectFrom('ligacao as k')
        .select('k.id')
        .where(isOpen('k'))
        .where('k.atendida_em', 'is', null)
        .where('k.incerta_em', 'is', null)
        .where('k.notificada_em', '<=', the('now'))
        .where('k.notificada_em', '>', before(heardUntil, ringingMs))
        .orderBy('k.id')
        .forUpdate(),
    )
    .updateTable('ligacao as l')
    .from('presa as p')
    .set((each) => ({ incerta_em: the('now'), versao: each('l.versao', '+', 1) }))
    .whereRef('l.id', '=', 'p.id')
    .returning('l.id'),
)

/** Marks open calls as uncertain that nobody attends and that may have rung since the exchange was last heard. */
export const doubtCalls = ({ run }: Database, now: Date) => run(doubted, { now })
