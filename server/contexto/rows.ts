import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Acao } from '../auditoria/wire.ts'
import { conexoesJson } from '../cliente/rows/conexao.ts'
import type { Database } from '../database/database.ts'
import {
  after,
  cast,
  column,
  columns,
  db,
  eb,
  jsonRows,
  none,
  type Place,
  type RowOf,
  statement,
  truth,
  when,
} from '../database/statement.ts'
import { byMonth, type PrevistosSince, previstosJson } from '../faturamento/rows/previstos.ts'
import { atendimentoColumns, presentAtendimento } from '../ligacao/rows/itsAtendimento.ts'
import { tellsCaller } from '../ligacao/rows/ligacao.ts'
import { formatProtocolo } from '../protocolo/rules/protocolo.ts'
import { primeirasPalavras } from './rules.ts'
import type { AtendimentoContexto, Contexto } from './wire.ts'

interface ContextoAsked extends PrevistosSince {
  id: string
  usuario_id: number
  /** Whether everybody's words are included, or only the agent's own. */
  all_words: boolean
  /** The first instant of the desk's own day. */
  hoje: Date
  /** Calls are counted since then. */
  desde: Date
}

type The = Place<ContextoAsked>

/** Tickets at most: no window has room for more. */
const limits = { abertos: 10, fechados: 3 }
/** Characters of a ticket that are read: more than `primeirasPalavras` keeps. */
const manyWords = 400
/** A caller's rings that follow within this time count as one call: a ring group's extensions, a queue's rounds. */
const oneCallMs = 60_000

const itsCliente = column('ligacao', 'l', 'id_cliente')
const itsId = column('ligacao', 'l', 'id')

/** Counts calls of the same customer, or of the same telephone while nobody said who calls; up to this one, with it. */
const chamadas = (the: The) => {
  const recent = db
    .selectFrom('ligacao as o')
    .select(['o.id', 'o.notificada_em'])
    .where('o.notificada_em', '>=', the('desde'))
    .where('o.notificada_em', '<=', column('ligacao', 'l', 'notificada_em'))
  const same = recent.where('o.id_cliente', '=', itsCliente).unionAll(
    recent
      .where('o.telefone_chave', '=', column('ligacao', 'l', 'telefone_chave'))
      .where(tellsCaller('l'))
      .where(itsCliente, 'is', null),
  )
  const rings = db
    .selectFrom(same.as('o'))
    .select('o.notificada_em')
    .select(({ fn }) =>
      fn
        .agg<Date | null>('lag', ['o.notificada_em'])
        .over((over) => over.orderBy('o.notificada_em').orderBy('o.id'))
        .as('antes'),
    )
  return db
    .selectFrom(rings.as('r'))
    .where(({ or, eb, ref }) =>
      or([eb('r.antes', 'is', null), eb('r.notificada_em', '>', after(ref('r.antes'), oneCallMs))]),
    )
    .select(({ fn }) =>
      jsonBuildObject({
        hoje: fn.countAll<number>().filterWhere('r.notificada_em', '>=', the('hoje')),
        trinta_dias: fn.countAll<number>(),
      }).as('json'),
    )
}

const inteiro = jsonBuildObject(atendimentoColumns)

/**
 * The customer's other tickets in one state. Other people's words only leave the database for those who may read them.
 */
