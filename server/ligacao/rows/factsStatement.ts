import { jsonBuildObject } from 'kysely/helpers/postgres'
import { admittedToken } from '../../acesso/rows/tokens.ts'
import { clientesJson } from '../../cliente/rows/resumo.ts'
import {
  before,
  byName,
  columns,
  db,
  ever,
  jsonRows,
  jsonTable,
  type Place,
  statement,
} from '../../database/statement.ts'
import { markLifetimeMs, type Told, toldFields, undoMs, windowLifetimeMs } from '../rules/call.ts'
import { knownColumns } from './columns.ts'
import { isOpen } from './openWindows.ts'
import { isNamed, sameIdentificador } from './plain.ts'

/** Messages that one statement takes at most: past it, waiting costs more than it saves. */
export const maxTogether = 16

/** What a message of the exchange asks of the database, as the statements take it. */
export interface Question extends Told {
  /** Its place among those that go in one statement: see `jsonOf`. */
  n: number
  token: number
  /** The IP address it came from; null if that is no IP address. */
  ip: string | null
  ramal: string | null
  identificador_interno: string | null
  id_cliente: number | null
  codigo_cliente: number | null
  /** Key by which customers are looked for. */
  procurada: string | null
  chave: string | null
  agora: Date
  /** All open windows of the user, as a cancel needs them; else only those that could be this call. */
  todas: boolean
  /** Whether a message that ends a call says that the conversation broke off. */
  caiu: boolean | null
  /** Id for the window, if the message opens one. */
  abrir: string
}

/** The messages as one JSON array. They are numbered in place, because a copy of so many fields is dear. */
export function jsonOf(questions: readonly Question[]): string {
  for (const [n, question] of questions.entries()) question.n = n
  return JSON.stringify(questions)
}

/** The PostgreSQL type of each field that is asked about. */
const questionTypes = {
  n: 'int',
  token: 'int',
  ip: 'text',
  ramal: 'text',
  identificador_interno: 'text',
  id_cliente: 'bigint',
  codigo_cliente: 'bigint',
  procurada: 'text',
  chave: 'text',
  agora: 'timestamptz',
  todas: 'bool',
  abrir: 'uuid',
  ...byName(toldFields, () => 'text' as const),
} as const

const markColumns = ['id', 'chave', 'telefone_chave', 'id_cliente', 'criada_em'] as const

const known = jsonBuildObject(columns('ligacao', 'l', knownColumns))
const mark = jsonBuildObject(columns('marca_cancelamento', 'm', markColumns))

/**
 * `pergunta`: the messages; `confiavel` is whether a message's token is admitted at this instant. `alvo`: the messages
 * with the users they name and the versions of the users' queues. The messages come as one JSON value, because the
 * planner looks at the length of an array, finds each one different, and plans every statement anew, for longer than it
 * runs. For a JSON value it always expects a hundred rows: without the limit the statements look six times as expensive
 * as they are, and a table that grows a little has them planned anew.
 */
export const askedOf = (the: Place<{ questions: string }>) =>
  db
    .with('pergunta', (of) =>
      of
        .selectFrom(jsonTable<Omit<Question, 'caiu'>, 'p'>(the('questions'), 'p', questionTypes))
        .selectAll('p')
        .limit(maxTogether)
        .select((each) => [
          each.exists(admittedToken(each.ref('p.token'), each.ref('p.agora'), each.ref('p.ip'))).as('confiavel'),
        ]),
    )
    .with('alvo', (of) =>
      of
        .selectFrom('pergunta as p')
        .crossJoinLateral((each) =>
          each
            .selectFrom('usuario')
            .select(['id as usuario_id', 'ramal as u_ramal', 'identificador_interno as u_identificador'])
            .where(({ ref }) =>
              isNamed(
                [ref('usuario.ramal'), ref('usuario.identificador_interno')],
                [ref('p.ramal'), ref('p.identificador_interno')],
              ),
            )
            .where('desativado', 'is not', true)
            .offset(0)
            .as('u'),
        )
        .crossJoinLateral((each) =>
          each
            .selectFrom('fila_ligacoes')
            .select('versao as fila')
            .whereRef('usuario_id', '=', 'u.usuario_id')
            .offset(0)
            .as('f'),
        )
        .selectAll(['p', 'u', 'f']),
    )

/**
 * All that the rules of notify and cancel need to know, read at one instant, for several messages in one round trip.
 * Every join goes from the few rows asked for to an index: OFFSET 0 and LIMIT keep the planner from scanning whole
 * tables, whether or not they were ever analysed.
 */
