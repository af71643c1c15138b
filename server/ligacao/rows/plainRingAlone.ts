import { admittedToken } from '../../acesso/rows/tokens.ts'
import { clientesJson } from '../../cliente/rows/resumo.ts'
import { cast, db, type Place, statement, unnest } from '../../database/statement.ts'
import { toldFields } from '../rules/call.ts'
import { rungColumns } from './columns.ts'
import type { Question } from './factsStatement.ts'
import { ifSaid, nothingInTheWay, sameIdentificador } from './plain.ts'

/**
 * Does for one message that names an extension what plainRing.ts does for several: its plan is half as large, and it
 * needs no order of locks. At 50 calls a second nearly every call comes alone.
 */
export const openOne = statement('ligacao_open_plain', (the: Place<Question>) => {
  const agora = cast(the('agora'), 'timestamptz')
  const chave = cast(the('chave'), 'text')
  const identificador = cast(the('identificador_interno'), 'text')
  return db
    .with('achado', (of) =>
      of
        .selectFrom(
          of
            .selectFrom('cliente_telefone as f')
            .select('f.id_cliente')
            .where('f.chave', '=', the('procurada'))
            .offset(0)
            .as('k'),
        )
        .select(({ fn, case: when }) => [
          fn.agg<number[]>('array_agg', ['k.id_cliente']).as('ids'),
          when().when(fn.countAll(), '=', 1).then(fn.min('k.id_cliente')).else(null).end().as('unico'),
        ]),
    )
    .with('alvo', (of) =>
      of
        .selectFrom('usuario as u')
        .innerJoin('fila_ligacoes as f', 'f.usuario_id', 'u.id')
        .select(['u.id', 'u.ramal', 'u.identificador_interno', 'f.versao as fila'])
        .where('u.ramal', '=', the('ramal'))
        .where('u.desativado', 'is not', true)
        .where(({ ref }) => ifSaid(identificador, sameIdentificador(ref('u.identificador_interno'), identificador)))
        .where(({ exists }) => exists(admittedToken(the('token'), agora, the('ip')).offset(0)))
        .where(({ ref }) => nothingInTheWay(ref('u.id'), chave, the('telefone_chave'), agora)),
    )
    .with('vez', (of) =>
      of
        .selectFrom('alvo as a')
        .selectAll('a')
        .innerJoin('fila_ligacoes as f', 'f.usuario_id', 'a.id')
        .whereRef('f.versao', '=', 'a.fila')
        .forShare('f'),
    )
    .with('nova', (of) =>
      of
        .insertInto('ligacao')
        .columns(['id', 'usuario_id', ...rungColumns])
        .expression((each) =>
          each
            .selectFrom(['vez as v', 'achado'])
            .select([cast(the('abrir'), 'uuid').as('id'), 'v.id as usuario_id', 'v.ramal', 'v.identificador_interno'])
            .select([chave.as('chave'), 'achado.unico', 'achado.unico as notificado'])
            .select([agora.as('notificada'), agora.as('tocada'), agora.as('aberta')])
            .select(toldFields.map((field) => cast(the(field), 'text').as(field))),
        ),
    )
    .selectFrom('vez as v')
    .select(['v.id', 'v.ramal', 'v.identificador_interno'])
    .select((each) =>
      clientesJson(
        each
          .selectFrom('achado')
          .crossJoin(({ ref }) => unnest(ref('achado.ids'), 'int[]', 'i', 'id_cliente'))
          .select('i.id_cliente'),
      ).as('clientes'),
    )
})
