import { randomUUID } from 'node:crypto'
import { OutgoingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ErrorBody } from './wire.ts'

export const badAddress = 'O endereço não é válido: confira os caracteres codificados com %'

/** A refusal's body where no field is to blame. docs/interface.md: Errors. */
export const refusalBody = (msg: string): ErrorBody => ({
  status: 'error',
  msg,
  errors: [msg],
  campos: {},
  id_requisicao: randomUUID(),
})

/** So long may the other end take to read why, before it is cut off. */
const lingerMs = 1_000
const refused = new WeakSet<Duplex>()
const ignore = () => undefined

/**
 * Writes a refusal on a bare socket, where no request was made of what came, and ends it. What still comes is read and
 * thrown away for a moment: closed with bytes unread, the socket would be reset before the answer is read.
 */
export function refuseBare(socket: Duplex, status: number, msg: string): void {
  if (refused.has(socket)) return
  refused.add(socket)
  socket.on('error', ignore)
  if (socket.destroyed || !socket.writable) return void socket.destroy()
  const body = JSON.stringify(refusalBody(msg))
  // Node's parser is what listens; it is done with this socket.
  socket.removeAllListeners('data').on('data', ignore).resume()
  setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

/** What Node's parser refuses by itself, by its code; anything else is no HTTP. */
const parserRefusals: Record<string, [status: number, msg: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Os cabeçalhos da requisição são grandes demais: envie no máximo 16 KiB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'O corpo passa de 64 KiB: envie menos dados'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'A requisição demorou demais para chegar inteira: envie de novo'],
}
const noHttp: [status: number, msg: string] = [
  400,
  'A requisição não é HTTP válido: confira a linha inicial e os cabeçalhos',
]

interface ParserError extends Error {
  code?: string
}

/** Of a server's `clientError`. A socket in the middle of an answer is cut: more bytes would look like part of it. */
export function refuseUnparsed(error: ParserError, socket: Duplex): void {
  const answer = '_httpMessage' in socket ? socket._httpMessage : null
  if (error.code === 'ECONNRESET' || (answer instanceof OutgoingMessage && answer.headersSent))
    return void socket.destroy()
  refuseBare(socket, ...(parserRefusals[error.code ?? ''] ?? noHttp))
}
