import type { Compilable, Expression } from 'kysely'
import { servicoTables } from '../../cliente/rows/write/insert.ts'
import { among, build, cast, column, eb, none } from '../../database/statement.ts'

/** Runs a query in the transaction of the erasure. */
export type Ask = <Row>(query: Compilable<Row>) => Promise<Row[]>

const servicosOf = (id: number) =>
  build.selectFrom('cliente_servico').select('id_cliente_servico').where('id_cliente', '=', id)

/**
 * Deletes the customer's services with all that hangs on them. A service with billing events stays, with its plan and
 * without personal data. Returns how many were deleted and kept.
 */
export async function eraseServicos(ask: Ask, id: number) {
  const shared = await sharedBy(ask, id)
  const gone = await ask(
    build
      .deleteFrom('cliente_servico as s')
      .where('s.id_cliente', '=', id)
      .where(({ selectFrom }) =>
        none(
          selectFrom('evento_faturamento as e')
            .select('e.id_cliente_servico')
            .whereRef('e.id_cliente_servico', '=', 's.id_cliente_servico'),
        ),
      )
      .returning('s.id_cliente_servico'),
  )
  const kept = await ask(
    build
      .updateTable('cliente_servico')
      .set({ login: '', senha_cifrada: '', ipv4: '', ipv6: null, cidade: '' })
      .set({ id_interface: null, id_interface_roteamento: null })
      .set({ id_equipamento_conexao: null, id_equipamento_roteamento: null })
      .where('id_cliente', '=', id)
      .returning('id_cliente_servico'),
  )
  for (const table of servicoTables)
    await ask(build.deleteFrom(table).where('id_cliente_servico', 'in', servicosOf(id)))
  await eraseUnnamed(ask, shared)
  return { servicos_apagados: gone.length, servicos_mantidos: kept.length }
}

type Shared = Awaited<ReturnType<typeof sharedBy>>

/** The rows that the customer's services refer to, and that services of other customers may share. */
async function sharedBy(ask: Ask, id: number) {
  const servicos = await ask(
    build
      .selectFrom('cliente_servico')
      .select(['id_interface', 'id_interface_roteamento', 'id_equipamento_conexao', 'id_equipamento_roteamento'])
      .where('id_cliente', '=', id),
  )
  const pacotes = build.selectFrom('cliente_servico_pacote').select('id_pacote')
  const grupos = build.selectFrom('cliente_servico_grupo').select('id_grupo')
  return {
    interfaces: servicos.flatMap((of) => [of.id_interface ?? [], of.id_interface_roteamento ?? []].flat()),
    equipamentos: servicos.flatMap((of) =>
      [of.id_equipamento_conexao ?? [], of.id_equipamento_roteamento ?? []].flat(),
    ),
    pacotes: (await ask(pacotes.where('id_cliente_servico', 'in', servicosOf(id)))).map((of) => of.id_pacote),
    grupos: (await ask(grupos.where('id_cliente_servico', 'in', servicosOf(id)))).map((of) => of.id_grupo),
  }
}

/** Deletes the shared rows that no service refers to any more. Only imports add references; none writes meanwhile. */
async function eraseUnnamed(ask: Ask, { interfaces, equipamentos, pacotes, grupos }: Shared) {
  const unnamed = (id: Expression<number>, ids: number[], naming: Expression<unknown>) =>
    eb.and([among(id, cast(ids, 'int[]')), none(naming)])
  const servico = build.selectFrom('cliente_servico as s').select('s.id_cliente_servico')
  const i = column('interface', 'interface', 'id_interface')
  const ofInterface = servico.where((s) => s.or([s('s.id_interface', '=', i), s('s.id_interface_roteamento', '=', i)]))
  await ask(build.deleteFrom('interface').where(unnamed(i, interfaces, ofInterface)))
  const e = column('equipamento', 'equipamento', 'id_equipamento')
  const ofEquipamento = servico.where((s) =>
    s.or([s('s.id_equipamento_conexao', '=', e), s('s.id_equipamento_roteamento', '=', e)]),
  )
  await ask(build.deleteFrom('equipamento').where(unnamed(e, equipamentos, ofEquipamento)))
  const p = column('pacote', 'pacote', 'id_pacote')
  const ofPacote = build.selectFrom('cliente_servico_pacote as s').select('s.ordem').where('s.id_pacote', '=', p)
  await ask(build.deleteFrom('pacote').where(unnamed(p, pacotes, ofPacote)))
  const g = column('grupo', 'grupo', 'id')
  const ofGrupo = build.selectFrom('cliente_servico_grupo as s').select('s.ordem').where('s.id_grupo', '=', g)
  await ask(build.deleteFrom('grupo').where(unnamed(g, grupos, ofGrupo)))
}
