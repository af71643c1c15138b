import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { cookieOf, token } from '../ring/agents.ts'
import { callMaker } from '../ring/calls.ts'
import { Ledger } from '../ring/ledger.ts'
import { secret } from '../ring/servers.ts'

const eventLimitMs = 5_000
const path = '/api/v1/integracao/pbx/ligacao/notificar'

/** The exchange, which posts to one desk, and agents with their screens at whichever desk they are connected to. */
export function openExchange(port: number) {
  const ledger = new Ledger()
  const sockets = new Map<number, Socket>()
  const makeCall = callMaker()
  const connections = new Agent({ keepAlive: true, maxSockets: 16 })

  /** Resolves with the moment at which the notification left and the id it was given. */
  function notify(agent: number): Promise<{ id: string; sent: number }> {
    const body = makeCall(agent)
    const headers = {
      authorization: token,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    return new Promise((resolve, reject) => {
      const sent = performance.now()
      const call = request(
        { port, host: '127.0.0.1', path, method: 'POST', agent: connections, headers },
        (response) => {
          response.resume().on('end', () => {
            const id = String(response.headers['x-ligacao-id'])
            if (response.statusCode !== 200) return reject(new Error(`the desk answered ${response.statusCode}`))
            ledger.called(id, agent)
            resolve({ id, sent })
          })
        },
      )
      call.on('error', reject)
      call.end(body)
    })
  }

  return {
    ledger,
    /** An agent's screen at that desk; resolves once it misses nothing. */
    async connect(agent: number, at: number): Promise<void> {
      const cookie = cookieOf(agent, secret)
      const socket = io(`http://127.0.0.1:${at}`, {
        transports: ['websocket'],
        forceNew: true,
        extraHeaders: { cookie },
      })
      sockets.set(agent, socket)
      socket.on('ligacao:aberta', ({ id }: { id: string }) => ledger.heard(id, agent, performance.now()))
      await new Promise<void>((resolve, reject) => {
        socket.once('ligacoes:abertas', () => resolve())
        socket.once('connect_error', reject)
      })
    },
    disconnect(agents: readonly number[]): void {
      for (const agent of agents) sockets.get(agent)?.disconnect()
      for (const agent of agents) sockets.delete(agent)
    },
    /** Milliseconds from the notification's leaving to the event on the screen, of agents called one after the other. */
    async paced(agents: readonly number[], perSecond: number): Promise<number[]> {
      const started = performance.now()
      const calls: ReturnType<typeof notify>[] = []
      for (const [n, agent] of agents.entries()) {
        const wait = started + (n * 1_000) / perSecond - performance.now()
        if (wait > 0) await pause(wait)
        calls.push(notify(agent))
      }
      const took: number[] = []
      for (const { id, sent } of await Promise.all(calls)) took.push((await ledger.waitFor(id, eventLimitMs)) - sent)
      return took
    },
    /** Notifications answered in a second, sixteen at a time. */
    async saturated(agents: readonly number[], ms: number): Promise<number> {
      const started = performance.now()
      let answered = 0
      const connection = async () => {
        while (performance.now() - started < ms) {
          await notify(agents[answered % agents.length] ?? 0)
          answered++
        }
      }
      await Promise.all(Array.from({ length: 16 }, connection))
      return (answered / (performance.now() - started)) * 1_000
    },
    /** After every socket has answered once more, so that nothing is on its way any longer. */
    async verdict() {
      for (const socket of sockets.values()) await socket.emitWithAck('ligacoes:sincronizar')
      return ledger.verdict()
    },
    close() {
      for (const socket of sockets.values()) socket.disconnect()
    },
  }
}
