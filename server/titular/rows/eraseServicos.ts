import type { Compilable } from 'kysely'
import { servicoTables } from '../../cliente/rows/write/insert.ts'
import { among, build, cast, column, eb, none } from '../../database/statement.ts'

/** Asks in the transaction of the erasure. */
export type Ask = <Row>(query: Compilable<Row>) => Promise<Row[]>

const servicosOf = (id: number) =>
  build.selectFrom('cliente_servico').select('id_cliente_servico').where('id_cliente', '=', id)

/** A service that billing events name stays, with its plan and without what is theirs; the others go with all they have. */
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

/** What their services name and others' may name, too. */
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

/** Of these what no service names any more. Only imports name any, and none writes meanwhile. */
async function eraseUnnamed(ask: Ask, { interfaces, equipamentos, pacotes, grupos }: Shared) {
  const servico = eb.selectFrom('cliente_servico as s').select('s.id_cliente_servico')
  const inPacote = eb.selectFrom('cliente_servico_pacote as s').select('s.ordem')
  const inGrupo = eb.selectFrom('cliente_servico_grupo as s').select('s.ordem')
  const conexao = column('interface', 'i', 'id_interface')
  const equipamento = column('equipamento', 'e', 'id_equipamento')
  const pacote = column('pacote', 'p', 'id_pacote')
  const grupo = column('grupo', 'g', 'id')
  await ask(
    build
      .deleteFrom('interface as i')
      .where(among(conexao, cast(interfaces, 'int[]')))
      .where(
        none(
          servico.where((s) => s.or([s('s.id_interface', '=', conexao), s('s.id_interface_roteamento', '=', conexao)])),
        ),
      ),
  )
  await ask(
    build
      .deleteFrom('equipamento as e')
      .where(among(equipamento, cast(equipamentos, 'int[]')))
      .where(
        none(
          servico.where((s) =>
            s.or([s('s.id_equipamento_conexao', '=', equipamento), s('s.id_equipamento_roteamento', '=', equipamento)]),
          ),
        ),
      ),
  )
  await ask(
    build
      .deleteFrom('pacote as p')
      .where(among(pacote, cast(pacotes, 'int[]')))
      .where(none(inPacote.where('s.id_pacote', '=', pacote))),
  )
  await ask(
    build
      .deleteFrom('grupo as g')
      .where(among(grupo, cast(grupos, 'int[]')))
      .where(none(inGrupo.where('s.id_grupo', '=', grupo))),
  )
}
