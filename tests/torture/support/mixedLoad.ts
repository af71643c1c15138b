import { demoToken } from '#server/demo/accounts'
import { cancelar, notificar } from './addresses.ts'
import { random } from './random.ts'

/** What the load sent and what the desk acknowledged, to be compared with the database. */
export interface Said {
  /** The service and the service type of every billing event. */
  billed: { id_cliente_servico: number; id_tipo_servico: number }
  /** By call key: the call's id once acknowledged, and whether its cancel was acknowledged. */
  calls: Map<string, { id: string | null; cancelled: boolean }>
  /** By the call's id: the protocol number in the answer. */
  tickets: Map<string, string>
  /** By the ticket's id: the text acknowledged last, and the texts sent since without an answer. */
  words: Map<number, { acknowledged: string; underWay: string[] }>
  /** By idempotency key: whether the billing event was acknowledged. */
  events: Map<string, boolean>
  /** How many answers came by status; 0 stands for no answer. */
  statuses: Map<number, number>
  /** The longest wait for an answer that came, in milliseconds. */
  slowest: number
}

export const nothingSaid = (billed: Said['billed']): Said => ({
  billed,
  calls: new Map(),
  tickets: new Map(),
  words: new Map(),
  events: new Map(),
  statuses: new Map(),
  slowest: 0,
})

let serial = 0

/**
 * Sends calls, cancels, tickets, texts and billing events at once until `ended()`. Goes on when the desk does not
 * answer.
 */
export async function mixedLoad(url: string, cookie: string, said: Said, ended: () => boolean): Promise<void> {
  const post = async (path: string, body: unknown, headers: Record<string, string>, method = 'POST') => {
    const began = performance.now()
    try {
      const answer = await fetch(url + path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(40_000),
      })
      const json = (await answer.json()) as Record<string, never>
      note(answer.status, performance.now() - began)
      return { ok: answer.status === 200, id: answer.headers.get('x-ligacao-id'), json }
    } catch {
      note(0, 0)
      await new Promise((resolve) => setTimeout(resolve, 20))
      return { ok: false, id: null, json: {} as Record<string, never> }
    }
  }
  const note = (status: number, ms: number) => {
    said.statuses.set(status, (said.statuses.get(status) ?? 0) + 1)
    said.slowest = Math.max(said.slowest, ms)
  }
  const token = { authorization: demoToken }
  const person = { cookie, origin: url }

  async function call(): Promise<void> {
    const key = `call-${process.pid}-${++serial}`
    const known: { id: string | null; cancelled: boolean } = { id: null, cancelled: false }
    said.calls.set(key, known)
    const body = { ramal: 101, id_cliente: 1 + (serial % 5), ligacao_params: { call_id: key } }
    known.id = (await post(notificar, body, token)).id
    if (known.id === null) return
    if (random() < 0.5) await ticket(known.id)
    if (random() < 0.5) return
    known.cancelled = (await post(cancelar, { ramal: 101, ligacao_params: { call_id: key } }, token)).ok
  }

  async function ticket(id: string): Promise<void> {
    const opened = await post(`/api/painel/ligacoes/${id}/atendimento`, undefined, person)
    if (!opened.ok) return
    let { atendimento } = opened.json as unknown as { atendimento: { id: number; versao: number; protocolo: string } }
    said.tickets.set(id, atendimento.protocolo)
    const words = { acknowledged: '', underWay: [] as string[] }
    said.words.set(atendimento.id, words)
    for (let n = 1; n <= 3; n++) {
      const descricao = `palavras ${n} de ${id}`
      words.underWay.push(descricao)
      const path = `/api/painel/atendimentos/${atendimento.id}`
      const saved = await post(path, { versao: atendimento.versao, descricao }, person, 'PATCH')
      if (!saved.ok) return
      Object.assign(words, { acknowledged: descricao, underWay: [] })
      atendimento = (saved.json as unknown as { atendimento: typeof atendimento }).atendimento
    }
  }

  async function bill(): Promise<void> {
    const key = `event-${process.pid}-${++serial}`
    said.events.set(key, false)
    const first = { mes_primeira_parcela: 11, ano_primeira_parcela: 2026, proximo_faturamento: true }
    const what = { ...said.billed, tipo: 'desconto', descricao: key, valor: 100 }
    const body = { ...what, ...first, parcelado: true, numero_total_parcelas: 12 }
    const path = '/api/v1/integracao/financeiro/evento_faturamento'
    // Without a good answer the same event is sent again with the same idempotency key.
    while (!ended() && !said.events.get(key)) {
      said.events.set(key, (await post(path, body, { ...token, 'idempotency-key': key })).ok)
    }
  }

  const over = async (work: () => Promise<void>) => {
    while (!ended()) await work()
  }
  await Promise.all([over(call), over(call), over(call), over(bill), over(bill)])
}
