import { randomUUID } from 'node:crypto'
import type { Log } from '../log.ts'
import { demoToken } from './accounts.ts'
import { demoTelefones } from './demoClientes.ts'

const betweenCallsMs = 25_000
const ringsForMs = 20_000
const ramais = ['101', '102', '201']
// The best-known number is left to whoever tries the desk by hand.
const phones = Object.values(demoTelefones).filter((telefone) => telefone !== demoTelefones.conhecido)

/**
 * The demo's own telephone exchange: rings the demo extensions from time to time over the same HTTP interface as any
 * other, and cancels some calls. Returns the function that stops it.
 */
export function startDemoPbx(baseUrl: string, log: Pick<Log, 'warn'>): () => void {
  const silence = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  let call = 0

  function later(ms: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work().catch((err) => !silence.signal.aborted && log.warn({ err }, 'the demo PBX could not reach the desk'))
    }, ms).unref()
    timers.add(timer)
  }

  async function post(operation: 'notificar' | 'cancelar', body: object): Promise<void> {
    const answer = await fetch(`${baseUrl}/api/v1/integracao/pbx/ligacao/${operation}`, {
      method: 'POST',
      headers: { authorization: demoToken, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: silence.signal,
    })
    if (!answer.ok) log.warn({ status: answer.status, operation }, 'the desk refused the demo PBX')
    await answer.arrayBuffer()
  }

  async function ring(): Promise<void> {
    later(betweenCallsMs, ring)
    const n = call++
    const telefone = phones[n % phones.length]
    const body = {
      ramal: ramais[n % ramais.length],
      telefone,
      ligacao_params: { call_id: randomUUID(), fila: 'suporte' },
    }
    await post('notificar', body)
    // Every third caller hangs up before anybody answers.
    if (n % 3 === 2) later(ringsForMs, () => post('cancelar', body))
  }

  later(15_000, ring)
  return () => {
    silence.abort()
    for (const timer of timers) clearTimeout(timer)
  }
}
