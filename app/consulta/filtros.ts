/** The filters as they stand in the address; an empty text is no filter. */
export interface Filtros {
  termo: string
  data_inicio: string
  data_fim: string
  codigo_pacote: string
  cancelado: 'sim' | 'nao'
  ordem: Ordem
}

/** `order_by` and `order_type` in one choice. */
export const ordens = [
  { value: 'data_cadastro-desc', label: 'Cadastro: mais recentes' },
  { value: 'data_cadastro-asc', label: 'Cadastro: mais antigos' },
  { value: 'data_fechamento-desc', label: 'Fechamento: mais recentes' },
  { value: 'data_fechamento-asc', label: 'Fechamento: mais antigos' },
] as const
export type Ordem = (typeof ordens)[number]['value']

export const semFiltros: Filtros = {
  termo: '',
  data_inicio: '',
  data_fim: '',
  codigo_pacote: '',
  cancelado: 'nao',
  ordem: 'data_cadastro-desc',
}

/** What an address asks for; what it spells wrong is as if it were not there. */
export function readFiltros(params: Pick<URLSearchParams, 'get'>): Filtros {
  const ordem = `${params.get('order_by') ?? 'data_cadastro'}-${params.get('order_type') ?? 'desc'}`
  return {
    termo: params.get('termo') ?? '',
    data_inicio: day(params.get('data_inicio')),
    data_fim: day(params.get('data_fim')),
    codigo_pacote: params.get('codigo_pacote') ?? '',
    cancelado: params.get('cancelado') === 'sim' ? 'sim' : 'nao',
    ordem: ordens.find(({ value }) => value === ordem)?.value ?? semFiltros.ordem,
  }
}

/** A day of the calendar, or nothing: 2024-02-30 comes back as another day. */
function day(text: string | null): string {
  const moment = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(`${text}T`) ? (text ?? '') : ''
}

/** The parameters that differ from having no filter: an address short enough to pass on. */
export function writeFiltros(filtros: Filtros): string {
  const params = new URLSearchParams()
  for (const name of ['termo', 'data_inicio', 'data_fim', 'codigo_pacote'] as const)
    if (filtros[name].trim() !== '') params.set(name, filtros[name].trim())
  if (filtros.cancelado === 'sim') params.set('cancelado', 'sim')
  if (filtros.ordem !== semFiltros.ordem) writeOrdem(params, filtros.ordem)
  return params.toString()
}

/** The same as a query of the server, whose own order is another. */
export function queryOf(filtros: Filtros): string {
  const params = new URLSearchParams(writeFiltros(filtros))
  writeOrdem(params, filtros.ordem)
  return params.toString()
}

function writeOrdem(params: URLSearchParams, ordem: Ordem) {
  const [order_by = '', order_type = ''] = ordem.split('-')
  params.set('order_by', order_by)
  params.set('order_type', order_type)
}
