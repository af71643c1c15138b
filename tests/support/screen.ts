import { io, type Socket } from 'socket.io-client'
import type { ServerEvents } from '#server/events'
import type { ClientEvents, Ligacao, LigacoesAbertas } from '#server/ligacao/wire/ligacao'

interface Heard {
  event: string
  ligacao: Ligacao
}

/** A screen as the server sees one: a socket with a session's cookie. It keeps everything that it receives. */
export interface Screen {
  socket: Socket<ServerEvents, ClientEvents>
  /** The snapshot that came on connecting. */
  first: LigacoesAbertas
  /** `ligacao:*` events in the order they came. */
  heard: Heard[]
  /** Every message received, snapshots included, for tests of what must never be sent. */
  everything: unknown[]
  /** Asks for a snapshot. When it resolves, every event that was published before has been received. */
  sync(): Promise<LigacoesAbertas>
  /** Names of the `ligacao:*` events received, after a `sync` has made sure that none is still on its way. */
  events(): Promise<string[]>
  /** Resolves with the reason when the server ends the connection. */
  ended: Promise<string>
  close(): void
}

/** Connects and waits for the first snapshot. @throws what the server refused the connection with */
export async function openScreen(url: string, cookie: string, headers: Record<string, string> = {}): Promise<Screen> {
  const socket: Socket<ServerEvents, ClientEvents> = io(url, {
    transports: ['websocket'],
    extraHeaders: { ...headers, cookie },
    reconnection: false,
    forceNew: true,
  })
  const heard: Heard[] = []
  const everything: unknown[] = []
  socket.onAny((event: string, body) => {
    everything.push({ event, body })
    if (event.startsWith('ligacao:')) heard.push({ event, ligacao: body })
  })
  const ended = new Promise<string>((resolve) => {
    socket.once('disconnect', resolve)
  })
  const first = await new Promise<LigacoesAbertas>((resolve, reject) => {
    socket.once('ligacoes:abertas', resolve)
    socket.once('connect_error', (error) => {
      socket.close()
      reject(error)
    })
    socket.once('disconnect', (reason) => reject(new Error(`ended before the first snapshot: ${reason}`)))
  })
  const sync = async (): Promise<LigacoesAbertas> => {
    const body = await socket.timeout(20_000).emitWithAck('ligacoes:sincronizar')
    everything.push(body)
    return body
  }
  return {
    socket,
    first,
    heard,
    everything,
    sync,
    async events() {
      await sync()
      return heard.map(({ event }) => event)
    },
    ended,
    close: () => void socket.close(),
  }
}
