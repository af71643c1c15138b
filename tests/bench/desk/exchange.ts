import { sendRequest } from '../../support/request.ts'
import { atendente, token } from './prepare.ts'

/** The exchange. Both calls return false when the desk is too busy (503). @throws on every other refusal */
export function openExchange(url: string) {
  const post = async (operation: 'notificar' | 'cancelar', body: object): Promise<boolean> => {
    const answer = await sendRequest(url, {
      path: `/api/v1/integracao/pbx/ligacao/${operation}`,
      authorization: token,
      body: { ramal: atendente.ramal, ...body },
    })
    if (answer.status === 503) return false
    if (answer.status !== 200) throw new Error(`${operation}: ${answer.status} ${answer.text}`)
    return true
  }
  return {
    notify: (call_id: string, telefone: string, params: object = {}) =>
      post('notificar', { telefone, ligacao_params: { call_id, ...params } }),
    cancel: (call_id: string) => post('cancelar', { ligacao_params: { call_id } }),
  }
}

export type Exchange = ReturnType<typeof openExchange>
