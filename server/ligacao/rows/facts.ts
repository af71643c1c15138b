import type { ClienteResumoRow } from '../../cliente/rows/resumo.ts'
import { gather } from '../../database/gather.ts'
import type { RowOf } from '../../database/statement.ts'
import { type Desk, perDesk } from '../../desk.ts'
import { type CallIdentity, type KnownLigacao, searchKeyOf, type Told } from '../rules/call.ts'
import type { CancelMark } from '../rules/decideCancel.ts'
import { factsOfOne, factsOfSeveral } from './factsStatement.ts'
import type { Pedido } from './pedido.ts'

/** What a message asks about. */
export interface Asked {
  tokenId: number
  ip: string | null
  ramal: string | null
  identificador_interno: string | null
  id_cliente: number | null
  codigo_cliente: number | null
  call: CallIdentity & Told
  /** All open windows of the user, as a cancel needs them; else only those that could be this call. */
  allOpen: boolean
  /** Id for a new window, opened in the same round trip if nothing is known that could stand in its way; null: only reads. */
  openAs: string | null
  now: Date
}

export interface CalledUser {
  id: number
  ramal: string | null
  identificador_interno: string | null
  /** Version of the user's queue: what is written on these facts must still find it. */
  fila: number
}

export interface LigacaoFacts {
  tokenActive: boolean
  /** Users that the ramal or the identificador_interno names: none, one, or two that disagree. */
  usuarios: CalledUser[]
  ligacoes: KnownLigacao[]
  marks: CancelMark[]
  /** Customers named or matched by telephone, active contracts first, at most 20. */
  clientes: ClienteResumoRow[]
  /** Whether `openAs` was done. The facts are those from before it. */
  opened: boolean
}

/** Messages that one statement takes at most: past it, waiting costs more than it saves. */
const most = 16

const gathered = perDesk(({ database }) =>
  gather(async (asked: Asked[]) => {
    const statement = asked.length === 1 ? factsOfOne : factsOfSeveral
    const rows = await database.run(statement, { pedidos: JSON.stringify(asked.map(pedidoOf)) })
    return rows.map(factsOf)
  }, most),
)

/** The facts about one message; asked while others are, it shares their round trip and their flush to disk. */
export const readFacts = (desk: Desk, asked: Asked): Promise<LigacaoFacts> => gathered(desk)(asked)

const pedidoOf = ({ tokenId, call, allOpen, openAs, now, ...named }: Asked, n: number): Pedido => ({
  ...named,
  ...call,
  n,
  token: tokenId,
  // A named customer is the one: nobody else is looked for.
  procurada: named.id_cliente === null && named.codigo_cliente === null ? searchKeyOf(call) : null,
  agora: now,
  todas: allOpen,
  abrir: openAs,
})

const dateOrNull = (text: string | null) => (text === null ? null : new Date(text))

const factsOf = (row: RowOf<typeof factsOfOne>): LigacaoFacts => ({
  tokenActive: Boolean(row.confiavel),
  usuarios: row.usuarios ?? [],
  // JSON has no dates.
  ligacoes: (row.ligacoes ?? []).map((each) => ({
    ...each,
    notificada_em: new Date(each.notificada_em),
    tocada_em: new Date(each.tocada_em),
    toque_entregue: dateOrNull(each.toque_entregue),
    atendida_em: dateOrNull(each.atendida_em),
    incerta_em: dateOrNull(each.incerta_em),
    encerrada_em: dateOrNull(each.encerrada_em),
  })),
  marks: (row.marks ?? []).map((each) => ({ ...each, criada_em: new Date(each.criada_em) })),
  clientes: row.clientes,
  opened: Boolean(row.opened),
})
