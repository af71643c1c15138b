import { jsonBuildObject } from 'kysely/helpers/postgres'
import { admittedToken } from '../../acesso/rows/tokens.ts'
import { clientesJson } from '../../cliente/rows/resumo.ts'
import { before, columns, db, jsonRows, jsonTable, type Place, statement } from '../../database/statement.ts'
import { markLifetimeMs, toldFields, undoMs, windowLifetimeMs } from '../rules/call.ts'
import { knownColumns, rungColumns } from './columns.ts'
import { type Pedido, pedidoTypes } from './pedido.ts'

const markColumns = ['id', 'chave', 'telefone_chave', 'id_cliente', 'criada_em'] as const

const known = jsonBuildObject(columns('ligacao', 'l', knownColumns))
const mark = jsonBuildObject(columns('marca_cancelamento', 'm', markColumns))

/**
 * All that the rules of notify and cancel need to know, of one instant, for several messages in one round trip; and the
 * plain case of `decideNotify`, which nearly every call is, committed by it: one user, no mark, no call that could be the
 * same. Like every write it moves the version of the user's queue on, and of two calls for one user in one statement one
 * goes first. Whatever is less plain is only read, and decided in TypeScript.
 *
 * Every join goes from the few rows asked for to an index: OFFSET 0 and LIMIT keep the planner from scanning whole tables,
 * whether or not they were ever analysed. The messages are one JSON value, because the planner looks into an array for its
 * length, finds each one different, and plans every statement anew for longer than it runs.
 */
const facts = (several: boolean) => (the: Place<{ pedidos: string }>) =>
  db
    .with('pedido', (of) =>
      of
        .selectFrom(jsonTable<Pedido, 'p'>(the('pedidos'), 'p', pedidoTypes))
        .selectAll('p')
        .select((each) => [
          each
            .exists(
              each
                .selectFrom('token as t')
                .select('t.id')
                .whereRef('t.id', '=', 'p.token')
                .where(admittedToken(each.ref('p.agora'), each.ref('p.ip'))),
            )
            .as('confiavel'),
        ]),
    )
    .with('alvo', (of) =>
      of
        .selectFrom('pedido as p')
        .crossJoinLateral((each) =>
          each
            .selectFrom('usuario')
            .select(['id as usuario_id', 'ramal as u_ramal', 'identificador_interno as u_identificador'])
            .where(({ or, eb, ref, fn }) =>
              or([
                eb('usuario.ramal', '=', ref('p.ramal')),
                eb(fn('lower', ['usuario.identificador_interno']), '=', fn('lower', ['p.identificador_interno'])),
              ]),
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
    .with('achado', (of) =>
      of
        .selectFrom('pedido as p')
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
                .whereRef('k.usuario_id', '=', 'a.usuario_id')
                .where('k.estado', '=', 'aberta')
                // By itself, so that a keyed notification does not look at the open windows at all.
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
                .where('k.estado', '=', 'fechada')
                // By itself: only a cancel without a key asks what was closed of late. Of one with a key it is there already.
                .where(({ and, eb, ref }) => and([ref('a.todas'), eb('a.chave', 'is', null)]))
                .where(({ eb, ref }) => eb('k.encerrada_em', '>', before(ref('a.agora'), undoMs)))
                .where(({ eb, ref }) => eb('k.notificada_em', '>', before(ref('a.agora'), windowLifetimeMs + undoMs))),
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
    .with('livre', (of) =>
      of
        .selectFrom('alvo as a')
        .selectAll('a')
        .where('a.abrir', 'is not', null)
        .where('a.confiavel', '=', true)
        .where(({ or, eb, ref }) => or([eb('a.ramal', 'is', null), eb('a.u_ramal', '=', ref('a.ramal'))]))
        .where(({ or, eb, fn }) =>
          or([
            eb('a.identificador_interno', 'is', null),
            eb(fn('lower', ['a.u_identificador']), '=', fn('lower', ['a.identificador_interno'])),
          ]),
        )
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('marca as m').select('m.id').whereRef('m.n', '=', 'a.n'))),
        )
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('conhecida as l').select('l.id').whereRef('l.n', '=', 'a.n'))),
        ),
    )
    // Several in one order, so that of two processes neither waits for the other in a circle.
    .with('presa', (of) => {
      const free = of.selectFrom('livre').selectAll('livre')
      return several
        ? free
            .innerJoin('fila_ligacoes as f', 'f.usuario_id', 'livre.usuario_id')
            .whereRef('f.versao', '=', 'livre.fila')
            .orderBy('f.usuario_id')
            .forUpdate('f')
        : free
    })
    .with('vez', (of) =>
      of
        .updateTable('fila_ligacoes as f')
        .from('presa')
        .set((each) => ({ versao: each('f.versao', '+', 1) }))
        .whereRef('f.usuario_id', '=', 'presa.usuario_id')
        .whereRef('f.versao', '=', 'presa.fila')
        .returningAll('presa'),
    )
    .with('unico', (of) =>
      of
        .selectFrom('achado')
        .select((each) => ['n', each.fn.min('id_cliente').as('id_cliente')])
        .groupBy('n')
        .having((each) => each.fn.countAll(), '=', 1),
    )
    .with('nova', (of) =>
      of
        .insertInto('ligacao')
        .columns(['id', 'usuario_id', ...rungColumns])
        .expression((each) =>
          // In the order of the columns.
          each
            .selectFrom('vez as v')
            .leftJoin('unico', 'unico.n', 'v.n')
            .select(['v.abrir', 'v.usuario_id', 'v.u_ramal', 'v.u_identificador', 'v.chave', 'unico.id_cliente'])
            .select(['unico.id_cliente as notificado', 'v.agora', 'v.agora as tocada', 'v.agora as aberta'])
            .select(toldFields.map((field) => `v.${field}` as const)),
        )
        .returning('id'),
    )
    .selectFrom('pedido as p')
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
      each.exists(each.selectFrom('nova').select('nova.id').whereRef('nova.id', '=', 'p.abrir')).as('opened'),
    ])
    .orderBy('p.n')

/** A message alone holds one queue, in no order with others. */
export const factsOfOne = statement('ligacao_facts', facts(false))
export const factsOfSeveral = statement('ligacao_facts_of_several', facts(true))
