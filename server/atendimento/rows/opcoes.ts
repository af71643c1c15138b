import { sql } from 'kysely'
import { recordAuditoria, type Who } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import { inTurn } from '../../database/inTurn.ts'
import { db, statement } from '../../database/statement.ts'
import { unlessTaken } from '../../database/violates.ts'
import { isOvertaken } from '../../refusal.ts'
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

const alvoOf = (id: number) => `opcao_atendimento:${id}`

/** Adds an option, on record. `taken`: the list has such an option, in whatever case. */
export const createOpcao = (database: Database, who: Who, opcao: NewOpcao): Promise<'taken' | null> =>
  unlessTaken(
    inTurn(database, async (tx) => {
      const { id } = await tx.opcaoAtendimento.create({ data: opcao })
      const entry = { ...who, acao: 'opcao_atendimento_criada', alvo: alvoOf(id), detalhes: opcao } as const
      await recordAuditoria({ prisma: tx }, entry)
      return null
    }),
  )

/**
 * Changes an option, on record unless nothing changes. Tickets that have the option show its new name, too. Returns its
 * name now if that is neither `descricao_lida` nor the new one; then nothing is written.
 */
export const changeOpcao = (
  database: Database,
  who: Who,
  id: number,
  { descricao, descricao_lida, ativo }: ChangeOpcao,
): Promise<'unknown' | 'taken' | { agora: string } | null> =>
  unlessTaken(
    inTurn(database, async (tx) => {
      const now = await tx.opcaoAtendimento.findUnique({ where: { id } })
      if (!now) return 'unknown'
      if (isOvertaken(now.descricao, descricao_lida, descricao)) return { agora: now.descricao }
      const data = { descricao: descricao ?? now.descricao, ativo: ativo ?? now.ativo }
      if (data.descricao === now.descricao && data.ativo === now.ativo) return null
      await tx.opcaoAtendimento.update({ where: { id }, data })
      const detalhes = { descricao: descricao ?? null, ativo: ativo ?? null }
      const entry = { ...who, acao: 'opcao_atendimento_alterada', alvo: alvoOf(id), detalhes } as const
      await recordAuditoria({ prisma: tx }, entry)
      return null
    }),
  )
