import { useDebouncedValue } from '@mantine/hooks'
import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsIsoDate,
  parseAsStringLiteral,
} from 'nuqs'
import { type Change, texto, useFiltros } from '../../ui/lista/useFiltros.ts'

/** `order_by` and `order_type` in one choice; the first one is the default. */
export const ordens = [
  { value: 'recentes', label: 'Cadastro: mais recentes', order_by: 'data_cadastro', order_type: 'desc' },
  { value: 'antigos', label: 'Cadastro: mais antigos', order_by: 'data_cadastro', order_type: 'asc' },
  { value: 'fechados', label: 'Fechamento: mais recentes', order_by: 'data_fechamento', order_type: 'desc' },
  { value: 'fechados-antes', label: 'Fechamento: mais antigos', order_by: 'data_fechamento', order_type: 'asc' },
] as const

/** The field keeps surrounding blanks while somebody types; the address and the server get none. */
const termo = createParser<string>({
  parse: String,
  serialize: (text) => text.trim(),
  eq: (a, b) => a.trim() === b.trim(),
})

/** A day that exists: 2024-02-30 is none. */
const dia = createParser<string>({
  parse: (text) => (text.length === 10 && parseAsIsoDate.parse(text) ? text : null),
  serialize: String,
})

/** An invalid value counts as none; a filter that is not set is not in the address. */
const filtrados = {
  termo: termo.withDefault(''),
  data_inicio: dia.withDefault(''),
  data_fim: dia.withDefault(''),
  codigo_pacote: texto,
  status: texto,
  cidade: texto,
  tecnologia: texto,
  olt: texto,
  cancelado: parseAsStringLiteral(['sim', 'nao']).withDefault('nao'),
}
const parsers = {
  ...filtrados,
  order_by: parseAsStringLiteral(['data_cadastro', 'data_fechamento']),
  order_type: parseAsStringLiteral(['desc', 'asc']),
}
const serialize = createSerializer(parsers)

export type Filtros = inferParserType<typeof parsers>
export type ChangeFiltros = Change<Filtros>

/** Removes every filter and keeps the order. */
export const semFiltros = createLoader(filtrados)('')

/** How many filters are set, without the order and the search term. */
export const countFiltros = (filtros: Filtros) =>
  [...new URLSearchParams(serialize({ ...filtros, termo: null, order_by: null, order_type: null })).keys()].length

export const unfiltered = (filtros: Filtros) => serialize({ ...filtros, order_by: null, order_type: null }) === ''

const typingPause = 200

/** The list's default order differs from the server's. */
export const orderOf = ({ order_by, order_type }: Filtros) => ({
  order_by: order_by ?? ordens[0].order_by,
  order_type: order_type ?? ordens[0].order_type,
})

/** The address of the list when the agent left it, and whether the customer on screen was opened from there. */
let [left, oneBack]: [string | null, boolean] = [null, false]

export function useClientesFiltros() {
  const { filtros, change, address } = useFiltros(parsers, 'termo')
  const [paused] = useDebouncedValue(filtros.termo, typingPause)
  return {
    filtros,
    change,
    /** The filters as the query string for the server. */
    typed: serialize({ ...filtros, ...orderOf(filtros) }).slice(1),
    /** The same, but the term follows after a pause in typing. */
    query: serialize({ ...filtros, ...orderOf(filtros), termo: filtros.termo && paused }).slice(1),
    /** Notes the list's address for the way back; the address bar may still be a few keys behind. */
    leave: () => {
      left = address()
      oneBack = true
    },
  }
}

/** The list's address, null when this tab did not come from it; and whether a step back leads there. */
export const listaDeixada = () => ({ endereco: left, atras: oneBack })

/** Call it when the agent leaves a customer's page: from the next one, a step back leads elsewhere. */
export const leaveCliente = () => {
  oneBack = false
}
