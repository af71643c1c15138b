import { randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { APIError } from 'better-auth/api'
import { admin, username } from 'better-auth/plugins'
import { createAccessControl } from 'better-auth/plugins/access'
import { adminAc, defaultStatements, userAc } from 'better-auth/plugins/admin/access'
import type { Database } from '../../database/database.ts'
import { db, type Place, statement } from '../../database/statement.ts'
import { type Desk, perDesk } from '../../desk.ts'

const ac = createAccessControl(defaultStatements)
const roles = {
  atendente: ac.newRole(userAc.statements),
  supervisor: ac.newRole(userAc.statements),
  administrador: ac.newRole(adminAc.statements),
}

const sessionSeconds = 60 * 60 * 24 * 7

const isRefusal = (error: unknown) => error instanceof APIError && error.statusCode < 500

/**
 * Sign-in, sessions and passwords. Sessions are rows: ending one acts at once, so nothing of them is kept in cookies or
 * memory. Nobody signs up: administrators make users.
 */
function openAuth({ config, database, log }: Desk, secret: string) {
  return betterAuth({
    database: prismaAdapter(database.prisma, { provider: 'postgresql' }),
    secret,
    // The address agents open.
    baseURL: config.publicUrl ?? `http://${config.host}:${config.port}`,
    basePath: '/api/auth',
    // A request's own Host names this desk, so that http://localhost serves as well as http://127.0.0.1.
    trustedOrigins: (request) => {
      const origin = request?.headers.get('origin')
      return origin && URL.canParse(origin) && new URL(origin).host === request?.headers.get('host') ? [origin] : []
    },
    user: {
      modelName: 'usuario',
      fields: { name: 'nome' },
      additionalFields: {
        ramal: { type: 'string', required: false, input: false },
        identificador_interno: { type: 'string', required: false, input: false },
      },
    },
    session: { modelName: 'sessao', expiresIn: sessionSeconds, updateAge: 60 * 60 * 24 },
    account: { modelName: 'conta' },
    verification: { modelName: 'verificacao' },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 10, maxPasswordLength: 128 },
    // Counting attempts is the route's: it knows the true address and the account.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: {
      // What a client did wrong is told to the client, and is no fault of the desk.
      onError: (err) => log[isRefusal(err) ? 'warn' : 'error']({ err }, 'sign-in or a session failed'),
    },
    logger: {
      log: (level, message, ...rest) =>
        level === 'error' ? log.error({ rest }, message) : log.warn({ rest }, message),
      level: 'warn',
    },
    advanced: {
      cookiePrefix: 'alo',
      database: { generateId: 'serial' },
      ipAddress: { ipAddressHeaders: ['x-alo-ip'] },
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true },
    },
    plugins: [
      username({ displayUsername: false, schema: { user: { fields: { username: 'usuario' } } } }),
      admin({
        ac,
        roles,
        adminRoles: ['administrador'],
        defaultRole: 'atendente',
        schema: { user: { fields: { role: 'papel' } } },
      }),
    ],
  })
}

/** Sign-in, sessions and passwords of this desk. */
export const authOf = perDesk(async (desk) =>
  openAuth(desk, desk.config.sessionSecret ?? (await sharedSecret(desk.database))),
)

const kept = statement('instalacao_segredo', (the: Place<{ valor: string }>) =>
  db
    .insertInto('instalacao')
    .values({ chave: 'segredo', valor: the('valor') })
    .onConflict((on) => on.column('chave').doUpdateSet((each) => ({ valor: each.ref('instalacao.valor') })))
    .returning('valor'),
)

/** The secret that signs the cookies, the same for all processes of this database; made at the first start. */
async function sharedSecret({ run }: Database): Promise<string> {
  const [row] = await run(kept, { valor: randomBytes(32).toString('base64url') })
  if (!row) throw new Error('the shared secret is always there after the upsert')
  return row.valor
}

/**
 * The session and its user that a cookie names; null without a living one. better-auth hides why it could not look: when
 * the database is away, that is what is thrown.
 */
export async function findSession(desk: Desk, cookie: string) {
  const auth = await authOf(desk)
  try {
    return await auth.api.getSession({ headers: new Headers({ cookie }) })
  } catch (error) {
    await desk.database.pool.query('SELECT 1')
    throw error
  }
}
