import { useDebouncedValue } from '@mantine/hooks'
import {
  createParser,
  createSerializer,
  type inferParserType,
  parseAsIsoDate,
  parseAsString,
  parseAsStringLiteral,
} from 'nuqs'
import { type Change, useFiltros } from '../ui/useFiltros.ts'

/** `order_by` and `order_type` in one choice; the first one is the list's own. */
export const ordens = [
  { value: 'recentes', label: 'Cadastro: mais recentes', order_by: 'data_cadastro', order_type: 'desc' },
  { value: 'antigos', label: 'Cadastro: mais antigos', order_by: 'data_cadastro', order_type: 'asc' },
  { value: 'fechados', label: 'Fechamento: mais recentes', order_by: 'data_fechamento', order_type: 'desc' },
  { value: 'fechados-antes', label: 'Fechamento: mais antigos', order_by: 'data_fechamento', order_type: 'asc' },
] as const

/** The address and the server are without the blanks around it, which the field keeps while somebody types. */
const termo = createParser<string>({
  parse: String,
  serialize: (text) => text.trim(),
  eq: (a, b) => a.trim() === b.trim(),
})

/** A day of the calendar, as date fields have it: 2024-02-30 is none. */
const dia = createParser<string>({
  parse: (text) => (text.length === 10 && parseAsIsoDate.parse(text) ? text : null),
  serialize: String,
})

/** What an address asks for; what it spells wrong is as if it were not there, and what is not filtered is not in it. */
const parsers = {
  termo: termo.withDefault(''),
  data_inicio: dia.withDefault(''),
  data_fim: dia.withDefault(''),
  codigo_pacote: parseAsString.withDefault(''),
  status: parseAsString.withDefault(''),
  cidade: parseAsString.withDefault(''),
  tecnologia: parseAsString.withDefault(''),
  olt: parseAsString.withDefault(''),
  cancelado: parseAsStringLiteral(['sim', 'nao']).withDefault('nao'),
  order_by: parseAsStringLiteral(['data_cadastro', 'data_fechamento']),
  order_type: parseAsStringLiteral(['desc', 'asc']),
}
const serialize = createSerializer(parsers)

export type Filtros = inferParserType<typeof parsers>
export type ChangeFiltros = Change<Filtros>

/** What takes every filter back, and leaves the order. */
export const semFiltros = {
  termo: null,
  data_inicio: null,
  data_fim: null,
  codigo_pacote: null,
  cancelado: null,
  status: null,
  cidade: null,
  tecnologia: null,
  olt: null,
}

/** How many filters are set; the order is none, and nor is what is typed. */
export const countFiltros = (filtros: Filtros) =>
  [...new URLSearchParams(serialize({ ...filtros, termo: null, order_by: null, order_type: null })).keys()].length

/** Nothing but an order. */
export const unfiltered = (filtros: Filtros) => serialize({ ...filtros, order_by: null, order_type: null }) === ''

const typingPause = 200

/** The list's own where none is chosen: the server's own is another. */
export const orderOf = ({ order_by, order_type }: Filtros) => ({
  order_by: order_by ?? ordens[0].order_by,
  order_type: order_type ?? ordens[0].order_type,
})

/** Where the list was left: the way back leads there, filters, place and all. */
let left: string | null = null

/** The list's filters, which live in the address. */
export function useClientesFiltros() {
  const { filtros, change, address } = useFiltros(parsers, 'termo')
  const [paused] = useDebouncedValue(filtros.termo, typingPause)
  return {
    filtros,
    change,
    /** The same for the server: what is chosen at once, what is typed when the keys pause. */
    query: serialize({ ...filtros, ...orderOf(filtros), termo: filtros.termo && paused }).slice(1),
    /** Notes the list as it is, for the way back: the address itself may still be a few keys behind. */
    leave: () => {
      left = address()
    },
  }
}

/** The list's address when this tab came from it, else null. */
export const listaDeixada = () => left
