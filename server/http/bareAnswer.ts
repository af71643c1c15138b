import { randomUUID } from 'node:crypto'
import { ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Mistakes } from '../refusal.ts'
import type { ErrorBody } from './wire.ts'

export const badAddress = 'O endereço não é válido: confira os caracteres codificados com %'
export const bodyTooLarge = 'O corpo passa de 64 KiB: envie menos dados'
export const noPath = 'O endereço não é um caminho: comece por /'

/** `unsure`, for a request that writes and may be done, says how to find out. docs/interface.md: A sick database. */
export const databaseAway = (unsure?: string) =>
  `O banco de dados não responde no momento: tente de novo em instantes${unsure ? `. ${unsure}` : ''}`

/** The body of every refusal. docs/interface.md: Errors. */
export function refusalBody(msg: string, mistakes: Mistakes = {}, id_requisicao: string = randomUUID()): ErrorBody {
  const sentence = (field: string, predicate: string) =>
    field === 'corpo' ? `O corpo ${predicate}` : `O campo ${field} ${predicate}`
  const campos = Object.fromEntries(
    Object.entries(mistakes).map(([field, predicates]) => [field, predicates.map((text) => sentence(field, text))]),
  )
  const errors = Object.values(campos).flat()
  return { status: 'error', msg, errors: errors.length > 0 ? errors : [msg], campos, id_requisicao }
}

/** How long the client may take to read the refusal before the socket is destroyed. */
const lingerMs = 1_000
const refused = new WeakSet<Duplex>()
const ignore = () => undefined

/** Removes the listener of Node's parser, which is done with this socket. Reads and drops the bytes that still come. */
function hearNoMore(socket: Duplex): void {
  refused.add(socket)
  socket.on('error', ignore)
  socket.removeAllListeners('data').on('data', ignore).resume()
}

/** Ends the socket but reads on for a moment: with bytes unread, it would be reset before the client has read all. */
function end(socket: Duplex, lastWords?: string): void {
  setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.end(lastWords)
}

/** Writes a refusal to a socket whose bytes gave no request, and ends it. */
export function refuseBare(socket: Duplex, status: number, msg: string): void {
  if (refused.has(socket)) return
  hearNoMore(socket)
  if (socket.destroyed || !socket.writable) return void socket.destroy()
  const body = JSON.stringify(refusalBody(msg))
  end(
    socket,
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

const bareCharacter = 'O endereço tem um acento ou outro caractere que só vai codificado com %: joão é jo%C3%A3o'

/** Refusals by the code of Node's parser; any other code means that the bytes are no HTTP. */
const parserRefusals: Record<string, [status: number, msg: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'O endereço e os cabeçalhos da requisição são grandes demais: envie no máximo 16 KiB'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, bodyTooLarge],
  HPE_INVALID_URL: [400, noPath],
  // The text behind a space in the first line is no HTTP version.
  HPE_INVALID_CONSTANT: [400, 'O endereço tem um espaço (codifique-o com %20), ou a linha não termina em HTTP/1.1'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'A requisição demorou demais para chegar inteira: envie de novo'],
}
const noHttp: [status: number, msg: string] = [
  400,
  'A requisição não é HTTP válido: confira a linha inicial e os cabeçalhos',
]

interface ParserError extends Error {
  code?: string
  /** The parser's own message. */
  reason?: string
}

/** HPE_INVALID_URL is the code both for an address that begins wrongly and for an invalid character later in it. */
const parserRefusal = ({ code = '', reason = '' }: ParserError): [status: number, msg: string] =>
  code === 'HPE_INVALID_URL' && reason.startsWith('Invalid char')
    ? [400, bareCharacter]
    : (parserRefusals[code] ?? noHttp)

/**
 * The listener of a server's `clientError`. If a complete request came before the error, it gets its own answer, which
 * is the last one. A socket in the middle of an answer is destroyed, since more bytes would look like part of that
 * answer.
 */
export function refuseUnparsed(error: ParserError, socket: Duplex): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  const answer = '_httpMessage' in socket && socket._httpMessage instanceof ServerResponse ? socket._httpMessage : null
  if (answer?.req.complete) {
    if (refused.has(socket)) return
    hearNoMore(socket)
    if (!answer.headersSent) answer.setHeader('connection', 'close')
    answer.once('finish', () => end(socket))
  } else if (answer?.headersSent) socket.destroy()
  else refuseBare(socket, ...parserRefusal(error))
}
