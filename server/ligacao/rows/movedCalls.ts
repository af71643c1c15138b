import type { Database } from '../../database/database.ts'
import { among, arrayOf, cast, column, db, ever, type Place, statement } from '../../database/statement.ts'
import type { KnownLigacao } from '../rules/call.ts'
import { knownColumns } from './columns.ts'
import type { CalledUser } from './facts.ts'
import { isNamed } from './plain.ts'

// Calls whose extension went to somebody else while they rang.

interface CalledThere {
  /** The user who has the extension now. */
  usuario_id: number
  ramal: string | null
  identificador_interno: string | null
  chave: string | null
  /** Used if there is no key. */
  telefone_chave: string | null
  since: Date
  /** Calls that ended before this instant are left out. */
  ended: Date
}

const moved = statement('ligacao_moved', (the: Place<CalledThere>) =>
  db
    .selectFrom('ligacao as l')
    .innerJoin('fila_ligacoes as f', 'f.usuario_id', 'l.usuario_id')
    .select(knownColumns.map((name) => `l.${name}` as const))
    .select(['l.ramal', 'l.identificador_interno', 'l.usuario_id', 'f.versao as fila'])
    .where(
      among(
        column('ligacao', 'l', 'id'),
        arrayOf(
          // Asked for each user: the index is on user and key together, and by the key alone all calls would be read.
          db
            .selectFrom('usuario as u')
            .crossJoinLateral((each) =>
              each
                .selectFrom('ligacao as k')
                .select(['k.id', 'k.notificada_em'])
                .whereRef('k.usuario_id', '=', 'u.id')
                .where('k.chave', '=', the('chave'))
                .offset(0)
                .as('c'),
            )
            .select('c.id')
            .where(cast(the('chave'), 'text'), 'is not', null)
            .where('c.notificada_em', '>', the('since'))
            .unionAll(
              db
                .selectFrom('ligacao as k')
                .select('k.id')
                .where(cast(the('chave'), 'text'), 'is', null)
                .where('k.telefone_chave', '=', the('telefone_chave'))
                .where('k.notificada_em', '>', the('since'))
                .where('k.notificada_em', '<=', ever),
            ),
        ),
      ),
    )
    .where('l.usuario_id', '<>', the('usuario_id'))
    .where(({ or, eb }) => or([eb('l.estado', '=', 'aberta'), eb('l.encerrada_em', '>', the('ended'))]))
    .where(({ ref }) =>
      isNamed([ref('l.ramal'), ref('l.identificador_interno')], [the('ramal'), the('identificador_interno')]),
    )
    .orderBy('l.tocada_em', 'desc'),
)

/** A call and the user it belongs to. */
export interface CalledLigacao extends KnownLigacao {
  usuario: CalledUser
}

/** Calls that rang at an extension which was another user's then, the latest first. */
export const movedCalls = async ({ run }: Database, extension: CalledThere): Promise<CalledLigacao[]> =>
  (await run(moved, extension)).map(({ usuario_id: id, ramal, identificador_interno, fila, ...ligacao }) => ({
    ...ligacao,
    usuario: { id, ramal, identificador_interno, fila },
  }))
