import { db, type Place, statement, truth } from '../../database/statement.ts'
import { toldFields } from '../rules/call.ts'

interface Extension {
  /** Whose it is now. */
  usuario_id: number
  ramal: string | null
  identificador_interno: string | null
  since: Date
}

/** Open calls that rang at an extension which was another user's then, with the version of that user's queue. */
export const movedCalls = statement('ligacao_moved', (the: Place<Extension>) =>
  db
    .selectFrom('ligacao as l')
    .innerJoin('fila_ligacoes as f', 'f.usuario_id', 'l.usuario_id')
    .select(['l.id', 'l.versao', 'l.estado', 'l.chave', 'l.id_cliente', 'l.id_cliente_notificado'])
    .select(['l.notificada_em', 'l.tocada_em', 'l.toque_entregue', 'l.atendida_em', 'l.incerta_em'])
    .select([
      'l.encerrada_em',
      'l.encerrada_por',
      'l.ramal',
      'l.identificador_interno',
      'l.usuario_id',
      'f.versao as fila',
    ])
    .select(toldFields.map((field) => `l.${field}` as const))
    .where('l.estado', '=', 'aberta')
    .where('l.notificada_em', '>', the('since'))
    .where('l.usuario_id', '<>', the('usuario_id'))
    .where(truth`(l.ramal = ${the('ramal')} or
      lower(l.identificador_interno) = lower(${the('identificador_interno')}))`),
)
