import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { cast, db, type Place, statement } from '../../database/statement.ts'
import { isTaken } from '../../database/violates.ts'
import { makeProtocolo, maxSequencia, ProtocoloEsgotadoError } from '../../protocolo/rules/protocolo.ts'

/** `grouped`: the call rings others too, and must be attended first. */
type AtendimentoOpened = 'opened' | 'existing' | 'no_call' | 'over' | 'grouped'

interface Asked {
  /** The call's. */
  id: string
  usuario_id: number
  /** The day of the desk's own calendar, YYYY-MM-DD. */
  dia: string
  now: Date
}

/** `primeiro`: the day's first protocol number. */
type Opening = Asked & { primeiro: string }

const opening = statement('atendimento_open', (the: Place<Opening>) =>
  db
    .with('chamada', (of) =>
      of
        .selectFrom('ligacao as l')
        .select(['l.id', 'l.usuario_id', 'l.id_cliente', 'l.telefone_chave', 'l.estado'])
        .select(({ and, eb, exists, selectFrom }) => [
          and([eb('l.grupo', 'is not', null), eb('l.atendida_em', 'is', null)]).as('em_grupo'),
          exists(selectFrom('atendimento as a').select('a.id').whereRef('a.ligacao_id', '=', 'l.id')).as('existente'),
        ])
        .where('l.id', '=', the('id'))
        .where('l.usuario_id', '=', the('usuario_id'))
        .forUpdate(),
    )
    .with('numero', (of) =>
      of
        .insertInto('protocolo_diario')
        .columns(['dia', 'ultimo'])
        .expression((each) =>
          each
            .selectFrom('chamada')
            .select([the('dia').as('dia'), sql.lit(1).as('ultimo')])
            .where('estado', '=', 'aberta')
            .where(({ not, ref }) => not(ref('em_grupo')))
            .where(({ not, ref }) => not(ref('existente'))),
        )
        .onConflict((on) =>
          on
            .column('dia')
            .doUpdateSet((each) => ({ ultimo: each('protocolo_diario.ultimo', '+', 1) }))
            .where('protocolo_diario.ultimo', '<', maxSequencia),
        )
        .returning('ultimo'),
    )
    .with('aberto', (of) =>
      of
        .insertInto('atendimento')
        .columns([
          'protocolo',
          'ligacao_id',
          'id_cliente',
          'usuario_id',
          'telefone_chave',
          'criado_em',
          'atualizado_em',
        ])
        .expression((each) =>
          each
            .selectFrom(['chamada as c', 'numero as n'])
            .select(({ ref }) => [
              sql`(${the('primeiro')}::bigint + ${ref('n.ultimo')} - 1)::text`.as('protocolo'),
              ...(['c.id', 'c.id_cliente', 'c.usuario_id', 'c.telefone_chave'] as const),
              cast(the('now'), 'timestamptz').as('criado_em'),
              cast(the('now'), 'timestamptz').as('atualizado_em'),
            ]),
        )
        .returning('ligacao_id'),
    )
    .with('atendida', (of) =>
      of
        .updateTable('ligacao as l')
        .from('aberto as a')
        .set((each) => ({
          atendida_em: each.fn.coalesce('l.atendida_em', cast(the('now'), 'timestamptz')),
          versao: each('l.versao', '+', 1),
        }))
        .whereRef('l.id', '=', 'a.ligacao_id'),
    )
    .selectFrom('chamada')
    .select(['estado', 'em_grupo', 'existente'])
    .select((each) => each.exists(each.selectFrom('aberto').select('ligacao_id')).as('aberto')),
)

/**
 * Opens one ticket a call, in one round trip. Row locks on the call and on the day's counter make sure that no number
 * is given twice and none is lost. The ticket also marks the call as attended.
 * @throws ProtocoloEsgotadoError
 */
export async function insertAtendimento({ run }: Database, asked: Asked): Promise<AtendimentoOpened> {
  const { dia } = asked
  try {
    const [call] = await run(opening, { ...asked, primeiro: makeProtocolo(dia, 1) })
    if (!call) return 'no_call'
    if (call.aberto) return 'opened'
    if (call.existente) return 'existing'
    if (call.estado !== 'aberta') return 'over'
    if (call.em_grupo) return 'grouped'
  } catch (error) {
    // Another click was committed while this one waited for the row lock with an older snapshot: this took no number.
    if (isTaken(error, 'atendimento_ligacao_id_key')) return 'existing'
    throw error
  }
  throw new ProtocoloEsgotadoError(dia, maxSequencia + 1)
}
