import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A bare TCP connection, for what no HTTP client would say. */
export interface RawSocket {
  socket: Socket
  say(text: string): void
  /** From now on this end stays open when the server has closed its own. */
  neverClose(): void
  /** All that came, once the server has ended the connection. */
  ended(): Promise<string>
  /** Resolves once the text has come. */
  heard(text: string): Promise<void>
}

export async function openRaw(url: string): Promise<RawSocket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => undefined)
  let said = ''
  socket.setEncoding('utf8')
  socket.on('data', (piece) => {
    said += piece
  })
  const closed = once(socket, 'close')
  const close = () => void socket.end()
  socket.once('end', close)
  await once(socket, 'connect')
  return {
    socket,
    say: (text) => void socket.write(text),
    neverClose: () => void socket.off('end', close),
    ended: async () => {
      await closed
      return said
    },
    async heard(text) {
      while (!said.includes(text)) await once(socket, 'data')
    },
  }
}

/** The head of a POST of JSON, to which more lines may be added. */
export const postHead = (path: string, authorization: string, body: string) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ].join('\r\n')

/** The head that opens a screen's WebSocket. */
export const upgradeHead = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'Host: x',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
].join('\r\n')

/** Status, body and headers of an answer as it came over the wire. */
export function takenApart(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  return {
    status: Number(head.split(' ')[1]),
    head: head.toLowerCase(),
    json: body === '' ? undefined : JSON.parse(body),
  }
}
