import { io, type Socket } from 'socket.io-client'
import type { ServerEvents } from '#server/events'
import type { ClientEvents, Ligacao, LigacoesAbertas } from '#server/ligacao/wire/ligacao'

interface Heard {
  event: string
  ligacao: Ligacao
}

/** A screen as the server sees one: a socket with a session's cookie, and everything it was told. */
export interface Screen {
  socket: Socket<ServerEvents, ClientEvents>
  /** What came on connecting. */
  first: LigacoesAbertas
  /** `ligacao:*` events in the order they came. */
  heard: Heard[]
  /** Everything that came, snapshots included: for what must not be anywhere. */
  everything: unknown[]
  /** Asks for the snapshot. Whatever was published before has been heard once it is here. */
  sync(): Promise<LigacoesAbertas>
  /** Names of the events heard, after making sure that none is on its way. */
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