export const factsOf = statement('ligacao_facts', (the: Place<{ questions: string }>) =>
  askedOf(the)
    .with('achado', (of) =>
      of
        .selectFrom('pergunta as p')
        .crossJoinLateral((each) =>
          each
            .selectFrom('cliente_telefone as f')
            .select('f.id_cliente')
            .whereRef('f.chave', '=', 'p.procurada')
            .union(each.selectFrom('cliente as c').select('c.id_cliente').whereRef('c.id_cliente', '=', 'p.id_cliente'))
            .union(
              each
                .selectFrom('cliente as c')
                .select('c.id_cliente')
                .whereRef('c.codigo_cliente', '=', 'p.codigo_cliente'),
            )
            .offset(0)
            .as('t'),
        )
        .select(['p.n', 't.id_cliente']),
    )
    .with('conhecida', (of) =>
      of
        .selectFrom('alvo as a')
        .crossJoinLateral((each) =>
          each
            .selectFrom('ligacao as k')
            .selectAll('k')
            .whereRef('k.usuario_id', '=', 'a.usuario_id')
            .whereRef('k.chave', '=', 'a.chave')
            .unionAll(
              each
                .selectFrom('ligacao as k')
                .selectAll('k')
                .where(isOpen('k', each.ref('a.usuario_id')))
                // A condition by itself, so that a notification with a key does not look at the open windows at all.
                .where(({ or, eb, ref }) => or([ref('a.todas'), eb('a.chave', 'is', null)]))
                .where(({ or, eb, ref }) => or([ref('a.todas'), eb('k.telefone_chave', '=', ref('a.telefone_chave'))]))
                .where(({ or, eb, ref }) =>
                  or([eb('a.chave', 'is', null), eb('k.chave', 'is distinct from', ref('a.chave'))]),
                ),
            )
            .unionAll(
              each
                .selectFrom('ligacao as k')
                .selectAll('k')
                .whereRef('k.usuario_id', '=', 'a.usuario_id')
                .where('k.estado', 'in', ['fechada', 'cancelada'])
                // A condition by itself: only a cancel without a key needs the calls that ended lately. For one with a
                // key, its call was found above.
                .where(({ and, eb, ref }) => and([ref('a.todas'), eb('a.chave', 'is', null)]))
                .where(({ eb, ref }) => eb('k.encerrada_em', '>', before(ref('a.agora'), undoMs)))
                // A range with both ends, because the planner then expects few rows, as there are; with one end it
                // expects a third of the user's history.
                .where(({ eb, ref }) => eb('k.notificada_em', '>', before(ref('a.agora'), windowLifetimeMs + undoMs)))
                .where('k.notificada_em', '<=', ever),
            )
            .offset(0)
            .as('l'),
        )
        .select('a.n')
        .selectAll('l'),
    )
    .with('marca', (of) =>
      of
        .selectFrom('alvo as a')
        .crossJoinLateral((each) =>
          each
            .selectFrom('marca_cancelamento as k')
            .selectAll('k')
            .whereRef('k.usuario_id', '=', 'a.usuario_id')
            .where(({ eb, ref }) => eb('k.criada_em', '>', before(ref('a.agora'), markLifetimeMs)))
            .offset(0)
            .as('m'),
        )
        .select('a.n')
        .selectAll('m'),
    )
    .selectFrom('pergunta as p')
    .select((each) => [
      'p.confiavel',
      each
        .selectFrom('alvo as a')
        .select((of) =>
          jsonRows(
            jsonBuildObject({
              id: of.ref('a.usuario_id'),
              ramal: of.ref('a.u_ramal'),
              identificador_interno: of.ref('a.u_identificador'),
              identificado: sameIdentificador(of.ref('a.u_identificador'), of.ref('a.identificador_interno')),
              fila: of.ref('a.fila'),
            }),
          ).as('json'),
        )
        .whereRef('a.n', '=', 'p.n')
        .as('usuarios'),
      each.selectFrom('conhecida as l').select(jsonRows(known).as('json')).whereRef('l.n', '=', 'p.n').as('ligacoes'),
      each
        .selectFrom('marca as m')
        .select(({ ref }) => jsonRows(mark, ref('m.id')).as('json'))
        .whereRef('m.n', '=', 'p.n')
        .as('marks'),
      clientesJson(each.selectFrom('achado').select('achado.id_cliente').whereRef('achado.n', '=', 'p.n')).as(
        'clientes',
      ),
    ])
    .orderBy('p.n'),
)
