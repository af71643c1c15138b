import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A bare TCP connection, for bytes that no HTTP client would send. */
export interface RawSocket {
  socket: Socket
  say(text: string): void
  /** From now on the client does not close its side when the server has closed its own. */
  neverClose(): void
  /** Resolves with everything received, once the connection is closed or reset. */
  ended(): Promise<string>
  /** Resolves once the text has been received. */
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
  const closed = new Promise((resolve) => socket.once('close', resolve))
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

/** The head of a POST of JSON, without its final empty line, so that more header lines may follow. */
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

/** Splits a raw HTTP response into status, head (in lower case) and parsed JSON body. */
export function takenApart(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  return {
    status: Number(head.split(' ')[1]),
    head: head.toLowerCase(),
    json: body === '' ? undefined : JSON.parse(body),
  }
}
