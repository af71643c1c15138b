import type { ClienteResumoRow } from '../../cliente/rows/resumo.ts'
import { gather } from '../../database/gather.ts'
import type { RowOf } from '../../database/statement.ts'
import { type Desk, perDesk } from '../../desk.ts'
import { type CallIdentity, type KnownLigacao, searchKeyOf, type Told } from '../rules/call.ts'
import type { CancelMark } from '../rules/decideCancel.ts'
import { factsOf, maxTogether, type Pedido } from './factsStatement.ts'

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
  now: Date
}

export interface CalledUser {
  id: number
  ramal: string | null
  identificador_interno: string | null
  /** Version of the user's queue: a decision on these facts is written only if the queue is still at it. */
  fila: number
}

export interface LigacaoFacts {
  tokenActive: boolean
  /** Users that the ramal or the identificador_interno names: none, one, or two that disagree. */
  usuarios: (CalledUser & {
    /** Whether the identificador_interno that was sent names this user. */
    identificado: boolean
  })[]
  ligacoes: KnownLigacao[]
  marks: CancelMark[]
  /** Customers named or matched by telephone. */
  clientes: ClienteResumoRow[]
}

const gathered = perDesk(({ database }) =>
  gather(async (asked: Asked[]) => {
    const rows = await database.run(factsOf, { pedidos: JSON.stringify(asked.map((each, n) => pedidoOf(each, n))) })
    return rows.map(presentFacts)
  }, maxTogether),
)

/** Reads the facts about one message; messages that are asked about at the same time share a round trip. */
export const readFacts = (desk: Desk, asked: Asked): Promise<LigacaoFacts> => gathered(desk)(asked)

/** `abrir`: the id for a window that a plain ring opens. */
export const pedidoOf = (asked: Asked, n: number, abrir: string | null = null): Pedido => ({
  n,
  token: asked.tokenId,
  ip: asked.ip,
  ramal: asked.ramal,
  identificador_interno: asked.identificador_interno,
  id_cliente: asked.id_cliente,
  codigo_cliente: asked.codigo_cliente,
  chave: asked.call.chave,
  // Named one by one: if so many fields are spread, V8 makes a hash table of the object, and a ring costs 4 KB more.
  telefone: asked.call.telefone,
  telefone_chave: asked.call.telefone_chave,
  ligacao_params: asked.call.ligacao_params,
  origem: asked.call.origem,
  // No customer is looked for by telephone if one is named, nor for a cancel, which means only those of its call.
  procurada:
    asked.allOpen || asked.id_cliente !== null || asked.codigo_cliente !== null ? null : searchKeyOf(asked.call),
  agora: asked.now,
  todas: asked.allOpen,
  abrir,
})

const dateOrNull = (text: string | null) => (text === null ? null : new Date(text))

const presentFacts = (row: RowOf<typeof factsOf>): LigacaoFacts => ({
  tokenActive: Boolean(row.confiavel),
  usuarios: (row.usuarios ?? []).map((each) => ({ ...each, identificado: Boolean(each.identificado) })),
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
})
