import { createHmac, randomBytes } from 'node:crypto'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { APIError } from 'better-auth/api'
import { parseCookies } from 'better-auth/cookies'
import { betterAuth } from 'better-auth/minimal'
import { admin, username } from 'better-auth/plugins'
import { type Config, deskAddress } from '../../config.ts'
import { isDatabaseAway } from '../../database/away.ts'
import { keepNote } from '../../database/installation.ts'
import { type Desk, openedPerDesk } from '../../desk.ts'
import { isSame } from '../../http/credentials.ts'
import { leastPassword, mostPassword } from '../rules/senha.ts'

const isRefusal = (error: unknown) => error instanceof APIError && error.statusCode < 500

/**
 * Sign-in, sessions and passwords. A session is a row, and neither cookies nor memory cache it, so ending one acts at
 * once. Nobody signs up: administrators make users.
 */
function openAuth({ config, database, log }: Desk, secret: string) {
  const address = deskAddress(config)
  const secure = address.startsWith('https://')
  return betterAuth({
    database: prismaAdapter(database.prisma, { provider: 'postgresql' }),
    secret,
    baseURL: address,
    basePath: '/api/auth',
    user: {
      modelName: 'usuario',
      fields: { name: 'nome' },
      additionalFields: {
        ramal: { type: 'string', required: false, input: false },
        identificador_interno: { type: 'string', required: false, input: false },
      },
    },
    // It writes a use whenever it is asked: `isDueForRenewal` says when to ask.
    session: { modelName: 'sessao', expiresIn: idleSeconds(config), updateAge: 0 },
    account: { modelName: 'conta' },
    verification: { modelName: 'verificacao' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: leastPassword,
      maxPasswordLength: mostPassword,
    },
    // The route counts attempts: it knows the true address and the account.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: {
      onError: (err) => {
        // Thrown here, the error reaches the caller; otherwise better-auth prints fifty lines.
        if (isDatabaseAway(err)) throw err
        // A refusal is no fault of the desk.
        log[isRefusal(err) ? 'warn' : 'error']({ err }, 'sign-in or a session failed')
      },
    },
    logger: {
      log: (level, message, ...rest) => {
        if (rest.some(isDatabaseAway)) return
        if (level === 'error') log.error({ rest }, message)
        else log.warn({ rest }, message)
      },
      level: 'warn',
    },
    advanced: {
      cookiePrefix: 'alo',
      database: { generateId: 'serial' },
      ipAddress: { ipAddressHeaders: ['x-alo-ip'] },
      // better-auth's own prefix would be __Secure-, which another host of the domain may still set.
      useSecureCookies: false,
      cookies: { session_token: { name: cookieName(config, 'session_token') } },
      // Strict: a link from another site works, since the pages fetch everything themselves, but it can start nothing.
      defaultCookieAttributes: { sameSite: 'strict', httpOnly: true, secure },
    },
    plugins: [
      username({ displayUsername: false, schema: { user: { fields: { username: 'usuario' } } } }),
      // Only so that a disabled user cannot sign in: no other part of it can be reached.
      admin({ schema: { user: { fields: { role: 'papel' } } } }),
    ],
  })
}

/** Whether a use of the session must be written now: an hour after the last, or a tenth of its life if that is shorter. */
export function isDueForRenewal({ config, now }: Desk, expira_em: Date): boolean {
  const idleMs = idleSeconds(config) * 1_000
  const used = expira_em.getTime() - idleMs
  return used + Math.min(3_600_000, idleMs / 10) <= now().getTime()
}

/** A session's life without use. */
const idleSeconds = ({ sessionIdleMinutes }: Config) => sessionIdleMinutes * 60

/** The name of a cookie of the desk. With `__Host-`, behind TLS, no other host can set it and only TLS carries it. */
export const cookieName = (config: Config, name: string) =>
  `${config.publicUrl?.startsWith('https://') ? '__Host-' : ''}alo.${name}`

/** The secret that signs the cookies, the same for all processes of this database; made at the first start. */
const secretOf = openedPerDesk(
  async ({ config, database }) =>
    config.sessionSecret ?? (await keepNote(database, 'segredo', randomBytes(32).toString('base64url'))),
)

/** Sign-in, sessions and passwords of this desk. */
export const authOf = openedPerDesk(async (desk) => openAuth(desk, await secretOf(desk)))

/** A password as it is stored. The hash takes 32 MiB and a tenth of a second of the processor. */
export async function hashSenha(desk: Desk, senha: string): Promise<string> {
  const { password } = await (await authOf(desk)).$context
  return password.hash(senha)
}

/** What only processes of this desk can make of a text: its HMAC-SHA256 with their shared secret. */
export const macOf = async (desk: Desk, text: string): Promise<Buffer> =>
  createHmac('sha256', await secretOf(desk))
    .update(text)
    .digest()

/**
 * The session's token from a cookie that this desk signed; null for any other cookie. Every request of a screen needs
 * it: better-auth would spend two queries and 2 ms of the processor on the token and the session.
 */
export async function tokenOf(desk: Desk, cookie: string): Promise<string | null> {
  const value = parseCookies(cookie).get(cookieName(desk.config, 'session_token')) ?? ''
  const [token, signature] = [value.slice(0, value.lastIndexOf('.')), value.slice(value.lastIndexOf('.') + 1)]
  return token !== '' && isSame(Buffer.from(signature, 'base64'), await macOf(desk, token)) ? token : null
}

/**
 * Extends the session of a cookie, as better-auth does, and gives the cookies to send; null when it has ended. Throws the
 * database's own error when it is away, which better-auth would hide.
 */
export async function renewSession(desk: Desk, cookie: string): Promise<string[] | null> {
  const { api } = await authOf(desk)
  const ask = () => api.getSession({ headers: new Headers({ cookie }), returnHeaders: true })
  const { response, headers } = await ask().catch(async () => {
    await desk.database.pool.query('SELECT 1')
    // It answers: the session ended while it was renewed, or one connection broke. Asked again, better-auth knows.
    return ask()
  })
  return response && headers.getSetCookie()
}
