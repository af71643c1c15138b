import { type Relacao, relacoes, relacoesPadrao } from '../wire/cliente.ts'
import type { ClienteListParams } from '../wire/list.ts'

/** What a listing asks for, in one form for all spellings of the same question. */
export type ListQuery = {
  data_inicio: string | null
  data_fim: string | null
  cancelado: boolean
  codigo_pacote: string | null
  /** In the order of the output. */
  relacoes: Relacao[]
  limit: number | null
  offset: number | null
  order_by: 'data_cadastro' | 'data_fechamento'
  order_type: 'asc' | 'desc'
  /** The export shows `data_fechamento`; the listing does not. */
  data_fechamento: boolean
  /** Each service's own `senha`, which the screens must not have. */
  senha: boolean
}

/** The query of valid parameters: defaults are filled in, relations are sorted and without duplicates. */
export function listQueryOf(params: ClienteListParams): ListQuery {
  const asked = params.relacoes ?? relacoesPadrao
  return {
    data_inicio: params.data_inicio ?? null,
    data_fim: params.data_fim ?? null,
    cancelado: params.cancelado === 'sim',
    codigo_pacote: params.codigo_pacote ?? null,
    relacoes: relacoes.filter((relacao) => asked.includes(relacao)),
    limit: params.limit ?? null,
    offset: params.offset ?? null,
    order_by: params.order_by ?? 'data_cadastro',
    order_type: params.order_type ?? 'asc',
    data_fechamento: false,
    senha: true,
  }
}

/** Everything there is: what the export writes, so that nothing is lost on the way back in. */
export const exportQuery: ListQuery = {
  ...listQueryOf({}),
  cancelado: true,
  relacoes: [...relacoes],
  data_fechamento: true,
}

/** All that a supervisor may see of a customer: no password is even read. docs/interface.md: Personal data. */
export const visivelQuery: ListQuery = {
  ...exportQuery,
  relacoes: relacoes.filter((relacao) => relacao !== 'senhas'),
  senha: false,
}

/** Equal for two queries exactly when they mean the same list. */
export const listKey = (query: ListQuery): string => JSON.stringify(Object.entries(query).sort())
