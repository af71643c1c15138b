import type { Database } from '../../database/database.ts'
import { db, type Place, type RowOf, statement } from '../../database/statement.ts'
import type { LigacaoConsultada } from '../wire/ligacao.ts'

const most = 200

// Asked for each user, because the index is on user and key together: the key alone has none.
const byKey = statement('ligacao_by_key', (the: Place<{ chave: string }>) =>
  db
    .selectFrom('usuario as u')
    .innerJoin('ligacao as l', (join) => join.onRef('l.usuario_id', '=', 'u.id').on('l.chave', '=', the('chave')))
    .leftJoin('atendimento as a', 'a.ligacao_id', 'l.id')
    .select(['l.id as ligacao_id', 'l.ramal', 'l.identificador_interno', 'l.estado', 'l.encerrada_por', 'a.protocolo'])
    .select(['l.incerta_em', 'l.notificada_em', 'l.exibida_em', 'l.atendida_em', 'l.encerrada_em'])
    .orderBy('l.notificada_em', 'desc')
    .orderBy('l.id')
    .limit(most),
)

/** The calls of an exchange's key, the newest first, at most 200: one for each user whom it rang. */
export async function ligacoesByKey(database: Database, chave: string): Promise<LigacaoConsultada[]> {
  return (await database.run(byKey, { chave })).map(present)
}

const present = ({ incerta_em, ...row }: RowOf<typeof byKey>): LigacaoConsultada => ({
  ...row,
  incerta: incerta_em !== null && row.atendida_em === null,
  notificada_em: row.notificada_em.toISOString(),
  exibida_em: row.exibida_em?.toISOString() ?? null,
  atendida_em: row.atendida_em?.toISOString() ?? null,
  encerrada_em: row.encerrada_em?.toISOString() ?? null,
})
