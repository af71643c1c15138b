import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Server, type Socket } from 'socket.io'
import { isDatabaseAway } from '../database/away.ts'
import type { Others } from '../database/others/others.ts'
import type { Publisher } from '../desk.ts'
import type { ServerEvent, Told } from '../events.ts'
import { Semaphore } from '../flow/semaphore.ts'
import { singleFlight } from '../flow/singleFlight.ts'
import { answersTo, isPageOf, isSameOrigin } from '../http/credentials.ts'
import type { Log } from '../log.ts'
import { busy, Refusal } from '../refusal.ts'
import { elsewhere, type Here } from './elsewhere.ts'
import { boundConnection, ConnectionsByCookie, limits, webSocketsBoundBy } from './floods.ts'

/** A person behind a screen, as far as sockets care. */
export interface Person {
  readonly sessaoId: number
  readonly usuarioId: number
}

interface HubOptions {
  publicUrl: string | undefined
  others: Others
  log: Log
}

/** What the hub needs from the rest of the server once the desk is built. */
interface ScreenService {
  /** The person whose session cookie this is; null without a living session. */
  recognize(cookie: string | undefined): Promise<Person | null>
  /** Serves a screen of `person`, which has joined its rooms already. */
  serve(socket: Socket, person: Person): void
}

// Rooms are named here and nowhere else, from the authenticated session: a client has no way to ask for one.
const usuarioRoom = (id: number) => `usuario:${id}`
const sessaoRoom = (id: number) => `sessao:${id}`

const recheckMs = 1_000

