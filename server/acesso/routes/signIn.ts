import { randomBytes } from 'node:crypto'
import { fromNodeHeaders } from 'better-auth/node'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Desk } from '../../desk.ts'
import { sendError } from '../../http/answer.ts'
import { isPageOf, isSameOrigin, undocumented } from '../../http/credentials.ts'
import { invalid, mistakesOf, tooMany } from '../../refusal.ts'
import { rememberDevice } from '../knownDevice.ts'
import { recognizePerson } from '../recognizePerson.ts'
import { authOf } from '../rows/auth.ts'
import { endSessaoOf, endSessoes } from '../rows/session.ts'
import { senhaOf } from '../rows/users.ts'
import { attemptSignIn, hearAttempts } from '../signInAttempts.ts'
import { signInRequest } from '../wire.ts'
import { endedSessao, foreignOrigin } from './doors.ts'

/** Sign-in and sign-out: better-auth serves far more than the desk needs, and gets only the validated fields. */
export async function signInRoutes(app: FastifyInstance, { desk }: { desk: Desk }): Promise<void> {
  const auth = await authOf(desk)
  const home = auth.options.baseURL
  hearAttempts(desk)

  // better-auth checks the origin only with a cookie; a foreign page must not sign anybody in either.
  app.addHook('onRequest', async (request) => {
    if (!isSameOrigin(request.headers, home)) throw foreignOrigin()
  })
  const ask = async (request: Request) => {
    const answer = await auth.handler(request)
    if (answer.status < 500) return answer
    // better-auth hides why it failed: this query throws when the database is away.
    await desk.database.pool.query('SELECT 1')
    throw new Error(`better-auth answered ${answer.status}`)
  }
  // The check takes a tenth of a second: a password that was replaced meanwhile must let nobody in.
  const signIn = async (username: string, request: Request) => {
    const senha = await senhaOf(desk.database, username)
    const answer = await ask(request)
    if (!answer.ok || senha === (await senhaOf(desk.database, username))) return answer
    const { token } = authBody.parse(await answer.json())
    await endSessaoOf(desk.database, token ?? '')
    return Response.json({ code: 'INVALID_USERNAME_OR_PASSWORD' }, { status: 401 })
  }
  app.post('/api/auth/sign-in/username', undocumented, async (request, reply) => {
    const { username, password } = readSignIn(request.body)
    const from = { usuario: username, ip: request.ip, cookies: request.headers.cookie }
    const attempt = await attemptSignIn(desk, from)
    if (attempt.wait > 0) throw tooMany('Tentativas demais de entrar', attempt.wait)
    const asked = toWebRequest(request, home, { username: nameToTry(username), password })
    const answer = await attempt
      .judge(() => signIn(username, asked))
      .catch((error) => {
        // A server error does not count as a failed attempt.
        attempt.good()
        throw error
      })
    if (!answer.ok) return sendAuthAnswer(reply, answer)
    attempt.good()
    // Against session fixation: the session from before the sign-in ends.
    const before = await recognizePerson(desk, from.cookies)
    if (before) await endSessoes(desk.database, { usuarioId: before.usuarioId, id: before.sessaoId })
    return sendAuthAnswer(reply, answer, await rememberDevice(desk, from.cookies, username))
  })
  app.post('/api/auth/sign-out', undocumented, async (request, reply) => {
    const actor = await recognizePerson(desk, request.headers.cookie)
    if (actor && !isPageOf(actor.usuarioId, request.headers['x-tela-de'])) throw endedSessao()
    return sendAuthAnswer(reply, await ask(toWebRequest(request, home, {})))
  })
}

/** @throws Refusal invalid */
function readSignIn(body: unknown) {
  const judged = signInRequest.safeParse(body)
  if (!judged.success) throw invalid(mistakesOf(judged.error))
  return { ...judged.data, username: judged.data.username.toLowerCase() }
}

/** An invalid name is treated as an unknown one: same answer, same duration. */
const nameToTry = (username: string) =>
  /^[a-z0-9_.]{3,30}$/.test(username) ? username : `nobody.${randomBytes(8).toString('hex')}`

/** Uses the desk's own address: the client's `Host` need not be valid in a URL. */
function toWebRequest({ url, method, headers: given, ip }: FastifyRequest, home: string, body: object): Request {
  const headers = fromNodeHeaders(given)
  // Replaces whatever the client sent in this header.
  headers.set('x-alo-ip', ip)
  // The hook above checked the origin. better-auth would refuse a program that sends cookies without the header Origin.
  headers.set('origin', new URL(home).origin)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  return new Request(new URL(url, home), { method, headers, body: JSON.stringify(body) })
}

/** better-auth's refusals by its own codes; the screens show the sentence. */
const sentences: Record<string, string> = {
  INVALID_USERNAME_OR_PASSWORD: 'Usuário ou senha incorretos',
  BANNED_USER: 'Esta conta foi desativada: fale com o administrador',
}

const authBody = z.looseObject({ code: z.string().optional(), token: z.string().optional() }).catch({})

/** Passes on what better-auth answered: cookies as they are, refusals in the house's shape, and never the session's token. */
async function sendAuthAnswer(reply: FastifyReply, answer: Response, ...more: string[]): Promise<FastifyReply> {
  for (const cookie of [...answer.headers.getSetCookie(), ...more]) reply.header('set-cookie', cookie)
  const { code, token: _token, session: _session, ...told } = authBody.parse(await answer.json().catch(() => null))
  if (!answer.ok) {
    const msg = sentences[code ?? ''] ?? 'Não foi possível atender: confira usuário e senha e tente de novo'
    return sendError(reply, answer.status, msg, {}, { code })
  }
  return reply.code(answer.status).send({ status: 'success', ...told })
}