const atendimentos = (the: The, estado: 'aberto' | 'fechado', limit: number) => {
  const own = eb(column('atendimento', 'a', 'usuario_id'), '=', cast(the('usuario_id'), 'int'))
  // The agent's own tickets come first.
  const first = sql`${eb.or([eb(column('atendimento', 'a', 'estado'), '=', 'fechado'), own])} desc`
  return db
    .selectFrom(
      db
        .selectFrom('atendimento as a')
        .innerJoin('usuario as u', 'u.id', 'a.usuario_id')
        .selectAll('a')
        .select('u.nome')
        .where('a.id_cliente', '=', itsCliente)
        .where('a.estado', '=', estado)
        .where('a.ligacao_id', 'is distinct from', itsId)
        .orderBy(first)
        .orderBy('a.criado_em', 'desc')
        .orderBy('a.id', 'desc')
        .limit(limit)
        .as('a'),
    )
    .select(({ ref, ...each }) =>
      jsonRows(
        jsonBuildObject({
          ...columns('atendimento', 'a', ['id', 'protocolo', 'estado', 'criado_em']),
          usuario: ref('a.nome'),
          palavras: when(
            each.or([own, cast(the('all_words'), 'bool')]),
            each.fn<string>('left', ['a.descricao', sql.lit(manyWords)]),
          ),
          proprio: when(each.and([own, each.eb('a.estado', '=', 'aberto')]), inteiro),
        }),
        first,
        sql`${ref('a.criado_em')} desc`,
        sql`${ref('a.id')} desc`,
      ).as('json'),
    )
}

/** The action that is put on record when the context is shown. */
export const acaoContexto: Acao = 'contexto_mostrado'

/** Whether the agent chose this customer and showing the context is not yet on record for this call. */
const unrecorded = (the: The) =>
  eb.and([
    eb(itsCliente, 'is distinct from', column('ligacao', 'l', 'id_cliente_notificado')),
    eb(itsCliente, 'is not', null),
    none(
      eb
        .selectFrom('auditoria as d')
        .select('d.id')
        .where('d.alvo', '=', sql<string>`'cliente:' || ${itsCliente}`)
        .where('d.acao', '=', acaoContexto)
        .where('d.usuario_id', '=', the('usuario_id'))
        .where(({ ref }) => truth`${ref('d.detalhes')} ->> 'ligacao' = ${itsId}::text`),
    ),
  ])

const whole = statement('ligacao_contexto', (the: Place<ContextoAsked>) =>
  db
    .selectFrom('ligacao as l')
    .where('l.id', '=', the('id'))
    .where('l.usuario_id', '=', the('usuario_id'))
    .select([
      'l.id_cliente',
      unrecorded(the).$castTo<boolean>().as('unrecorded'),
      chamadas(the).as('chamadas'),
      conexoesJson(itsCliente).as('servicos'),
      atendimentos(the, 'aberto', limits.abertos).as('abertos'),
      atendimentos(the, 'fechado', limits.fechados).as('fechados'),
      previstosJson(itsCliente, the).as('faturamento'),
    ]),
)

type Row = RowOf<typeof whole>

interface ContextoFound {
  id_cliente: number | null
  /** Whether it must be put on record before it is shown. */
  unrecorded: boolean
  contexto: Contexto
}

/** What is known of the caller; null when the call is not the user's. One statement; each part is read by an index. */
export async function contextoOf({ run }: Database, asked: ContextoAsked): Promise<ContextoFound | null> {
  const [row] = await run(whole, asked)
  if (!row) return null
  const { id_cliente, unrecorded, chamadas, servicos, abertos, fechados, faturamento } = row
  return {
    id_cliente,
    unrecorded,
    contexto: {
      chamadas: chamadas ?? { hoje: 0, trinta_dias: 0 },
      servicos,
      abertos: (abertos ?? []).map(presentAtendimentoContexto),
      fechados: (fechados ?? []).map(presentAtendimentoContexto),
      faturamento: byMonth(faturamento),
    },
  }
}

function presentAtendimentoContexto({
  protocolo,
  criado_em,
  palavras,
  proprio,
  ...row
}: NonNullable<Row['abertos']>[number]): AtendimentoContexto {
  return {
    ...row,
    protocolo_formatado: formatProtocolo(protocolo),
    criado_em: new Date(criado_em).toISOString(),
    palavras: palavras === null ? null : primeirasPalavras(palavras),
    proprio: proprio && presentAtendimento(proprio),
  }
}
