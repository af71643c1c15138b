import type { atendimentoAnswer, SaveAtendimentoRequest } from '#server/atendimento/wire/atendimento'
import type { conflitoLigacao, Ligacao, ligacaoAnswer } from '#server/ligacao/wire/ligacao'
import { conflictOf, post, request } from '../../ui/network/request.ts'
import type { Acao } from '../fila/acoesStore.ts'

// Each answer has the call as it is after the change; the event of the same change may come before or after the answer.

const painel = '/api/painel'
const call = (id: string) => `${painel}/ligacoes/${encodeURIComponent(id)}`
const tell = async (id: string, what: string, body: object) =>
  (await post<typeof ligacaoAnswer | typeof atendimentoAnswer>(`${call(id)}/${what}`, body)).ligacao

/** `cliente` also corrects the customer of a call and its ticket. Throws `ApiError` 409 when it is too late. */
export const sendAcao = (id: string, { acao, ...body }: Acao) => tell(id, acao === 'abrir' ? 'atendimento' : acao, body)

export const sayBrokeOff = (id: string) => tell(id, 'caiu', {})

/** `keepalive` lets the request outlive the page. */
export const saveAtendimento = (id: number, body: SaveAtendimentoRequest, keepalive: boolean) =>
  request<typeof atendimentoAnswer>(`${painel}/atendimentos/${id}`, { method: 'PATCH', body, keepalive })

/** The call that the refusal of a stale action carries; null for any other error. */
export const currentLigacao = (error: unknown): Ligacao | null =>
  conflictOf<typeof conflitoLigacao>(error)?.ligacao ?? null
