import type { Server as HttpServer } from 'node:http'
import { type DefaultEventsMap, Server } from 'socket.io'
import type { Actor, SessionGate } from '../acesso/sessionGate.ts'
import { isSameOrigin } from '../http/sameOrigin.ts'
import type { AgentLigacao } from '../ligacao/agentLigacao.ts'
import type { ShownCollector } from '../ligacao/shownCollector.ts'
import type { ClientEvents, ServerEvents } from '../ligacao/wire/ligacao.ts'
import type { Publisher } from '../publisher.ts'

interface Deps {
  sessionOf: SessionGate
  ligacoes: Pick<AgentLigacao, 'openOf'>
  shown: ShownCollector
  publicUrl: string | undefined
  log: { warn(facts: object, message: string): void; error(facts: object, message: string): void }
}

type Io = Server<ClientEvents, ServerEvents, DefaultEventsMap, { actor: Actor }>

// Rooms are named here and nowhere else, from the authenticated session: a client has no way to ask for one.
const usuarioRoom = (id: number) => `usuario:${id}`
const sessaoRoom = (id: number) => `sessao:${id}`

/** The sockets of the agents' screens. DESIGN: The socket's wire. */
export function openHub({ sessionOf, ligacoes, shown, publicUrl, log }: Deps) {
  const io: Io = new Server({
    path: '/socket.io',
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: 64 * 1024,
    pingInterval: 10_000,
    pingTimeout: 8_000,
    allowRequest: (request, answer) => answer(null, isSameOrigin(request.headers, publicUrl)),
  })

  io.use(async (socket, next) => {
    try {
      const actor = await sessionOf(socket.handshake.headers.cookie)
      if (!actor) return next(new Error('nao_autenticado'))
      socket.data.actor = actor
      next()
    } catch (err) {
      log.error({ err }, 'a socket could not be authenticated')
      next(new Error('indisponivel'))
    }
  })

  io.on('connection', (socket) => {
    const { usuarioId, sessaoId } = socket.data.actor
    // In the room before the snapshot is read: what happens in between arrives as an event, and versions sort it out.
    socket.join([usuarioRoom(usuarioId), sessaoRoom(sessaoId)])

    const snapshot = () => ligacoes.openOf(usuarioId, new Date())
    // A client that asks again while its snapshot is being read waits for that one.
    let reading: ReturnType<typeof snapshot> | undefined
    socket.on('ligacoes:sincronizar', (answer) => {
      if (typeof answer !== 'function') return
      reading ??= snapshot().finally(() => {
        reading = undefined
      })
      reading.then(answer, (err) => log.error({ err, usuarioId }, 'a snapshot could not be read'))
    })
    socket.on('ligacao:exibida', (body) => {
      if (typeof body?.id === 'string') shown.add(usuarioId, body.id)
    })

    // Ended between the handshake's look at the session and joining its room, nobody would tell this socket.
    Promise.all([sessionOf(socket.handshake.headers.cookie), snapshot()]).then(
      ([actor, body]) => (actor ? socket.emit('ligacoes:abertas', body) : socket.disconnect(true)),
      (err) => {
        log.error({ err, usuarioId }, 'the first snapshot could not be read')
        // Closed without a word, the client would stay: so it comes back and asks again.
        socket.conn.close()
      },
    )
  })

  const publisher: Publisher = {
    publish: (usuarioId, event, ligacao) => void io.to(usuarioRoom(usuarioId)).emit(event, ligacao),
    screensOf: (usuarioId) => io.sockets.adapter.rooms.get(usuarioRoom(usuarioId))?.size ?? 0,
  }

  return {
    publisher,
    attach: (server: HttpServer) => void io.attach(server, { path: '/socket.io', destroyUpgrade: false }),
    /** Connected screens of this process. */
    count: () => io.of('/').sockets.size,
    endSessao: (id: number) => void io.local.in(sessaoRoom(id)).disconnectSockets(true),
    endUsuario: (id: number) => void io.local.in(usuarioRoom(id)).disconnectSockets(true),
    /** After a gap in what the database announces: every screen proves its session again. */
    async recheck(): Promise<void> {
      for (const socket of io.of('/').sockets.values()) {
        if (!(await sessionOf(socket.handshake.headers.cookie))) socket.disconnect(true)
      }
    },
    /** Clients see the transport close and come back to whoever answers next. */
    close: async () => {
      await io.close()
    },
  }
}

export type Hub = ReturnType<typeof openHub>
