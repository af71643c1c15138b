import { sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import { clientesJson, offeredFirst, presentClienteResumo } from '../../cliente/rows/resumo.ts'
import type { Database } from '../../database/database.ts'
import {
  byName,
  column,
  columns,
  db,
  jsonRows,
  type Place,
  type RowOf,
  statement,
  truth,
  unnest,
  unseen,
} from '../../database/statement.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'
import type { NotifiedCall } from '../rules/decideNotify.ts'
import type { Ligacao, LigacaoDoGrupo } from '../wire/ligacao.ts'
import { contadoColumns, windowColumns } from './columns.ts'
import type { CalledUser } from './facts.ts'
import { atendimentoColumns, presentAtendimento } from './itsAtendimento.ts'
import { isOpen } from './openWindows.ts'

/** SQL: whether the telephone of a call (alias `l`) tells who called. `callerKeyOf` of rules/call.ts says the same. */
export const tellsCaller = (l: string) => truth`left(${column('ligacao', l, 'telefone_chave')}, 2) not in ('', '#0')`

/** The call's customer; else those with its telephone. */
const itsClientes = clientesJson(
  db
    .selectFrom('cliente as c')
    .select('c.id_cliente')
    .where('c.id_cliente', '=', column('ligacao', 'l', 'id_cliente'))
    .unionAll(
      db
        .selectFrom('cliente_telefone as t')
        .select('t.id_cliente')
        .where('t.chave', '=', column('ligacao', 'l', 'telefone_chave'))
        .where(column('ligacao', 'l', 'id_cliente'), 'is', null),
    ),
)

/** The columns of a call `l` that its window shows, and whose it is. */
export const windowOf = [...windowColumns.map((name) => `l.${name}` as const), 'l.usuario_id' as const]

/** What belongs to a call `l` in other tables, as its window shows it. */
export const besideWindow = [
  itsClientes.as('clientes'),
  db
    .selectFrom('atendimento as a')
    .select(jsonBuildObject(atendimentoColumns).as('json'))
    .where('a.ligacao_id', '=', column('ligacao', 'l', 'id'))
    .as('atendimento'),
  db
    .selectFrom('ligacao as o')
    .innerJoin('usuario as u', 'u.id', 'o.usuario_id')
    .select(({ ref }) =>
      jsonRows(
        jsonBuildObject({
          ...columns('ligacao', 'o', ['id', 'ramal', 'estado', 'atendida_em'] as const),
          ...columns('usuario', 'u', ['nome'] as const),
        }),
        ref('o.aberta_em'),
        ref('o.id'),
      ).as('json'),
    )
    .where('o.grupo', '=', column('ligacao', 'l', 'grupo'))
    .where('o.id', '<>', column('ligacao', 'l', 'id'))
    .as('outras'),
] as const

const windows = db.selectFrom('ligacao as l').select(windowOf).select(besideWindow)

const byId = statement('ligacao_by_id', (the: Place<{ id: string }>) => windows.where('l.id', '=', the('id')))

/** Windows in a snapshot: more fit on no screen and in no socket's message. docs/interface.md: The socket's wire. */
const mostOpen = 200

const openOf = statement('ligacao_open_of', (the: Place<{ usuarios: number[]; since: Date }>) =>
  db
    .selectFrom(unnest(unseen(the('usuarios')), 'int[]', 'u', 'usuario_id'))
    .crossJoinLateral((each) =>
      each
        .selectFrom('ligacao as l')
        .select(windowOf)
        .select(besideWindow)
        .whereRef('l.usuario_id', '=', 'u.usuario_id')
        .where(isOpen('l', each.ref('u.usuario_id')))
        .where('l.notificada_em', '>', the('since'))
        .orderBy('l.aberta_em', 'desc')
        .orderBy('l.id', 'desc')
        .limit(mostOpen)
        .as('w'),
    )
    .selectAll('w')
    .orderBy('w.aberta_em')
    .orderBy('w.id'),
)

const countOpen = statement('ligacao_count_open', (the: Place<{ usuario_id: number; since: Date }>) =>
  db
    .selectFrom('ligacao as l')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('l.usuario_id', '=', the('usuario_id'))
    .where(isOpen('l', the('usuario_id')))
    .where('l.notificada_em', '>', the('since')),
)

export type LigacaoRow = RowOf<typeof byId>
type Outra = NonNullable<LigacaoRow['outras']>[number]

/** Row → wire. The one place where a call takes the shape that sockets and screens see. */
export function presentLigacao(row: LigacaoRow, telefone_formatado = formatTelefone(row.telefone)): Ligacao {
  const clientes = offeredFirst(row.clientes)
  const cliente = clientes.find((cliente) => cliente.id_cliente === row.id_cliente)
  return {
    id: row.id,
    versao: row.versao,
    estado: row.estado,
    ramal: row.ramal,
    identificador_interno: row.identificador_interno,
    ...byName(contadoColumns, (name) => row[name]),
    telefone_formatado,
    ligacao_params: row.ligacao_params === null ? null : JSON.parse(row.ligacao_params),
    cliente: cliente ? presentClienteResumo(cliente) : null,
    candidatos: cliente ? [] : clientes.map(presentClienteResumo),
    atendimento: row.atendimento && atendimentoOf(row, row.atendimento),
    notificada_em: row.notificada_em.toISOString(),
    tocada_em: row.tocada_em.toISOString(),
    aberta_em: row.aberta_em.toISOString(),
    atendida_em: row.atendida_em?.toISOString() ?? null,
    incerta: row.incerta_em !== null && row.atendida_em === null,
    encerrada_em: row.encerrada_em?.toISOString() ?? null,
    encerrada_por: row.encerrada_por,
    grupo: row.grupo === null ? null : (row.outras ?? []).map(presentOutra),
  }
}

/** What a colleague writes in a ticket that was passed on is shown while the window is open. docs/interface.md: Protocol. */
function atendimentoOf({ estado, usuario_id }: LigacaoRow, atendimento: NonNullable<LigacaoRow['atendimento']>) {
  const shown = presentAtendimento(atendimento)
  const isReadable = estado === 'aberta' || atendimento.usuario_id === usuario_id
  return isReadable ? shown : { ...shown, descricao: '', id_motivo: null, id_desfecho: null }
}

const presentOutra = ({ id, nome, ramal, estado, atendida_em }: Outra): LigacaoDoGrupo => ({
  ligacao_id: id,
  usuario: nome,
  ramal,
  estado: estado !== 'aberta' ? 'encerrada' : atendida_em === null ? 'tocando' : 'atendida',
})

/** The row of a window that was just opened, so that telling its screens costs no further query. */
export const freshRow = (
  { usuario, clientes }: { usuario: Omit<CalledUser, 'fila'>; clientes: LigacaoRow['clientes'] },
  call: NotifiedCall,
  id: string,
  now: Date,
): LigacaoRow => ({
  ...call,
  id,
  usuario_id: usuario.id,
  versao: 1,
  estado: 'aberta',
  ramal: usuario.ramal,
  identificador_interno: usuario.identificador_interno,
  notificada_em: now,
  tocada_em: now,
  aberta_em: now,
  atendida_em: null,
  incerta_em: null,
  encerrada_em: null,
  encerrada_por: null,
  grupo: null,
  outras: [],
  clientes,
  atendimento: null,
})

/** The call, whoever's it is; null when there is none. */
export async function ligacaoById({ run }: Database, id: string): Promise<LigacaoRow | null> {
  const [row] = await run(byId, { id })
  return row ?? null
}

/** Of each user, the latest open calls notified after `since`, in the order in which their windows opened. */
export async function openLigacoesOf({ run }: Database, usuarios: readonly number[], since: Date) {
  const found = await run(openOf, { usuarios: [...new Set(usuarios)], since })
  return Promise.all(
    usuarios.map(async (usuario_id) => {
      const rows = found.filter((row) => row.usuario_id === usuario_id)
      const [all] = rows.length < mostOpen ? [] : await run(countOpen, { usuario_id, since })
      return { rows, outras: all ? Math.max(0, Number(all.n) - rows.length) : 0 }
    }),
  )
}

const windowVersions = statement('ligacao_window_versions', (the: Place<{ usuarios: number[] }>) =>
  db
    .selectFrom(unnest(unseen(the('usuarios')), 'int[]', 'u', 'usuario_id'))
    .leftJoinLateral(
      (each) =>
        each
          .selectFrom('ligacao as k')
          .select(['k.id', 'k.versao'])
          .where(isOpen('k', each.ref('u.usuario_id')))
          .as('l'),
      (join) => join.onTrue(),
    )
    .select('u.usuario_id')
    .select(({ fn, ref }) => {
      const each = sql<string>`${ref('l.id')} || ' ' || ${ref('l.versao')}`
      return fn.coalesce(fn.agg<string>('string_agg', [each, sql.lit(' ')]).orderBy('l.id'), sql.lit('')).as('windows')
    })
    .groupBy('u.usuario_id'),
)

/** The ids and versions of each user's open windows, as a text to be compared. */
export const windowsOf = ({ run }: Database, usuarios: number[]) => run(windowVersions, { usuarios })
