import { randomBytes } from 'node:crypto'
import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Desk } from '../../desk.ts'
import { sendError } from '../../http/answer.ts'
import { isSameOrigin } from '../../http/credentials.ts'
import { rememberDevice } from '../knownDevice.ts'
import { recognizePerson } from '../recognizePerson.ts'
import { authOf } from '../rows/auth.ts'
import { endSessoes } from '../rows/sessions.ts'
import { attemptSignIn } from '../signInAttempts.ts'
import { foreignOrigin, tooMany } from './doors.ts'

const signIn = '/api/auth/sign-in/username'

/** Beside it: better-auth serves far more than the desk needs; what is not named here does not exist. */
const allowed = [
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
  const ask = async (request: Request) => {
    const answer = await auth.handler(request)
    // better-auth hides why it failed: if the database is away, that is what is told.
    if (answer.status >= 500) await desk.database.pool.query('SELECT 1')
    return answer
  }
  app.post(signIn, { schema: { hide: true }, config: { access: 'anyone' } }, async (request, reply) => {
    const asked = signInIn(request.body)
    if (!asked) return sendError(reply, 400, 'Informe usuário e senha')
    const { username, password } = asked
    const from = { usuario: username, ip: request.ip, cookies: request.headers.cookie }
    const attempt = await attemptSignIn(desk, from)
    if (attempt.wait > 0) return tooMany(reply, attempt.wait, 'Tentativas demais de entrar')
    const answer = await ask(toWebRequest(request, { username: nameToTry(username), password })).catch((error) => {
      // A fault of ours is no failure of theirs.
      attempt.good()
      throw error
    })
    if (answer.ok || answer.status >= 500) attempt.good()
    if (answer.ok) {
      // No session from before a sign-in is kept, whoever brought it here.
      const before = await recognizePerson(desk, from.cookies)
      if (before) await endSessoes(desk.database, { usuarioId: before.usuarioId, id: before.sessaoId })
      reply.header('set-cookie', await rememberDevice(desk, from.cookies, username))
    }
    return sendAuthAnswer(reply, answer)
  })
  for (const { method, url } of allowed) {
    app.route({
      method,
      url,
      schema: { hide: true },
      config: { access: 'anyone' },
      handler: async (request, reply) => sendAuthAnswer(reply, await ask(toWebRequest(request, {}))),
    })
  }
}

const signInBody = z.object({ username: z.string(), password: z.string() })

/** What better-auth is told of the body: nothing else that stands in it. */
function signInIn(body: unknown): z.infer<typeof signInBody> | null {
  try {
    const { username, password } = signInBody.parse(JSON.parse(String(body)))
    return { username: username.toLowerCase(), password }
  } catch {
    return null
  }
}

/** A name that nobody can have is tried as one that nobody has: the same answer, after the same work. */
const nameToTry = (username: string) =>
  /^[a-z0-9_.]{3,30}$/.test(username) ? username : `nobody.${randomBytes(8).toString('hex')}`

function toWebRequest(request: FastifyRequest, body: object): Request {
  const headers = fromNodeHeaders(request.headers)
  // Whatever a client claimed about its address, this is the one it came from.
  headers.set('x-alo-ip', request.ip)
  headers.delete('content-length')
  if (request.method === 'POST') headers.set('content-type', 'application/json')
  const url = new URL(request.url, `${request.protocol}://${request.host}`)
  return new Request(url, {
    method: request.method,
    headers,
    ...(request.method === 'POST' && { body: JSON.stringify(body) }),
  })
}

/** better-auth's refusals by its own codes; the screens show the sentence. */
const sentences: Record<string, string> = {
  INVALID_USERNAME_OR_PASSWORD: 'Usuário ou senha incorretos',
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
