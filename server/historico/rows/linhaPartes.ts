import { type Expression, type InferResult, type RawBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { cast, column, columns, count, db, eb, truth, when } from '../../database/statement.ts'
import { type TipoLinha, tipoLinha } from '../wire.ts'

/** Which part of a customer's timeline is asked for. */
export interface LinhaView {
  id_cliente: number
  usuario_id: number
  /** Whether everybody's words and telephones are shown, or only the user's own. */
  tudo: boolean
  /** Where the last page ended: the item's instant, its kind's place (`lugarDe`), and its id: `guid` or `numero`. */
  em: Date
  lugar: number
  guid: string | null
  numero: number | null
}

type The = <K extends keyof LinhaView>(name: K) => RawBuilder<LinhaView[K]>

export const linhaPage = 30

/** Characters of a ticket's words in the timeline; the rest is shown in the ticket alone. */
const shownWords = 2_000

/** The place of a kind among items of one instant: the higher place stands first. */
export const lugarDe = (tipo: TipoLinha) => tipoLinha.options.indexOf(tipo)

/** The items of a kind after the cursor. An index serves the first condition; the others order items of one instant. */
function older(the: The, tipo: TipoLinha, em: Expression<Date>, id: Expression<string> | Expression<number>) {
  const [at, lugar] = [cast(the('em'), 'timestamptz'), cast(the('lugar'), 'int')]
  const own = sql.lit(lugarDe(tipo))
  const cursor = tipo === 'chamada' ? cast(the('guid'), 'uuid') : cast(the('numero'), 'int')
  return eb.and([
    truth`${em} <= ${at}`,
    eb.or([
      truth`${em} < ${at}`,
      truth`${own} < ${lugar}`,
      eb.and([truth`${own} = ${lugar}`, truth`${id} < ${cursor}`]),
    ]),
  ])
}

const isOwn = (the: The, table: 'ligacao' | 'atendimento') =>
  eb.or([cast(the('tudo'), 'bool'), eb(column(table, 'n', 'usuario_id'), '=', the('usuario_id'))])

const noNumber = cast(sql.lit(null), 'int').as('numero')
const noGuid = cast(sql.lit(null), 'uuid').as('guid')

/** Chooses the newest calls from an index first, and joins the rest for those few only. */
function chamadas(the: The) {
  const own = isOwn(the, 'ligacao')
  const newest = db
    .selectFrom('ligacao as l')
    .selectAll('l')
    .where('l.id_cliente', '=', the('id_cliente'))
    .where(({ ref }) => older(the, 'chamada', ref('l.notificada_em'), ref('l.id')))
    .orderBy('l.notificada_em', 'desc')
    .orderBy('l.id', 'desc')
    .limit(sql.lit(linhaPage + 1))
  return db
    .selectFrom(newest.as('n'))
    .innerJoin('usuario as u', 'u.id', 'n.usuario_id')
    .leftJoin('atendimento as t', 't.ligacao_id', 'n.id')
    .select(['n.notificada_em as em', sql.lit(lugarDe('chamada')).as('lugar'), 'n.id as guid', noNumber])
    .select(({ ref }) =>
      jsonBuildObject({
        tipo: sql.lit('chamada' as const),
        ...columns('ligacao', 'n', ['id', 'estado', 'ramal', 'atendida_em', 'encerrada_em', 'encerrada_por']),
        em: ref('n.notificada_em'),
        usuario: ref('u.nome'),
        protocolo: ref('t.protocolo'),
        contado: when(own, jsonBuildObject({ telefone: ref('n.telefone'), origem: ref('n.origem') })),
      }).as('coisa'),
    )
}

function atendimentos(the: The) {
  const own = isOwn(the, 'atendimento')
  const newest = db
    .selectFrom('atendimento as a')
    .selectAll('a')
    .where('a.id_cliente', '=', the('id_cliente'))
    .where(({ ref }) => older(the, 'atendimento', ref('a.criado_em'), ref('a.id')))
    .orderBy('a.criado_em', 'desc')
    .orderBy('a.id', 'desc')
    .limit(sql.lit(linhaPage + 1))
  return db
    .selectFrom(newest.as('n'))
    .innerJoin('usuario as u', 'u.id', 'n.usuario_id')
    .leftJoin('opcao_atendimento as m', 'm.id', 'n.id_motivo')
    .leftJoin('opcao_atendimento as d', 'd.id', 'n.id_desfecho')
    .select(['n.criado_em as em', sql.lit(lugarDe('atendimento')).as('lugar'), noGuid, 'n.id as numero'])
    .select(({ ref, fn }) =>
      jsonBuildObject({
        tipo: sql.lit('atendimento' as const),
        ...columns('atendimento', 'n', ['id', 'protocolo', 'estado', 'fechado_em']),
        em: ref('n.criado_em'),
        usuario: ref('u.nome'),
        motivo: when(own, ref('m.descricao')),
        desfecho: when(own, ref('d.descricao')),
        palavras: when(own, fn<string>('left', ['n.descricao', sql.lit(shownWords)])),
      }).as('coisa'),
    )
}

/** A customer's events are few, so all are read, by their services. The installments of a registration are one item. */
function faturamento(the: The) {
  const registered = db
    .selectFrom('cliente_servico as s')
    .innerJoin('evento_faturamento as v', 'v.id_cliente_servico', 's.id_cliente_servico')
    .leftJoin('evento_faturamento as r', 'r.estorno_de', 'v.id_evento_faturamento')
    .where('s.id_cliente', '=', the('id_cliente'))
    .groupBy('v.lancamento')
    .select(({ fn }) => [
      fn.min('v.criado_em').as('em'),
      fn.min('v.id_evento_faturamento').as('id'),
      cast(fn.sum<number>('v.valor_centavos'), 'float8').as('valor_centavos'),
      count.as('parcelas'),
      cast(fn.count('r.id_evento_faturamento'), 'int').as('estornadas'),
    ])
  const newest = db
    .selectFrom(registered.as('g'))
    .selectAll('g')
    .where(({ ref }) => older(the, 'faturamento', ref('g.em'), ref('g.id')))
    .orderBy('g.em', 'desc')
    .orderBy('g.id', 'desc')
    .limit(sql.lit(linhaPage + 1))
  return db
    .selectFrom(newest.as('n'))
    .innerJoin('evento_faturamento as e', 'e.id_evento_faturamento', 'n.id')
    .innerJoin('cliente_servico as s', 's.id_cliente_servico', 'e.id_cliente_servico')
    .leftJoin('usuario as u', 'u.id', 'e.usuario_id')
    .leftJoin('token as k', 'k.id', 'e.token_id')
    .select(['n.em', sql.lit(lugarDe('faturamento')).as('lugar'), noGuid, 'n.id as numero'])
    .select(({ ref }) =>
      jsonBuildObject({
        tipo: sql.lit('faturamento' as const),
        id: ref('n.id'),
        em: ref('n.em'),
        evento: ref('e.tipo'),
        ...columns('evento_faturamento', 'e', ['descricao', 'estorno_de', 'motivo_estorno', 'usuario_id', 'token_id']),
        servico: ref('s.nome'),
        valor_centavos: ref('n.valor_centavos'),
        parcelas: ref('n.parcelas'),
        estornadas: ref('n.estornadas'),
        usuario: ref('u.nome'),
        token: ref('k.nome'),
      }).as('coisa'),
    )
}

/** The query for each kind of item of a page. */
export const partes = { chamada: chamadas, atendimento: atendimentos, faturamento } satisfies Record<TipoLinha, unknown>

type Coisa<T extends TipoLinha> = InferResult<ReturnType<(typeof partes)[T]>>[number]['coisa']

/** A row of a page, whatever its kind. */
export interface ParteRow {
  em: Date
  lugar: number
  guid: string | null
  numero: number | null
  coisa: Coisa<'chamada'> | Coisa<'atendimento'> | Coisa<'faturamento'>
}
