import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { relacoes } from '#server/cliente/wire/cliente'
import { token } from '../ring/agents.ts'

const path = `/api/v1/integracao/cliente/all?cancelado=sim&relacoes=${relacoes.join()}`
let asked = 0

/** The address of the whole list with every relation, with a query that is new each time and so misses the cache. */
export function coldPath(): string {
  const day = new Date(Date.UTC(1900, 0, 1 + asked++)).toISOString().slice(0, 10)
  return `${path}&data_inicio=${day}`
}

type Headers = Record<string, string>

async function get(port: number, path: string, headers: Headers): Promise<http.IncomingMessage> {
  const asking = http.get({
    port,
    path,
    host: '127.0.0.1',
    agent: false,
    headers: { authorization: token, ...headers },
  })
  const [response] = (await once(asking, 'response')) as [http.IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`the list answered ${response.statusCode}`)
  return response
}

/** Reads a list that is not in the cache and discards it. Returns seconds to its first byte and to its end. */
export async function drainCold(port: number): Promise<{ firstByte: number; whole: number }> {
  const began = performance.now()
  const response = await get(port, coldPath(), {})
  if (response.headers['x-cache'] !== 'MISS') throw new Error('the list was not cold')
  let firstByte = Number.NaN
  response.once('data', () => {
    firstByte = (performance.now() - began) / 1_000
  })
  await once(response, 'end')
  return { firstByte, whole: (performance.now() - began) / 1_000 }
}

/** Reads a list: its body as it came over the network (perhaps compressed), and its ETag. */
export async function read(port: number, path: string, headers: Headers): Promise<{ bytes: Buffer; etag: string }> {
  const response = await get(port, path, headers)
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece)
  return { bytes: Buffer.concat(pieces), etag: String(response.headers.etag) }
}

/** Answers per second with that status, over `connections` connections, with a client that only counts bytes. */
export async function requestsPerSecond(
  port: number,
  path: string,
  headers: Headers,
  status: number,
  { connections, ms }: { connections: number; ms: number },
): Promise<number> {
  const lines = Object.entries({ host: '127.0.0.1', authorization: token, ...headers })
  const request = `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  const began = performance.now()
  const counts = await Promise.all(Array.from({ length: connections }, () => repeat(port, request, status, began + ms)))
  return (counts.reduce((sum, count) => sum + count) * 1_000) / (performance.now() - began)
}

async function repeat(port: number, request: string, status: number, until: number): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  let answers = 0
  let left = 0
  let head = Buffer.alloc(0)
  socket.on('data', (piece) => {
    if (left === 0) {
      head = Buffer.concat([head, piece])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      const length = status === 304 ? 0 : Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (!text.startsWith(`HTTP/1.1 ${status}`) || Number.isNaN(length))
        return void socket.destroy(new Error(`not ${status} of a known length: ${text}`))
      left = length - (head.length - end - 4)
      head = Buffer.alloc(0)
    } else left -= piece.length
    if (left > 0) return
    answers++
    if (performance.now() < until) socket.write(request)
    else socket.end()
  })
  socket.write(request)
  await once(socket, 'close')
  return answers
}
