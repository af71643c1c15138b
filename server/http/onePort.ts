import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import { refusalBody, refuseBare } from './bareAnswer.ts'
import { type Connections, keepConnections, patience } from './connections.ts'
import { forcesTls } from './credentials.ts'
import type { Screens } from './screens.ts'

const ofFastify = /^\/(api|healthz|readyz|metrics)(?:[/?]|$)/

interface Options {
  dev: boolean
  publicUrl: string | undefined
  trustProxy: string[] | false
  log: Parameters<typeof keepConnections>[1]
}

export interface OnePort {
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

  const draw = (request: IncomingMessage, response: ServerResponse) => {
    if (screens) return screens.draw(request, response)
    response.writeHead(404, { 'content-type': 'text/plain' }).end('This process draws no screens\n')
  }
  return {
    serverFactory: (fastify) => {
      // A request without Host is answered here: Node's own answer has no body.
      server = createServer({ ...patience, requireHostHeader: false }, (request, response) => {
        if (overTls(request)) response.setHeader('strict-transport-security', 'max-age=15552000')
        if (request.headers.host === undefined && request.httpVersion === '1.1')
          return refuse(response, 400, 'A requisição não diz a quem se dirige: envie o cabeçalho Host')
        if (ofFastify.test(request.url ?? '')) fastify(request, response)
        else draw(request, response)
      })
      connections = keepConnections(server, log)
      server.on('checkExpectation', (_request, response) =>
        refuse(response, 417, 'O cabeçalho Expect só pode ser 100-continue'),
      )
      server.on('upgrade', (request, socket, head) => {
        const url = request.url ?? ''
        if (url.startsWith('/socket.io/')) return
        if (dev && screens && url.startsWith('/_next/')) return screens.upgrade(request, socket, head)
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
