import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import type { Log } from '../log.ts'
import { badAddress, noPath, refusalBody, refuseBare } from './bareAnswer.ts'
import { type Connections, keepConnections, timeouts } from './connections.ts'
import { answersTo, forcesTls } from './credentials.ts'
import { Incoming } from './incoming.ts'
import type { Screens } from './pages/drawPages.ts'

/** In any case, and behind any slashes: whoever writes /API or //api is a program, and Fastify says what is right. */
const ofFastify = /^\/+(api|healthz|readyz|metrics)(?:[/?]|$)/i
/** Paths that programs request by any name that their network has for the desk: a foreign page gains nothing there. */
const ofPrograms = /^\/+(api\/v1\/integracao|healthz|readyz|metrics)(?:[/?]|$)/

const noneForPrograms = 'Neste endereço não há nada para programas: veja os endereços em /api/docs'

interface Options {
  dev: boolean
  publicUrl: string | undefined
  trustProxy: string[] | false
  log: Log
}

interface OnePort {
  serverFactory: FastifyServerFactory
  /** The one server, once Fastify has asked for it. */
  server: () => Server
  connections: () => Connections
  showScreens(screens: Screens): void
}

/** One port for all: `/api/*` and the like to Fastify, `/socket.io` to Socket.IO, everything else to the screens. */
export function onePort({ dev, publicUrl, trustProxy, log }: Options): OnePort {
  let server: Server | undefined
  let connections: Connections | undefined
  let screens: Screens | undefined
  const overTls = forcesTls(publicUrl, trustProxy)
  const isOurName = answersTo(publicUrl)

  const draw = (request: IncomingMessage, response: ServerResponse) => {
    if (screens) return screens.draw(request, response)
    response.writeHead(404, { 'content-type': 'text/plain' }).end('This process draws no screens\n')
  }
  return {
    serverFactory: (fastify) => {
      // A request without Host is answered here: Node's own answer has no body.
      const options = { ...timeouts, requireHostHeader: false, IncomingMessage: Incoming }
      server = createServer(options, (request, response) => {
        if (request.authority !== undefined) request.headers.host = request.authority
        const { url = '' } = request
        if (overTls(request)) response.setHeader('strict-transport-security', 'max-age=15552000')
        if (request.headers.host === undefined && request.httpVersion === '1.1')
          return refuse(response, 400, 'A requisição não diz a quem se dirige: envie o cabeçalho Host')
        if (namesHosts(request.rawHeaders) > 1)
          return refuse(response, 400, 'A requisição diz duas vezes a quem se dirige: envie um só cabeçalho Host')
        if (!ofPrograms.test(url) && !isOurName(request.headers.host))
          return refuse(response, 421, `Este não é um endereço do Alô: abra ${publicUrl}`)
        if (ofFastify.test(url)) fastify(request, response)
        else if (!url.startsWith('/')) refuse(response, 400, noPath)
        else if (!isPath(url)) refuse(response, 400, badAddress)
        else if (!dev && isOfProgram(request)) refuse(response, 404, noneForPrograms)
        else if (!dev && !isRead(request)) seeAgain(url, response)
        else draw(request, response)
      })
      connections = keepConnections(server, log)
      server.on('checkExpectation', (_request, response) =>
        refuse(response, 417, 'O cabeçalho Expect só pode ser 100-continue'),
      )
      server.on('upgrade', (request: Incoming, socket, head) => {
        if (request.isTooMany) return void socket.destroy()
        if (request.url?.startsWith('/socket.io/')) return
        if (dev && screens) return screens.upgrade(request, socket, head)
        refuseBare(socket, 404, 'Este endereço não existe: os sockets das telas ficam em /socket.io')
      })
      return server
    },
    server: () => asked(server),
    connections: () => asked(connections),
    showScreens: (drawn) => {
      screens = drawn
    },
  }
}

/** Counts Host headers. `headersDistinct` would make an object of all headers of each request. */
const namesHosts = (raw: readonly string[]) =>
  raw.filter((each, at) => at % 2 === 0 && each.length === 4 && each.toLowerCase() === 'host').length

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

/**
 * Whether a program asks and no browser. Often it wants an address of another system, and a page would fill its log.
 */
function isOfProgram(request: IncomingMessage): boolean {
  const { method, headers } = request
  const { accept = '' } = headers
  if (accept.includes('text/html')) return method !== 'POST' && !isRead(request)
  return !isRead(request) || accept.includes('application/json')
}

/**
 * Answers a form that a browser sent before its page's script had loaded: the browser gets the page again, without the
 * form. Next never sees a POST: it would look for server actions in it, of which there are none, and log what it finds
 * as it came.
 */
function seeAgain(url: string, response: ServerResponse): void {
  // Stays on this desk: an address that begins with two slashes would lead to another host.
  response.writeHead(303, { location: url.replace(/^[/\\]+/, '/'), connection: 'close' }).end()
}

/** Whether the screens can look it up: a path with valid percent-encoding. */
function isPath(url: string): boolean {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '') !== ''
  } catch {
    return false
  }
}

function asked<T>(made: T | undefined): T {
  if (made === undefined) throw new Error('Fastify has not asked for its server yet')
  return made
}

function refuse(response: ServerResponse, status: number, msg: string): void {
  const body = JSON.stringify(refusalBody(msg))
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body)
}
