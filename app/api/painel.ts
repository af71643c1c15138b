import { clientesBuscaAnswer, documentoAnswer } from '#server/cliente/wire/resumo'
import { request } from '../ui/request.ts'

const base = '/api/painel/clientes'

/** What the search and the document's reveal ask; each throws `ApiError`. */
export const painel = {
  buscarClientes: async (termo: string, signal: AbortSignal) =>
    (await request(clientesBuscaAnswer, `${base}/busca?termo=${encodeURIComponent(termo)}`, { signal })).clientes,

  documento: async (id_cliente: number) =>
    (await request(documentoAnswer, `${base}/${id_cliente}/documento`, { method: 'POST', body: {} })).cpf_cnpj,
}
