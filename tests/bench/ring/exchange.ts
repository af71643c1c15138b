import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { cookieOf, ramalOf, token } from './agents.ts'
import { callMaker } from './calls.ts'
import { Ledger } from './ledger.ts'

/** Sends calls to the agents in turn, from agent `first` on, at a fixed rate, without waiting for answers. */
interface Paced {
  agents: number
  first: number
  count: number
  perSecond: number
}

/** Sends calls to the agents in turn. Each caller sends its next one after an answer, until `atMost` calls or `ms`. */
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

/**
 * The exchange, which posts to the desk at `port`, and the agents' browsers, connected there or to another desk
 * process.
 */
export function openExchange(port: number) {
  const ledger = new Ledger()
  const screens = new Map<number, Socket>()
  /** The id of each agent's newest call. */
  const newest = new Map<number, string>()
  const makeCall = callMaker()
  const connections = new Agent({ keepAlive: true })

  /** Connects the agent's browser; resolves with its first snapshot. From then on it receives every event. */
  async function connect(agent: number, at = port): Promise<void> {
    const socket = io(`http://127.0.0.1:${at}`, {
      transports: ['websocket'],
      forceNew: true,
      // The same settings as the real screens (app/ligacao/linha/connectDesk.ts).
      reconnectionDelay: 500,
      timeout: 8_000,
      extraHeaders: { cookie: cookieOf(agent) },
      auth: { ramal: ramalOf(agent) },
    })
    screens.set(agent, socket)
    for (const event of ['ligacao:aberta', 'ligacao:atualizada']) {
      socket.on(event, ({ id, grupo }: { id: string; grupo?: unknown }) => {
        // An update of the ring group says where else the caller rings. It is not the first event of a call.
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

  /** Sends one notification; rejects when it is refused. */
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
    /** Makes exactly the first `agents` agents have a screen each. */
    async screensOf(agents: number): Promise<void> {
      disconnect([...screens.keys()].filter((agent) => agent >= agents))
      let next = 0
      const worker = async () => {
        for (let agent = next++; agent < agents; agent = next++) if (!screens.has(agent)) await connect(agent)
      }
      await Promise.all(Array.from({ length: connectingAtOnce }, worker))
    },
    /** Milliseconds from just before each notification is sent to its event on the agent's screen; NaN if none came. */
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
    /** Returns calls per second. The time ends with the last event on a screen. */
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
    /** Disconnects every screen. */
    cutOff(): void {
      for (const screen of screens.values()) screen.disconnect()
    },
    /** Reconnects all screens at once. Milliseconds until each has a snapshot with only its agent's newest call. */
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
    /** Asks every screen for a snapshot first, so that no event is still on its way. */
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
