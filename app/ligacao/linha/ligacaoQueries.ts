import type { atendimentoAnswer, SaveAtendimentoRequest } from '#server/atendimento/wire/atendimento'
import type { conflitoLigacao, Ligacao, ligacaoAnswer } from '#server/ligacao/wire/ligacao'
import { conflictOf, post, request } from '../../ui/network/request.ts'

// Each answer has the call as it is after the change; the event of the same change may come before or after the answer.

const painel = '/api/painel'
const call = (id: string) => `${painel}/ligacoes/${encodeURIComponent(id)}`
const tell = async (id: string, what: string, body: object = {}) =>
  (await post<typeof ligacaoAnswer>(`${call(id)}/${what}`, body)).ligacao

export const closeLigacao = (id: string) => tell(id, 'fechar')

/** Undoes a close. Throws `ApiError` 409 when it is too late. */
export const reopenLigacao = (id: string) => tell(id, 'reabrir')

export const sayBrokeOff = (id: string) => tell(id, 'caiu')

export const attendLigacao = (id: string) => tell(id, 'atender')

/** Also corrects the customer of a call and its ticket. */
export const linkCliente = (id: string, id_cliente: number) => tell(id, 'cliente', { id_cliente })

export const openAtendimento = async (id: string) =>
  (await post<typeof atendimentoAnswer>(`${call(id)}/atendimento`, {})).ligacao

/** `keepalive` lets the request outlive the page. */
export const saveAtendimento = (id: number, body: SaveAtendimentoRequest, keepalive: boolean) =>
  request<typeof atendimentoAnswer>(`${painel}/atendimentos/${id}`, { method: 'PATCH', body, keepalive })

/** The call that the refusal of a stale action carries; null for any other error. */
export const currentLigacao = (error: unknown): Ligacao | null =>
  conflictOf<typeof conflitoLigacao>(error)?.ligacao ?? null
