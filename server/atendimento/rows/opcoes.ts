import { type InsertQueryBuilder, sql, type UpdateQueryBuilder } from 'kysely'
import type { Who } from '../../auditoria/rows.ts'
import type { Acao } from '../../auditoria/wire.ts'
import type { Database } from '../../database/database.ts'
import { build, cast, type DB, db, statement } from '../../database/statement.ts'
import { isTaken } from '../../database/violates.ts'
import type { ChangeOpcao, NewOpcao, OpcaoAtendimento } from '../wire/opcoes.ts'

/** Use is counted over this many latest tickets alone, so that it costs the same however many there are. */
const looked = 1_000

const byUse = statement('opcao_by_use', () =>
  db
    .with(
      (cte) => cte('recentes').materialized(),
      (of) =>
        of
          .selectFrom('atendimento as a')
          .select(['a.id_motivo', 'a.id_desfecho'])
          .orderBy('a.criado_em', 'desc')
          .orderBy('a.id', 'desc')
          .limit(sql.lit(looked)),
    )
    .with('usos', (of) =>
      of
        .selectFrom(
          of
            .selectFrom('recentes')
            .select('id_motivo as id')
            .unionAll(of.selectFrom('recentes').select('id_desfecho as id'))
            .as('u'),
        )
        .where('u.id', 'is not', null)
        .select(({ fn }) => ['u.id', fn.countAll().as('vezes')])
        .groupBy('u.id'),
    )
    .selectFrom('opcao_atendimento as o')
    .leftJoin('usos', 'usos.id', 'o.id')
    .select(['o.id', 'o.lista', 'o.descricao', 'o.ativo'])
    .orderBy(({ fn }) => fn.coalesce('usos.vezes', sql.lit(0)), 'desc')
    .orderBy('o.id'),
)

/** Both lists, options out of use included: the most used of the latest tickets first. */
export const listOpcoes = ({ run }: Database): Promise<OpcaoAtendimento[]> => run(byUse, {})

const nameKey = 'opcao_atendimento_lista_descricao_key'

type Opcao = 'opcao_atendimento'
type Change = InsertQueryBuilder<DB, Opcao, { id: number }> | UpdateQueryBuilder<DB, Opcao, Opcao, { id: number }>

/** The change and its entry in the record, in one statement: both or neither. */
const recorded = ({ usuarioId, ip }: Who, acao: Acao, detalhes: object, changed: Change) =>
  build
    .with('opcao', () => changed)
    .with('registro', (of) =>
      of
        .insertInto('auditoria')
        .columns(['usuario_id', 'ip', 'acao', 'alvo', 'detalhes'])
        .expression((each) =>
          each
            .selectFrom('opcao')
            .select(({ ref }) => [
              cast(usuarioId, 'int').as('usuario_id'),
              cast(ip, 'text').as('ip'),
              cast(acao, 'text').as('acao'),
              sql`'opcao_atendimento:' || ${ref('id')}`.as('alvo'),
              cast(JSON.stringify(detalhes), 'jsonb').as('detalhes'),
            ]),
        ),
    )
    .selectFrom('opcao')
    .select('opcao.id')

/** Adds an option, on record. False when the list has such an option, in whatever case. */
export async function createOpcao({ query }: Database, who: Who, { lista, descricao }: NewOpcao): Promise<boolean> {
  const inserted = build.insertInto('opcao_atendimento').values({ lista, descricao }).returning('id')
  try {
    await query(recorded(who, 'opcao_atendimento_criada', { lista, descricao }, inserted))
    return true
  } catch (error) {
    if (isTaken(error, nameKey)) return false
    throw error
  }
}

/**
 * Changes an option, on record unless nothing changes. Tickets that have the option show its new name, too. Returns its
 * name now if that is neither `descricao_lida` nor the new one; then nothing is written.
 */
export async function changeOpcao(
  { query }: Database,
  who: Who,
  id: number,
  { descricao, descricao_lida, ativo }: ChangeOpcao,
): Promise<'changed' | 'unknown' | 'taken' | { agora: string }> {
  const expected = descricao_lida === undefined ? null : [descricao_lida, descricao ?? descricao_lida]
  const updated = build
    .updateTable('opcao_atendimento')
    .set(({ ref }) => ({ descricao: descricao ?? ref('descricao'), ativo: ativo ?? ref('ativo') }))
    .where('id', '=', id)
    .$if(expected !== null, (of) => of.where('descricao', 'in', expected ?? []))
    .where(({ eb: is, ref, or }) =>
      or([
        is('descricao', 'is distinct from', descricao ?? ref('descricao')),
        is('ativo', 'is distinct from', ativo ?? ref('ativo')),
      ]),
    )
    .returning('id')
  const detalhes = { descricao: descricao ?? null, ativo: ativo ?? null }
  try {
    const rows = await query(recorded(who, 'opcao_atendimento_alterada', detalhes, updated))
    if (rows.length === 1) return 'changed'
    const [there] = await query(build.selectFrom('opcao_atendimento').select('descricao').where('id', '=', id))
    if (!there) return 'unknown'
    return expected && !expected.includes(there.descricao) ? { agora: there.descricao } : 'changed'
  } catch (error) {
    if (isTaken(error, nameKey)) return 'taken'
    throw error
  }
}