/** A proxy that is told 503 tries the next process. */
function sendElsewhere({ socket }: IncomingMessage): void {
  socket.end('HTTP/1.1 503 Service Unavailable\r\nretry-after: 1\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
}

/**
 * Whether Engine.IO would answer with scripts (JSONP). A page of another origin may load a script, and without TLS
 * nothing tells whose page asks for it: it would hear every call.
 */
const asksForScript = (url = '') => new URL(url, 'http://alo').searchParams.has('j')

/** The sockets of the screens. Nobody is let in before `open`. docs/interface.md: The socket's wire. */
export function openHub({ publicUrl, others, log }: HubOptions) {
  let leaving = false
  const connected = new ConnectionsByCookie()
  const isOurName = answersTo(publicUrl)
  const mayCome = ({ url, headers }: IncomingMessage) =>
    isOurName(headers.host) &&
    isSameOrigin(headers, publicUrl) &&
    !asksForScript(url) &&
    !connected.isFull(headers.cookie)
  const io = new Server({
    path: '/socket.io',
    serveClient: false,
    destroyUpgrade: false,
    wsEngine: webSocketsBoundBy(log),
    maxHttpBufferSize: 64 * 1024,
    pingInterval: 10_000,
    pingTimeout: 8_000,
    connectTimeout: limits.namelessMs,
    allowRequest: (request, answer) => (leaving ? sendElsewhere(request) : answer(null, mayCome(request))),
  })
  let recognize: ScreenService['recognize'] = async () => null
  // However many screens connect at once, few sessions are looked up at a time, and each one once for all its sockets.
  const knocking = new Semaphore({ most: 64, waiting: 5_000, patienceMs: limits.namelessMs, refusal: busy })
  const recognizeKnocking = singleFlight((cookie: string | undefined) => knocking.run(() => recognize(cookie)))
  const sizeOf = (room: string) => io.sockets.adapter.rooms.get(room)?.size ?? 0
  const isFull = ({ sessaoId, usuarioId }: Person) =>
    sizeOf(sessaoRoom(sessaoId)) >= limits.socketsOfSessao || sizeOf(usuarioRoom(usuarioId)) >= limits.socketsOfUsuario

  io.use(async (socket, next) => {
    try {
      const person = await recognizeKnocking(socket.handshake.headers.cookie)
      if (!person || !isPageOf(person.usuarioId, socket.handshake.auth.telaDe))
        return next(new Error('nao_autenticado'))
      if (isFull(person)) return next(new Error('conexoes_demais'))
      socket.data.person = person
      next()
    } catch (err) {
      if (!isDatabaseAway(err) && !(err instanceof Refusal)) log.error({ err }, 'a socket could not be authenticated')
      next(new Error('indisponivel'))
    }
  })

  const here: Here = {
    publish: (usuarioId, event, ...told) => void io.to(usuarioRoom(usuarioId)).emit(event, ...told),
    screensOf: (usuarioId) => sizeOf(usuarioRoom(usuarioId)),
    usuarios: () => [...new Set([...io.sockets.sockets.values()].map(({ data }) => data.person.usuarioId))],
  }
  const there = elsewhere(others, here, log)
  const publisher: Publisher = {
    publish(usuarioId, event, ...told) {
      here.publish(usuarioId, event, ...told)
      there.publish(usuarioId, event, ...told)
    },
    publishHere: here.publish,
    screensOf: (usuarioId) => here.screensOf(usuarioId) + there.screensOf(usuarioId),
    usuariosHere: here.usuarios,
  }

  return {
    publisher,
    /** Lets screens in on this server. */
    open(server: HttpServer, service: ScreenService): void {
      recognize = service.recognize
      io.on('connection', (socket) => {
        const person: Person = socket.data.person
        // More sockets of this person may have come in while the session was looked up.
        if (isFull(person)) return void socket.disconnect(true)
        socket.join([usuarioRoom(person.usuarioId), sessaoRoom(person.sessaoId)])
        there.changed(person.usuarioId)
        socket.once('disconnect', (reason) => {
          there.changed(person.usuarioId)
          // The client left the namespace and kept the connection, which is of no use to anybody.
          if (reason === 'client namespace disconnect') socket.conn.close()
        })
        try {
          service.serve(socket, person)
        } catch (err) {
          log.error({ err }, 'a screen could not be served')
          socket.conn.close()
        }
      })
      io.attach(server)
      io.engine.on('connection', (connection) => {
        connected.note(connection)
        boundConnection(connection, log)
      })
    },
    /** Connected screens of this process. */
    count: () => io.sockets.sockets.size,
    endSessao: (id: number) => void io.local.in(sessaoRoom(id)).disconnectSockets(true),
    endUsuario: (id: number) => void io.local.in(usuarioRoom(id)).disconnectSockets(true),
    /** Sends an event to every screen of this process, so it must hold nothing that belongs to one user. */
    tellAll: <E extends ServerEvent>(event: E, ...told: Told<E>) => void io.local.emit(event, ...told),
    /**
     * Looks up the session of every screen again, after notifications of the database may have been missed. Tries each
     * one until the database answers.
     */
    async recheck(): Promise<void> {
      let told = false
      for (const socket of [...io.sockets.sockets.values()]) {
        while (socket.connected) {
          try {
            if (!(await recognize(socket.handshake.headers.cookie))) socket.disconnect(true)
            break
          } catch (err) {
            if (!told) log.warn({ err }, 'a screen could not be asked for its session again: trying until it was')
            told = true
            await pause(recheckMs, undefined, { ref: false })
          }
        }
      }
    },
    /**
     * Before a shutdown while other processes live: lets no screen in any more, and closes the connections evenly over
     * `ms` milliseconds, so that the screens come to the other processes one by one.
     */
    async drain(ms: number): Promise<void> {
      leaving = true
      const sockets = [...io.sockets.sockets.values()]
      const everyMs = ms / Math.max(1, sockets.length)
      const going = sockets.map((socket, index) => pause(index * everyMs).then(() => socket.conn.close()))
      await Promise.all([...going, pause(ms)])
    },
    /** Clients see the transport close and come back to whoever answers next. */
    close: () => io.close(),
  }
}

export type Hub = ReturnType<typeof openHub>
