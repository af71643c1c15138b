import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openScreen } from '../../support/screen.ts'
import { cookieOf, ramalOf, token } from '../ring/agents.ts'
import { agents } from './agents.ts'

const everyMs = 20
const path = '/api/v1/integracao/pbx/ligacao/notificar'
const connections = new http.Agent({ keepAlive: true })

/** Calls agents in turn, 50 times a second, while the work lasts: milliseconds from a call's leaving to its event at the socket. */
export async function callsWhile(port: number, secret: string, work: () => Promise<unknown>): Promise<number[]> {
  const screens = await Promise.all(agents.map((one) => openScreen(`http://127.0.0.1:${port}`, cookieOf(one, secret))))
  const sent = new Map<string, number>()
  const times: number[] = []
  const hear = (event: string, call: { telefone?: string }) => {
    const at = sent.get(call.telefone ?? '')
    if (!event.startsWith('ligacao:') || at === undefined) return
    times.push(performance.now() - at)
    sent.delete(call.telefone ?? '')
  }
  for (const { socket } of screens) socket.onAny(hear)
  let over = false
  const working = work().finally(() => {
    over = true
  })
  const posts: Promise<void>[] = []
  for (let n = 0; !over; n++) {
    const telefone = `3799${String(Date.now() % 10_000_000).padStart(7, '0')}${n % 10}`
    sent.set(telefone, performance.now())
    posts.push(
      notify(port, { ramal: ramalOf(n % agents.length), telefone, ligacao_params: { call_id: `${telefone}.${n}` } }),
    )
    await pause(everyMs)
  }
  await working
  await Promise.all(posts)
  for (const screen of screens) {
    await screen.sync()
    screen.close()
  }
  if (sent.size > 0) throw new Error(`${sent.size} calls were not heard`)
  return times
}

function notify(port: number, body: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: token, 'content-type': 'application/json' }
    const call = http.request(
      { port, host: '127.0.0.1', path, method: 'POST', agent: connections, headers },
      (response) => {
        response.resume()
        if (response.statusCode === 200) response.once('end', resolve)
        else reject(new Error(`a call was answered ${response.statusCode}`))
      },
    )
    call.on('error', reject)
    call.end(JSON.stringify(body))
  })
}
