// The exchange and the agents' browsers: posts notifications and listens on the sockets, in one process and on one clock.
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { serveParent } from '../support/serveParent.ts'
import { cookieOf, ramalOf, token } from './agents.ts'
import { callMaker } from './calls.ts'
import { Ledger, type Verdict } from './ledger.ts'
import { type Contender, ports, secret } from './servers.ts'

export type LoadOrder =
  | { order: 'connect'; who: Contender; agents: number }
  /** Notifies the agents in turn, from `first` on. */
  | { order: 'paced'; who: Contender; agents: number; first: number; count: number; perSecond: number }
  | { order: 'saturate'; who: Contender; agents: number; connections: number; atMost: number; ms: number }
  | { order: 'verdict'; who: Contender }

/** Milliseconds each. `screen` and `answer` count from just before the request leaves. */
export interface Burst {
  screen: number[]
  answer: number[]
  elapsed: number
}

const eventLimitMs = 5_000
const makeCall = callMaker()
const connections = new Agent({ keepAlive: true, maxSockets: 16 })
const sides: Record<Contender, { sockets: Socket[]; ledger: Ledger }> = {
  desk: { sockets: [], ledger: new Ledger() },
  bare: { sockets: [], ledger: new Ledger() },
}

/** One agent's browser; resolves when it has its first snapshot, after which it misses nothing. */
async function connectAgent(who: Contender, agent: number): Promise<void> {
  const { ledger, sockets } = sides[who]
  const socket = io(`http://127.0.0.1:${ports[who]}`, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie: cookieOf(agent, secret) },
    auth: { ramal: ramalOf(agent) },
  })
  sockets[agent] = socket
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

async function connect(who: Contender, agents: number): Promise<void> {
  const { sockets } = sides[who]
  for (const socket of sockets.splice(agents)) socket.disconnect()
  let next = sockets.length
  const worker = async () => {
    while (next < agents) await connectAgent(who, next++)
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

interface Posted {
  id: string
  sent: number
  answered: number
}

/** One notification; rejects when it is refused. */
function post(who: Contender, agent: number): Promise<Posted> {
  const body = makeCall(agent)
  const headers = {
    authorization: token,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const path = '/api/v1/integracao/pbx/ligacao/notificar'
  return new Promise((resolve, reject) => {
    const sent = performance.now()
    const call = request({ port: ports[who], host: '127.0.0.1', path, method: 'POST', agent: connections, headers })
    call.on('response', (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('end', () => {
        const answered = performance.now()
        const id = response.headers['x-ligacao-id']
        if (response.statusCode !== 200 || typeof id !== 'string')
          return reject(new Error(`${who} answered ${response.statusCode}: ${Buffer.concat(pieces)}`))
        sides[who].ledger.called(id, agent)
        resolve({ id, sent, answered })
      })
    })
    call.on('error', reject)
    call.end(body)
  })
}

async function paced(who: Contender, agents: number, first: number, count: number, perSecond: number): Promise<Burst> {
  const started = performance.now()
  const posts: Promise<Posted>[] = []
  for (let n = 0; n < count; n++) {
    const due = started + (n * 1_000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await pause(wait)
    posts.push(post(who, (first + n) % agents))
  }
  return gather(who, await Promise.all(posts), started)
}

async function saturate({ who, agents, ...limit }: Extract<LoadOrder, { order: 'saturate' }>): Promise<Burst> {
  const started = performance.now()
  const posted: Posted[] = []
  let sent = 0
  const connection = async () => {
    while (sent < limit.atMost && performance.now() - started < limit.ms) posted.push(await post(who, sent++ % agents))
  }
  await Promise.all(Array.from({ length: limit.connections }, connection))
  return gather(who, posted, started)
}

/** Waits for every event; a saturated server's time ends with its last one. */
async function gather(who: Contender, posted: Posted[], started: number): Promise<Burst> {
  const burst: Burst = { screen: [], answer: [], elapsed: 0 }
  let last = started
  for (const { id, sent, answered } of posted) {
    const at = await sides[who].ledger.waitFor(id, eventLimitMs)
    burst.screen.push(at - sent)
    burst.answer.push(answered - sent)
    last = Math.max(last, answered, at)
  }
  burst.elapsed = last - started
  return burst
}

/** Asked after every socket has answered once more, so that nothing is on its way any longer. */
async function verdict(who: Contender): Promise<Verdict> {
  const { sockets, ledger } = sides[who]
  for (const socket of sockets) await socket.emitWithAck('ligacoes:sincronizar')
  return ledger.verdict()
}

serveParent<LoadOrder>(
  { ready: true },
  (given) => {
    if (given.order === 'connect') return connect(given.who, given.agents)
    if (given.order === 'paced') return paced(given.who, given.agents, given.first, given.count, given.perSecond)
    if (given.order === 'saturate') return saturate(given)
    return verdict(given.who)
  },
  () => undefined,
)
