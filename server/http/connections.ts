import { EventEmitter, once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import * as z from 'zod'
import type { Log } from '../log.ts'

/** Timeouts of a connection, in milliseconds. docs/interface.md: Connections. */
export const timeouts = {
  /** Counted from the connection's start, so that a connection that never sends anything ends, too. */
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than a reverse proxy keeps an idle connection, so that it is the proxy that ends it. */
  keepAliveTimeout: 72_000,
}
/** A client that neither sends nor reads anything for so long is gone, or does not read. */
const silenceMs = 120_000

/**
 * File descriptors that the desk itself needs, whatever happens on the port: up to 150 for the database and the log,
 * 200 for lists (64 that are kept and 34 that are read or wait, each plain and compressed), the rest for the threads
 * that read lists, for exports and a backup.
 */
const reserved = 400

const report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.unknown() }) }) })

/** How many connections there may be: the process's limit of open files, less those that the desk needs itself. */
export function mostConnections(): number {
  // Without this, the report looks up the names of network addresses, which nobody reads.
  Object.assign(process.report, { excludeNetwork: true })
  // Without an error, the report reads the stack of this call, for which Node would keep a parsed source map: 10 MB.
  const none = { name: '', message: '', stack: '' }
  const limit = Number(report.safeParse(process.report.getReport(none)).data?.userLimits.open_files.soft)
  return Number.isFinite(limit) ? Math.max(limit - reserved, Math.ceil(limit / 2)) : 65_536
}

/** Refused connections come by the thousand: they are logged once per interval. */
const logEveryMs = 60_000

/** The connections of a server. Errors of each are handled, and the server can be shut down in order. */
export interface Connections {
  /** Takes no new connections and ends those without a request under way. Each other one ends with its request. */
  leave(): void
  /** After `leave`: resolves when no request is under way. The screens' sockets do not count. */
  idle(): Promise<void>
  /** Ends the connections with requests under way, and returns the number of these requests. */
  cutRequests(): number
  /** Ends whatever is left. */
  cut(): void
}

export function keepConnections(server: Server, log: Log): Connections {
  /** Every connection, with the answers that it waits for. */
  const busy = new Map<Socket, Set<ServerResponse>>()
  const upgraded = new WeakSet<Duplex>()
  const rest = new EventEmitter()
  let leaving = false

  const underWay = () => [...busy.values()].reduce((sum, { size }) => sum + size, 0)
  const tell = () => {
    // Nobody waits for it before, and counting takes longer the more connections there are.
    if (leaving && underWay() === 0) rest.emit('idle')
  }

  server.maxConnections = mostConnections()
  server.setTimeout(silenceMs)
  // No file descriptor is left: without a listener the process would end. Before it listens, `listen` itself fails.
  server.on('error', (err) => {
    if (server.listening) log.error({ err }, 'the port could not take a connection')
  })
  let refused = 0
  let told = Number.NEGATIVE_INFINITY
  server.on('drop', () => {
    refused += 1
    if (performance.now() - told < logEveryMs) return
    told = performance.now()
    log.warn({ refused, most: server.maxConnections }, 'connections were refused: there are too many')
    refused = 0
  })
  server.on('connection', (socket: Socket) => {
    busy.set(socket, new Set())
    // After an upgrade nobody else listens for errors, and a reset connection would end the process.
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      const answers = busy.get(socket) ?? []
      busy.delete(socket)
      // Node tells only the answer that is being written, and no later one, that there is nobody to read it.
      for (const answer of answers) if (answer.socket === null) answer.destroy().emit('close')
      tell()
    })
  })
  server.on('upgrade', (_request, socket) => upgraded.add(socket))
  server.on('request', ({ socket }, response: ServerResponse) => {
    const answers = busy.get(socket)
    if (answers === undefined) return
    answers.add(response)
    if (leaving) response.setHeader('connection', 'close')
    response.once('close', () => {
      answers.delete(response)
      if (leaving && answers.size === 0) socket.destroySoon()
      tell()
    })
  })

  return {
    leave() {
      leaving = true
      server.close()
      for (const [socket, { size }] of busy) if (size === 0 && !upgraded.has(socket)) socket.destroy()
    },
    async idle() {
      if (underWay() > 0) await once(rest, 'idle')
    },
    cutRequests() {
      const requests = underWay()
      for (const [socket, { size }] of busy) if (size > 0) socket.destroy()
      return requests
    },
    cut() {
      for (const socket of busy.keys()) socket.destroy()
    },
  }
}
