import type { FastifyInstance } from 'fastify'
import { sendError } from './answer.ts'

/** Answers unknown routes with 404 and known ones of another method with 405 and `Allow`. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat() })
  })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods))
    if (methods.size === 0 || methods.has(request.method)) {
      return sendError(reply, 404, 'Este endereço não existe: veja os endereços em /api/docs')
    }
    const allowed = [...methods].join(', ')
    reply.header('allow', allowed)
    return sendError(reply, 405, `Este endereço não aceita ${request.method}: use ${allowed}`)
  })
}

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+').replace(/\*/g, '.*')}$`)
}
