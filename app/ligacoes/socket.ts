import { io, type Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '#server/ligacao/wire/ligacao'

export type DeskSocket = Socket<ServerEvents, ClientEvents>

/** A socket to this page's own origin, not yet connected. The session cookie says whose it is. */
export const createSocket = (): DeskSocket =>
  io({
    path: '/socket.io',
    transports: ['websocket'],
    autoConnect: false,
    reconnectionDelay: 300,
    reconnectionDelayMax: 3_000,
  })

/** Tries at once: a socket that waits for its next attempt ignores a plain `connect()`. */
export const reconnectNow = (socket: DeskSocket) => socket.disconnect().connect()
