import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Desk } from '../../desk.ts'
import { sendError } from '../../http/answer.ts'
import { isSameOrigin } from '../../http/credentials.ts'
import { route } from '../../http/route.ts'
import { authOf } from '../rows/auth.ts'
import { euAnswer } from '../wire.ts'
import { foreignOrigin } from './doors.ts'

/** Who is signed in. */
export const sessionRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/eu',
    access: { people: 'all' },
    answer: euAnswer,
    handle: async (_desk, { actor: { usuarioId: id, usuario, nome, papel, ramal, identificador_interno } }) => ({
      status: 'success',
      msg: 'Dados consultados com sucesso',
      usuario: { id, usuario, nome, papel, ramal, identificador_interno },
    }),
  }),
]

const signIn = '/api/auth/sign-in/username'

/** better-auth serves far more than the desk needs; what is not named here does not exist. */
const allowed = [
  { method: 'POST', url: signIn },
  { method: 'POST', url: '/api/auth/sign-out' },
  { method: 'GET', url: '/api/auth/get-session' },
]

/** Sign-in and sign-out, in a scope of its own: better-auth reads the body by itself. */
export async function signInRoutes(app: FastifyInstance, { desk }: { desk: Desk }): Promise<void> {
  const auth = await authOf(desk)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  // better-auth looks at the origin only where a cookie comes along; a foreign page must not sign anybody in either.
  app.addHook('onRequest', async (request) => {
    if (!isSameOrigin(request.headers, auth.options.baseURL)) throw foreignOrigin()
  })
  const preHandler = countingAttempts(app, desk)
  for (const { method, url } of allowed) {
    app.route({
      method,
      url,
      schema: { hide: true },
      config: { access: 'anyone' },
      preHandler,
      handler: async (request, reply) => {
        const answer = await auth.handler(toWebRequest(request))
        // better-auth hides why it failed: if the database is away, that is what is told.
        if (answer.status >= 500) await desk.database.pool.query('SELECT 1')
        return sendAuthAnswer(reply, answer)
      },
    })
  }
}

/** Who tries to sign in; what another process was asked counts here, too. */
type Attempt = Pick<FastifyRequest, 'ip' | 'body'>
const attempt = z.object({ ip: z.string(), username: z.string() })

/** docs/interface.md: Sessions. */
function countingAttempts(app: FastifyInstance, { config, others, log }: Desk) {
  const minute = { max: config.signInsPerMinute, timeWindow: 60_000 }
  const checks = [
    app.createRateLimit({ ...minute, keyGenerator: ({ ip }: Attempt) => `endereco:${ip}` }),
    app.createRateLimit({ ...minute, keyGenerator: ({ body }: Attempt) => `conta:${usernameIn(body)}` }),
  ]
  others.hear('attempt', (what) => {
    const { data } = attempt.safeParse(what)
    if (!data) return
    // As much of a request as counting looks at.
    const routeOptions = { config: {} }
    const elsewhere = { ip: data.ip, body: JSON.stringify({ username: data.username }), routeOptions } as FastifyRequest
    const counted = Promise.all(checks.map((check) => check(elsewhere)))
    counted.catch((err) => log.error({ err }, 'an attempt to sign in at another process was not counted'))
  })
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.url !== signIn) return
    for (const check of checks) {
      const limit = await check(request)
      if (limit.isAllowed || !limit.isExceeded) continue
      reply.header('retry-after', limit.ttlInSeconds)
      return sendError(reply, 429, `Tentativas demais de entrar: espere ${limit.ttlInSeconds} s e tente de novo`)
    }
    others.tell('attempt', { ip: request.ip, username: usernameIn(request.body) })
  }
}

function usernameIn(body: unknown): string {
  try {
    return z
      .object({ username: z.string() })
      .parse(JSON.parse(String(body)))
      .username.toLowerCase()
      .slice(0, 255)
  } catch {
    return ''
  }
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = fromNodeHeaders(request.headers)
  // Whatever a client claimed about its address, this is the one it came from.
  headers.set('x-alo-ip', request.ip)
  const url = new URL(request.url, `${request.protocol}://${request.host}`)
  const body = request.body instanceof Uint8Array ? request.body : Buffer.from('{}')
  return new Request(url, {
    method: request.method,
    headers,
    ...(request.method === 'POST' && { body: new Uint8Array(body) }),
  })
}

/** better-auth's refusals by its own codes; the screens show the sentence. */
const sentences: Record<string, string> = {
  INVALID_USERNAME_OR_PASSWORD: 'Usuário ou senha incorretos',
  INVALID_USERNAME: 'Usuário ou senha incorretos',
  USERNAME_TOO_SHORT: 'Usuário ou senha incorretos',
  USERNAME_TOO_LONG: 'Usuário ou senha incorretos',
  BANNED_USER: 'Esta conta foi desativada: fale com o administrador',
  INVALID_ORIGIN: 'A requisição veio de outra origem: use o endereço do próprio Alô',
}

const authBody = z.looseObject({ code: z.string().optional() }).catch({})

/** Passes on what better-auth answered: cookies as they are, refusals in the house's shape, and never the session's token. */
async function sendAuthAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const { code, token: _token, session: _session, ...told } = authBody.parse(await answer.json().catch(() => null))
  if (!answer.ok) {
    const msg = sentences[code ?? ''] ?? 'Não foi possível atender: confira usuário e senha e tente de novo'
    return sendError(reply, answer.status, msg, {}, { code })
  }
  return reply.code(answer.status).send({ status: 'success', ...told })
}
