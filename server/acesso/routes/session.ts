import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Desk } from '../../desk.ts'
import { sendError } from '../../http/answer.ts'
import { isSameOrigin } from '../../http/credentials.ts'
import { route } from '../../http/route.ts'
import { invalid, mistakesOf } from '../../refusal.ts'
import { recognizePerson } from '../recognizePerson.ts'
import { authOf } from '../rows/auth.ts'
import { euAnswer, signInRequest } from '../wire.ts'
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
const getSession = '/api/auth/get-session'

/** better-auth serves far more than the desk needs; what is not named here does not exist. */
const allowed = [
  { method: 'POST', url: signIn },
  { method: 'POST', url: '/api/auth/sign-out' },
  { method: 'GET', url: getSession },
]

/** Sign-in and sign-out, in a scope of its own. What a body says is judged here: better-auth gets what was understood. */
export async function signInRoutes(app: FastifyInstance, { desk }: { desk: Desk }): Promise<void> {
  const auth = await authOf(desk)

  // better-auth looks at the origin only where a cookie comes along; a foreign page must not sign anybody in either.
  app.addHook('onRequest', async (request) => {
    if (!isSameOrigin(request.headers, auth.options.baseURL)) throw foreignOrigin()
  })
  const preHandler = countingAttempts(app, desk.config.signInsPerMinute)
  for (const { method, url } of allowed) {
    app.route({
      method,
      url,
      schema: { hide: true },
      config: { access: 'anyone' },
      preHandler,
      handler: async (request, reply) => {
        // better-auth goes on telling a disabled user who she was.
        if (url === getSession && !(await recognizePerson(desk, request.headers.cookie))) return { status: 'success' }
        const body = url === signIn ? readSignIn(request.body) : {}
        const answer = await auth.handler(toWebRequest(request, auth.options.baseURL, body))
        // better-auth hides why it failed: if the database is away, that is what is told.
        if (answer.status >= 500) await desk.database.pool.query('SELECT 1')
        return sendAuthAnswer(reply, answer)
      },
    })
  }
}

function countingAttempts(app: FastifyInstance, signInsPerMinute: number) {
  const minute = { max: signInsPerMinute, timeWindow: 60_000 }
  const checks = [
    app.createRateLimit({ ...minute, keyGenerator: (request) => `endereco:${request.ip}` }),
    app.createRateLimit({ ...minute, keyGenerator: (request) => `conta:${usernameIn(request.body)}` }),
  ]
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.url !== signIn) return
    for (const check of checks) {
      const limit = await check(request)
      if (limit.isAllowed || !limit.isExceeded) continue
      reply.header('retry-after', limit.ttlInSeconds)
      return sendError(reply, 429, `Tentativas demais de entrar: espere ${limit.ttlInSeconds} s e tente de novo`)
    }
  }
}

const usernameIn = (body: unknown) => signInRequest.safeParse(body).data?.username.toLowerCase() ?? ''

/** @throws Refusal invalid */
function readSignIn(body: unknown) {
  const judged = signInRequest.safeParse(body)
  if (!judged.success) throw invalid(mistakesOf(judged.error))
  return judged.data
}

/** The request at the address of the desk itself: what a client calls it in `Host` need not be an address at all. */
function toWebRequest({ url, method, headers: given, ip }: FastifyRequest, home: string, body: object): Request {
  const headers = fromNodeHeaders(given)
  // Whatever a client claimed about its address, this is the one it came from.
  headers.set('x-alo-ip', ip)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  return new Request(new URL(url, home), { method, headers, ...(method === 'POST' && { body: JSON.stringify(body) }) })
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
