import { browseAnswer, browseTotalAnswer, type ExportFormato, pacotesAnswer } from '#server/cliente/wire/browse'
import { clientePaginaAnswer } from '#server/ligacao/wire/history'
import { request } from '../ui/request.ts'

const base = '/api/painel/clientes'
const of = (signal: AbortSignal) => ({ signal })

/** The supervisors' reads. `query` is the filters as the address has them. */
export const consulta = {
  page: (query: string, apos: string | null, signal: AbortSignal) =>
    request(browseAnswer, `${base}?${query}${apos ? `&apos=${encodeURIComponent(apos)}` : ''}`, of(signal)),

  total: async (query: string, signal: AbortSignal) =>
    (await request(browseTotalAnswer, `${base}/total?${query}`, of(signal))).total,

  pacotes: async (signal: AbortSignal) => (await request(pacotesAnswer, `${base}/pacotes`, of(signal))).pacotes,

  cliente: async (id: string, signal: AbortSignal) =>
    (await request(clientePaginaAnswer, `${base}/${encodeURIComponent(id)}`, of(signal))).cliente,

  exportHref: (query: string, formato: ExportFormato) => `${base}/exportar?${query}&formato=${formato}`,
}
