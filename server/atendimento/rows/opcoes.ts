import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { build, db, statement } from '../../database/statement.ts'
import { isTaken } from '../../database/violates.ts'
import type { ChangeOpcao, NewOpcao, OpcaoAtendimento } from '../wire/opcao.ts'

/** Use is counted over the latest tickets alone, so that it costs the same however many there are. */
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
    .orderBy(sql`coalesce(${sql.ref('usos.vezes')}, 0) desc`)
    .orderBy('o.id'),
)

/** Both lists, options out of use included: the most used of the latest tickets first. */
export const listOpcoes = ({ run }: Database): Promise<OpcaoAtendimento[]> => run(byUse, {})

const nameKey = 'opcao_atendimento_lista_descricao_key'

/** Null when the list has such an option, in whatever case. */
export async function createOpcao(
  { query }: Database,
  { lista, descricao }: NewOpcao,
): Promise<OpcaoAtendimento | null> {
  try {
    const [row] = await query(
      build
        .insertInto('opcao_atendimento')
        .values({ lista, descricao })
        .returning(['id', 'lista', 'descricao', 'ativo']),
    )
    return row ?? null
  } catch (error) {
    if (isTaken(error, nameKey)) return null
    throw error
  }
}

/** Its new name goes for the tickets that have it, too. */
export async function changeOpcao(
  { query }: Database,
  id: number,
  change: ChangeOpcao,
): Promise<'changed' | 'unknown' | 'taken'> {
  const { descricao, ativo } = change
  try {
    const rows = await query(
      build
        .updateTable('opcao_atendimento')
        .set(({ ref }) => ({ descricao: descricao ?? ref('descricao'), ativo: ativo ?? ref('ativo') }))
        .where('id', '=', id)
        .returning('id'),
    )
    return rows.length === 1 ? 'changed' : 'unknown'
  } catch (error) {
    if (isTaken(error, nameKey)) return 'taken'
    throw error
  }
}
