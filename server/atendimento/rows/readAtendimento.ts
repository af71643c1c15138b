import type { InferResult } from 'kysely'
import type { Database } from '../../database/database.ts'
import { among, build, cast, column } from '../../database/statement.ts'
import { firstWordsOf, presentAtendimento } from '../../ligacao/rows/itsAtendimento.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'

/** Tickets with all that lists and the opened ticket show; `descricao` is whole, or its first words in one line. */
export const told = (ids: readonly number[], whole: boolean) =>
  build
    .selectFrom('atendimento as a')
    .leftJoin('cliente as c', 'c.id_cliente', 'a.id_cliente')
    .leftJoin('titular_eliminado as e', (join) =>
      join.onRef('e.id_cliente', '=', 'a.id_cliente').onRef('a.criado_em', '<=', 'e.eliminado_em'),
    )
    .leftJoin('ligacao as l', 'l.id', 'a.ligacao_id')
    .innerJoin('usuario as u', 'u.id', 'a.usuario_id')
    .leftJoin('usuario as q', 'q.id', 'a.aberto_por')
    .leftJoin('usuario as d', 'd.id', 'a.passado_de')
    .leftJoin('opcao_atendimento as m', 'm.id', 'a.id_motivo')
    .leftJoin('opcao_atendimento as r', 'r.id', 'a.id_desfecho')
    .select(['a.id', 'a.protocolo', 'a.usuario_id', 'a.id_motivo', 'a.id_desfecho', 'a.estado', 'a.versao'])
    .select(['a.criado_em', 'a.fechado_em', 'a.atualizado_em', 'a.passado_em', 'a.passado_de as id_passado_de'])
    .select([
      'a.telefone_chave',
      'a.id_cliente',
      'c.codigo_cliente',
      'c.nome_razaosocial',
      'l.telefone',
      'u.nome as usuario',
    ])
    .select(['q.nome as aberto_por', 'd.nome as passado_de', 'm.descricao as motivo', 'r.descricao as desfecho'])
    .select((whole ? column('atendimento', 'a', 'descricao') : firstWordsOf('a')).as('descricao'))
    .select((each) => each('e.id_cliente', 'is not', null).as('eliminado'))
    .where(among(column('atendimento', 'a', 'id'), cast([...ids], 'int[]')))
    .orderBy('a.criado_em', 'desc')
    .orderBy('a.id', 'desc')

export type ToldAtendimento = InferResult<ReturnType<typeof told>>[number]

/** The fields that the lists and the opened ticket share. */
export function presentInteiro(row: ToldAtendimento) {
  return {
    ...presentAtendimento(row),
    motivo: row.motivo,
    desfecho: row.desfecho,
    cliente: row.id_cliente === null ? null : presentDono(row.id_cliente, row),
    eliminado: Boolean(row.eliminado),
    telefone_formatado: formatTelefone(row.telefone ?? row.telefone_chave),
    usuario: row.usuario,
    aberto_por: row.aberto_por ?? row.usuario,
    passado_de: row.passado_de,
    passado_em: row.passado_em?.toISOString() ?? null,
  }
}

type Dono = Pick<ToldAtendimento, 'codigo_cliente' | 'nome_razaosocial'>

/** A ticket's customer; one who is in the database no more keeps the id. */
export const presentDono = (id_cliente: number, dono?: Dono) => ({
  id_cliente,
  codigo_cliente: dono?.codigo_cliente ?? 0,
  nome_razaosocial: dono?.nome_razaosocial ?? 'Cliente removido',
})

/** One ticket, whoever's it is; null when there is none. */
export async function toldAtendimento({ query }: Database, id: number): Promise<ToldAtendimento | null> {
  const [row] = await query(told([id], true))
  return row ?? null
}

/** The ticket's call; null where it has none, or none any more. */
export async function ligacaoOfAtendimento({ prisma }: Database, id: number): Promise<string | null> {
  return (await prisma.atendimento.findUnique({ where: { id }, select: { ligacao_id: true } }))?.ligacao_id ?? null
}
