import type { ClienteResumoRow } from '../../cliente/rows/resumo.ts'
import { gather } from '../../database/gather.ts'
import type { RowOf } from '../../database/statement.ts'
import { type Desk, perDesk } from '../../desk.ts'
import type { KnownLigacao } from '../rules/call.ts'
import type { CancelMark } from '../rules/decideCancel.ts'
import { factsOf, jsonOf, maxTogether, type Question } from './factsStatement.ts'

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
  gather(
    async (questions: Question[]) => (await database.run(factsOf, { questions: jsonOf(questions) })).map(presentFacts),
    maxTogether,
  ),
)

/** Reads the facts about one message; messages that are asked about at the same time share a round trip. */
export const readFacts = (desk: Desk, question: Question): Promise<LigacaoFacts> => gathered(desk)(question)

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
