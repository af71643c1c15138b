import type { SaveAtendimentoRequest } from '#server/atendimento/wire'
import { atendimentoAnswer, ligacaoAnswer } from '#server/ligacao/wire/ligacao'
import { request } from '../ui/request.ts'

// Each answer tells the call as it stands then; the event that says the same may come before or after it.

const painel = '/api/painel'
const call = (id: string) => `${painel}/ligacoes/${encodeURIComponent(id)}`

export const closeLigacao = async (id: string) =>
  (await request(ligacaoAnswer, `${call(id)}/fechar`, { method: 'POST', body: {} })).ligacao

export const linkCliente = async (id: string, id_cliente: number) =>
  (await request(ligacaoAnswer, `${call(id)}/cliente`, { method: 'POST', body: { id_cliente } })).ligacao

export const openAtendimento = (id: string) =>
  request(atendimentoAnswer, `${call(id)}/atendimento`, { method: 'POST', body: {} })

/** `keepalive` lets the words outlive the page. */
export const saveAtendimento = (id: number, body: SaveAtendimentoRequest, keepalive: boolean) =>
  request(atendimentoAnswer, `${painel}/atendimentos/${id}`, { method: 'PATCH', body, keepalive })
