import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from '../../http/answer.ts'
import { isSameOrigin } from '../../http/sameOrigin.ts'
import type { Auth } from '../rows/auth.ts'
import { sendAuthAnswer } from './authAnswer.ts'
import { foreignOrigin } from './requireSession.ts'

/** better-auth serves far more than the desk needs; what is not named here does not exist. */
const allowed = new Set(['POST /api/auth/sign-in/username', 'POST /api/auth/sign-out', 'GET /api/auth/get-session'])

interface Options {
  auth: Auth
  signInsPerMinute: number
  /** Rejects when the database is away. */
  probe: () => Promise<unknown>
}

/** Sign-in and sign-out, in a scope of its own: better-auth reads the body by itself. */
export async function signInRoutes(app: FastifyInstance, { auth, signInsPerMinute, probe }: Options): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  // better-auth looks at the origin only where a cookie comes along; a foreign page must not sign anybody in either.
  app.addHook('onRequest', async (request) => {
    if (!isSameOrigin(request.headers, auth.options.baseURL)) throw foreignOrigin()
  })

  const minute = { max: signInsPerMinute, timeWindow: 60_000 }
  const checkAddress = app.createRateLimit({ ...minute, keyGenerator: (request) => `endereco:${request.ip}` })
  const checkAccount = app.createRateLimit({
    ...minute,
    keyGenerator: (request) => `conta:${usernameIn(request.body)}`,
  })

  async function countAttempt(request: FastifyRequest, reply: FastifyReply) {
    if (request.routeOptions.url !== '/api/auth/sign-in/username') return
    for (const check of [checkAddress, checkAccount]) {
      const limit = await check(request)
      if (limit.isAllowed || !limit.isExceeded) continue
      reply.header('retry-after', limit.ttlInSeconds)
      return sendError(reply, 429, `Tentativas demais de entrar: espere ${limit.ttlInSeconds} s e tente de novo`)
    }
  }

  for (const route of allowed) {
    const [method = '', url = ''] = route.split(' ')
    app.route({
      method,
      url,
      schema: { hide: true },
      preHandler: countAttempt,
      handler: async (request, reply) => {
        const answer = await auth.handler(toWebRequest(request))
        // better-auth hides why it failed: if the database is away, that is what is told.
        if (answer.status >= 500) await probe()
        return sendAuthAnswer(reply, answer)
      },
    })
  }
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  // Whatever a client claimed about its address, this is the one it came from.
  headers.set('x-alo-ip', request.ip)
  const url = new URL(request.url, `${request.protocol}://${request.host}`)
  const body = request.method === 'POST' ? ((request.body as Buffer | undefined) ?? Buffer.from('{}')) : undefined
  return new Request(url, { method: request.method, headers, ...(body && { body: new Uint8Array(body) }) })
}

function usernameIn(body: unknown): string {
  try {
    const { username } = JSON.parse(String(body)) as { username?: unknown }
    return typeof username === 'string' ? username.toLowerCase() : ''
  } catch {
    return ''
  }
}
