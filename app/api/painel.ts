import { euAnswer } from '#server/acesso/wire'
import { atendimentosAnswer, type SaveAtendimentoRequest } from '#server/atendimento/wire'
import { clientesBuscaAnswer, documentoAnswer } from '#server/cliente/wire/resumo'
import { atendimentoAnswer, ligacaoAnswer } from '#server/ligacao/wire/ligacao'
import { request } from './request.ts'

const base = '/api/painel'
const call = (id: string) => `${base}/ligacoes/${encodeURIComponent(id)}`

/** One function per operation of the screens' interface; each throws `ApiError`. */
export const painel = {
  eu: async (signal?: AbortSignal) => (await request(euAnswer, `${base}/eu`, signal ? { signal } : {})).usuario,

  fecharLigacao: async (id: string) =>
    (await request(ligacaoAnswer, `${call(id)}/fechar`, { method: 'POST', body: {} })).ligacao,

  linkCliente: async (id: string, id_cliente: number) =>
    (await request(ligacaoAnswer, `${call(id)}/cliente`, { method: 'POST', body: { id_cliente } })).ligacao,

  abrirAtendimento: (id: string) => request(atendimentoAnswer, `${call(id)}/atendimento`, { method: 'POST', body: {} }),

  atendimentos: async (estado: 'aberto' | 'fechado', signal?: AbortSignal) =>
    (await request(atendimentosAnswer, `${base}/atendimentos?estado=${estado}`, signal ? { signal } : {})).atendimentos,

  saveAtendimento: (id: number, body: SaveAtendimentoRequest, keepalive = false) =>
    request(atendimentoAnswer, `${base}/atendimentos/${id}`, { method: 'PATCH', body, keepalive }),

  buscarClientes: async (termo: string, signal: AbortSignal) =>
    (await request(clientesBuscaAnswer, `${base}/clientes/busca?termo=${encodeURIComponent(termo)}`, { signal }))
      .clientes,

  documento: async (id_cliente: number) =>
    (await request(documentoAnswer, `${base}/clientes/${id_cliente}/documento`, { method: 'POST', body: {} })).cpf_cnpj,
}
