import type { Server as HttpServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Server, type Socket } from 'socket.io'
import { AtOnce, busy, sharing } from '../atOnce.ts'
import type { Publisher } from '../desk.ts'
import { isSameOrigin } from '../http/credentials.ts'
import { Refusal } from '../refusal.ts'
import { boundConnection, limits } from './floods.ts'

/** A person behind a screen, as far as sockets care. */
export interface Person {
  readonly sessaoId: number
  readonly usuarioId: number
}

/** A connected screen: what it may be told, and what it says. */
export type ScreenSocket = Socket

export interface HubOptions {
  publicUrl: string | undefined
  log: Record<'warn' | 'error', (facts: object, message: string) => void>
}

/** What the sockets need of the rooms, once a desk stands. */
export interface ScreenService {
  /** The person whose session cookie this is; null without a living session. */
  recognize(cookie: string | undefined): Promise<Person | null>
  /** Serves a screen that is in its rooms already; `person` is who it belongs to. */
  serve(socket: ScreenSocket, person: Person): void
}

// Rooms are named here and nowhere else, from the authenticated session: a client has no way to ask for one.
const usuarioRoom = (id: number) => `usuario:${id}`
const sessaoRoom = (id: number) => `sessao:${id}`

const recheckMs = 1_000

/** The sockets of the screens. Nobody is let in before `open`. docs/interface.md: The socket's wire. */
export function openHub({ publicUrl, log }: HubOptions) {
  const io = new Server({
    path: '/socket.io',
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: 64 * 1024,
    pingInterval: 10_000,
    pingTimeout: 8_000,
    connectTimeout: limits.namelessMs,
    allowRequest: (request, answer) => answer(null, isSameOrigin(request.headers, publicUrl)),
  })
  let recognize: ScreenService['recognize'] = async () => null
  // However many knock at once, few are looked up at a time, and those of one session together.
  const knocking = new AtOnce({ most: 4, waiting: 5_000, patienceMs: limits.namelessMs, refusal: busy })
  const recognizeKnocking = sharing((cookie: string | undefined) => knocking.run(() => recognize(cookie)))
  const sizeOf = (room: string) => io.sockets.adapter.rooms.get(room)?.size ?? 0
  const isFull = ({ sessaoId, usuarioId }: Person) =>
    sizeOf(sessaoRoom(sessaoId)) >= limits.socketsOfSessao || sizeOf(usuarioRoom(usuarioId)) >= limits.socketsOfUsuario

  io.use(async (socket, next) => {
    try {
      const person = await recognizeKnocking(socket.handshake.headers.cookie)
      if (!person) return next(new Error('nao_autenticado'))
      if (isFull(person)) return next(new Error('conexoes_demais'))
      socket.data.person = person
      next()
    } catch (err) {
      if (!(err instanceof Refusal)) log.error({ err }, 'a socket could not be authenticated')
      next(new Error('indisponivel'))
    }
  })

  const publisher: Publisher = {
    publish: (usuarioId, event, body) => void io.to(usuarioRoom(usuarioId)).emit(event, body),
    screensOf: (usuarioId) => sizeOf(usuarioRoom(usuarioId)),
  }

  return {
    publisher,
    /** Lets screens in on this server. */
    open(server: HttpServer, service: ScreenService): void {
      recognize = service.recognize
      io.on('connection', (socket) => {
        const person: Person = socket.data.person
        // Others of hers may have come in since she was asked for.
        if (isFull(person)) return void socket.disconnect(true)
        socket.join([usuarioRoom(person.usuarioId), sessaoRoom(person.sessaoId)])
        try {
          service.serve(socket, person)
        } catch (err) {
          log.error({ err }, 'a screen could not be served')
          socket.conn.close()
        }
      })
      io.attach(server, { path: '/socket.io', destroyUpgrade: false })
      io.engine.on('connection', (connection) => boundConnection(connection, log))
    },
    /** Connected screens of this process. */
    count: () => io.of('/').sockets.size,
    endSessao: (id: number) => void io.local.in(sessaoRoom(id)).disconnectSockets(true),
    endUsuario: (id: number) => void io.local.in(usuarioRoom(id)).disconnectSockets(true),
    /** After a gap in what the database announces: every screen proves its session again, however long the database takes. */
    async recheck(): Promise<void> {
      let told = false
      for (const socket of [...io.of('/').sockets.values()]) {
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
    /** Clients see the transport close and come back to whoever answers next. */
    close: async () => {
      await io.close()
    },
  }
}

export type Hub = ReturnType<typeof openHub>
