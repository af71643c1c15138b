import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyServerFactory } from 'fastify'
import type { Screens } from './screens.ts'

const ofFastify = /^\/(api|healthz|readyz|metrics)(?:[/?]|$)/

export interface OnePort {
  serverFactory: FastifyServerFactory
  /** The one server, once Fastify has asked for it. */
  server: () => Server
  showScreens(screens: Screens): void
}

/** One port for all: `/api/*` and the like to Fastify, `/socket.io` to Socket.IO, everything else to the screens. */
export function onePort(dev: boolean): OnePort {
  let server: Server | undefined
  let screens: Screens | undefined

  const draw = (request: IncomingMessage, response: ServerResponse) => {
    if (screens) return screens.draw(request, response)
    response.writeHead(404, { 'content-type': 'text/plain' }).end('This process draws no screens\n')
  }
  return {
    serverFactory: (fastify) => {
      server = createServer((request, response) =>
        ofFastify.test(request.url ?? '') ? fastify(request, response) : draw(request, response),
      )
      server.on('upgrade', (request, socket, head) => {
        const url = request.url ?? ''
        if (url.startsWith('/socket.io/')) return
        if (dev && screens && url.startsWith('/_next/')) return screens.upgrade(request, socket, head)
        socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n')
      })
      return server
    },
    server: () => {
      if (!server) throw new Error('Fastify has not asked for its server yet')
      return server
    },
    showScreens: (drawn) => {
      screens = drawn
    },
  }
}
