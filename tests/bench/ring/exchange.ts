import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { cookieOf, ramalOf, token } from './agents.ts'
import { callMaker } from './calls.ts'
import { Ledger } from './ledger.ts'

/** Calls of agents in turn, from `first` on: so many a second, whether or not they are answered yet. */
interface Paced {
  agents: number
  first: number
  count: number
  perSecond: number
}

/** Calls of agents in turn, each caller's next one when its last was answered, until one of the limits. */
interface Saturated {
  agents: number
  callers: number
  atMost: number
  ms: number
}

const path = '/api/v1/integracao/pbx/ligacao/notificar'
const eventLimitMs = 5_000
const comeBackLimitMs = 120_000
const connectingAtOnce = 16

interface Posted {
  id: string
  sent: number
  answered: number
}

/** The exchange, which posts to the desk at that port, and the agents' browsers, there or at another desk of its cluster. */
export function openExchange(port: number) {
  const ledger = new Ledger()
  const screens = new Map<number, Socket>()
  /** The call that the agent was told of last. */
  const newest = new Map<number, string>()
  const makeCall = callMaker()
  const connections = new Agent({ keepAlive: true })

  /** Resolves once the agent's browser has its first snapshot, after which it misses nothing. */
  async function connect(agent: number, at = port): Promise<void> {
    const socket = io(`http://127.0.0.1:${at}`, {
      transports: ['websocket'],
      forceNew: true,
      // As the screens have it (app/ligacao/linha/connectDesk.ts).
      reconnectionDelay: 500,
      timeout: 8_000,
      extraHeaders: { cookie: cookieOf(agent) },
      auth: { ramal: ramalOf(agent) },
    })
    screens.set(agent, socket)
    for (const event of ['ligacao:aberta', 'ligacao:atualizada']) {
      socket.on(event, ({ id, grupo }: { id: string; grupo?: unknown }) => {
        // Where else its caller rings is news of a call that was heard of.
        const isNews = event === 'ligacao:atualizada' && Boolean(grupo)
        if (!isNews) ledger.heard(id, agent, performance.now())
        socket.emit('ligacao:exibida', { id })
      })
    }
    await new Promise<void>((resolve, reject) => {
      socket.once('ligacoes:abertas', () => resolve())
      socket.once('connect_error', reject)
    })
  }

  function disconnect(agents: Iterable<number>): void {
    for (const agent of agents) {
      screens.get(agent)?.disconnect()
      screens.delete(agent)
    }
  }

  /** One notification; rejects when it is refused. */
  function notify(agent: number): Promise<Posted> {
    const body = makeCall(agent)
    const headers = {
      authorization: token,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    return new Promise((resolve, reject) => {
      const sent = performance.now()
      const call = request({ port, host: '127.0.0.1', path, method: 'POST', agent: connections, headers })
      call.on('response', (response) => {
        const answered = performance.now()
        const id = String(response.headers['x-ligacao-id'])
        if (response.statusCode !== 200) reject(new Error(`a call was answered ${response.statusCode}`))
        response.resume().on('end', () => {
          ledger.called(id, agent)
          newest.set(agent, id)
          resolve({ id, sent, answered })
        })
      })
      call.on('error', reject)
      call.end(body)
    })
  }

  return {
    connect,
    disconnect,
    /** Agents from the first to that one have a screen each, and nobody else. */
    async screensOf(agents: number): Promise<void> {
      disconnect([...screens.keys()].filter((agent) => agent >= agents))
      let next = 0
      const worker = async () => {
        for (let agent = next++; agent < agents; agent = next++) if (!screens.has(agent)) await connect(agent)
      }
      await Promise.all(Array.from({ length: connectingAtOnce }, worker))
    },
    /** Milliseconds from just before each notification leaves to its event on the agent's screen. */
    async paced({ agents, first, count, perSecond }: Paced): Promise<number[]> {
      const started = performance.now()
      const posts: Promise<Posted>[] = []
      for (let n = 0; n < count; n++) {
        const wait = started + (n * 1_000) / perSecond - performance.now()
        if (wait > 0) await pause(wait)
        posts.push(notify((first + n) % agents))
      }
      const times: number[] = []
      for (const { id, sent } of await Promise.all(posts)) times.push((await ledger.waitFor(id, eventLimitMs)) - sent)
      return times
    },
    /** Calls a second. The time ends with the last event on a screen. */
    async saturated({ agents, callers, atMost, ms }: Saturated): Promise<number> {
      const started = performance.now()
      const posted: Posted[] = []
      let sent = 0
      const caller = async () => {
        while (sent < atMost && performance.now() - started < ms) posted.push(await notify(sent++ % agents))
      }
      await Promise.all(Array.from({ length: callers }, caller))
      let last = started
      for (const { id, answered } of posted) last = Math.max(last, answered, await ledger.waitFor(id, eventLimitMs))
      return (posted.length / (last - started)) * 1_000
    },
    /** Cuts every screen off. */
    cutOff(): void {
      for (const screen of screens.values()) screen.disconnect()
    },
    /** All come back at once: milliseconds until the last of them shows its agent's newest call, and that alone. */
    async comeBack(): Promise<number> {
      const began = performance.now()
      const back = [...screens].map(
        ([agent, screen]) =>
          new Promise<void>((resolve) => {
            const again = () => setTimeout(() => screen.connect(), 500)
            screen.on('connect_error', again)
            screen.on('ligacoes:abertas', ({ ligacoes }: { ligacoes: { id: string }[] }) => {
              if (ligacoes.length !== 1 || ligacoes[0]?.id !== newest.get(agent)) return
              screen.off('connect_error', again).off('ligacoes:abertas')
              resolve()
            })
            screen.connect()
          }),
      )
      const late = new AbortController()
      const limit = pause(comeBackLimitMs, undefined, { signal: late.signal }).then(() => {
        throw new Error(`not all agents were back after ${comeBackLimitMs} ms`)
      })
      limit.catch(() => undefined)
      await Promise.race([Promise.all(back), limit])
      late.abort()
      return performance.now() - began
    },
    /** Asked after every screen has answered once more, so that nothing is on its way any longer. */
    async verdict() {
      for (const screen of screens.values()) await screen.emitWithAck('ligacoes:sincronizar')
      return ledger.verdict()
    },
    close(): void {
      for (const screen of screens.values()) screen.disconnect()
    },
  }
}

export type Exchange = ReturnType<typeof openExchange>
