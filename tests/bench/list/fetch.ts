import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:net'
import { relacoes } from '#server/cliente/wire/cliente'
import { token } from '../ring/agents.ts'

const path = `/api/v1/integracao/cliente/all?cancelado=sim&relacoes=${relacoes.join()}`
let asked = 0

/** The whole list, every relation, under a query that means the same customers and that nobody has asked yet. */
export function coldPath(): string {
  const day = new Date(Date.UTC(1900, 0, 1 + asked++)).toISOString().slice(0, 10)
  return `${path}&data_inicio=${day}`
}

/** Reads a list to its end and throws it away; resolves to what `X-Cache` said. */
export async function drain(port: number, path: string): Promise<string> {
  const request = http.get({ port, path, host: '127.0.0.1', agent: false, headers: { authorization: token } })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`the list answered ${response.statusCode}`)
  response.resume()
  await once(response, 'end')
  return String(response.headers['x-cache'])
}

/** The compressed bytes of the list. */
export async function packed(port: number, path: string): Promise<Buffer> {
  const headers = { authorization: token, 'accept-encoding': 'gzip' }
  const request = http.get({ port, path, host: '127.0.0.1', agent: false, headers })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Requests a second on so many connections, with a client that does nothing but count bytes. */
export async function requestsPerSecond(port: number, path: string, connections: number, ms: number): Promise<number> {
  const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${token}\r\naccept-encoding: gzip\r\n\r\n`
  const began = performance.now()
  const counts = await Promise.all(Array.from({ length: connections }, () => repeat(port, request, began + ms)))
  return (counts.reduce((sum, count) => sum + count) * 1_000) / (performance.now() - began)
}

async function repeat(port: number, request: string, until: number): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  let answers = 0
  let left = 0
  let head = Buffer.alloc(0)
  socket.on('data', (piece) => {
    if (left === 0) {
      head = Buffer.concat([head, piece])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /^HTTP\/1.1 200[\s\S]*content-length: (\d+)/i.exec(head.toString('latin1', 0, end))?.[1]
      if (!length) return void socket.destroy(new Error('an answer of no known length'))
      left = Number(length) - (head.length - end - 4)
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
