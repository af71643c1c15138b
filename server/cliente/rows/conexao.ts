import { type Expression, type RawBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { column, columns, db, eb, jsonRows, when } from '../../database/statement.ts'
import type { ServicoConexao } from '../wire/conexao.ts'

const momento = (name: 'ultima_conexao' | 'ultima_desconexao') =>
  eb.fn<string | null>('to_char', [column('status_conexao', 'k', name), sql.lit('YYYY-MM-DD HH24:MI:SS')])

/** The object `json` when the left join found a row, which `key` tells; else null. */
const present = <T>(key: RawBuilder<unknown>, json: Expression<T>) => when(eb(key, 'is not', null), json)

/** A call window has no room for more services. */
const most = 200

/** How each service of a customer is connected, as a JSON array in the order of the services' ids. */
export const conexoesJson = (id_cliente: RawBuilder<number | null>) =>
  db
    .selectFrom(
      db
        .selectFrom('cliente_servico as s')
        .selectAll('s')
        .where('s.id_cliente', '=', id_cliente)
        .orderBy('s.id_cliente_servico')
        .limit(most)
        .as('s'),
    )
    .leftJoin('interface as i', 'i.id_interface', 's.id_interface')
    .leftJoin('equipamento as q', 'q.id_equipamento', 's.id_equipamento_conexao')
    .leftJoin('porta_atendimento as p', 'p.id_cliente_servico', 's.id_cliente_servico')
    .leftJoin('status_conexao as k', 'k.id_cliente_servico', 's.id_cliente_servico')
    .select(
      jsonRows<ServicoConexao>(
        jsonBuildObject({
          id_cliente_servico: column('cliente_servico', 's', 'id_cliente_servico'),
          ipv4: eb.fn<string | null>('nullif', [column('cliente_servico', 's', 'ipv4'), sql.lit('')]),
          interface: present(
            column('interface', 'i', 'id_interface'),
            jsonBuildObject(columns('interface', 'i', ['nome', 'tipo'])),
          ),
          equipamento: column('equipamento', 'q', 'nome'),
          porta_atendimento: present(
            column('porta_atendimento', 'p', 'id_cliente_servico'),
            jsonBuildObject(columns('porta_atendimento', 'p', ['numero', 'equipamento'])),
          ),
          status_conexao: present(
            column('status_conexao', 'k', 'id_cliente_servico'),
            jsonBuildObject({
              ...columns('status_conexao', 'k', ['conectado', 'ultimo_ipv4']),
              ultima_conexao: momento('ultima_conexao'),
              ultima_desconexao: momento('ultima_desconexao'),
            }),
          ),
        }),
        column('cliente_servico', 's', 'id_cliente_servico'),
      ).as('json'),
    )
    .$asScalar()
