import { randomBytes } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { admin, username } from 'better-auth/plugins'
import { createAccessControl } from 'better-auth/plugins/access'
import { adminAc, defaultStatements, userAc } from 'better-auth/plugins/admin/access'
import type { Database } from '../../database/open.ts'

export interface AuthOptions {
  /** Signs the cookies; every process on one database must have the same. */
  secret: string
  /** The address agents open, without a trailing slash. */
  publicUrl: string
  /** Whether a request's Host names this desk, so that http://localhost serves as well as http://127.0.0.1. */
  log: { warn(facts: object, message: string): void; error(facts: object, message: string): void }
}

const ac = createAccessControl(defaultStatements)
const roles = {
  atendente: ac.newRole(userAc.statements),
  supervisor: ac.newRole(userAc.statements),
  administrador: ac.newRole(adminAc.statements),
}

const sessionSeconds = 60 * 60 * 24 * 7

/**
 * Sign-in, sessions and passwords. Sessions are rows: ending one acts at once, so nothing of them is kept in cookies or
 * memory. Nobody signs up: administrators make users.
 */
export function openAuth({ prisma }: Database, { secret, publicUrl, log }: AuthOptions) {
  return betterAuth({
    database: prismaAdapter(prisma, { provider: 'postgresql' }),
    secret,
    baseURL: publicUrl,
    basePath: '/api/auth',
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
    // Counting attempts is the HTTP floor's: it knows the true address and the account.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: { onError: (err) => log.error({ err }, 'sign-in or a session failed') },
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

export type Auth = ReturnType<typeof openAuth>

/** The secret that all processes of this database share; made at the first start. */
export async function sharedSecret({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ valor: string }>(
    `INSERT INTO instalacao (chave, valor) VALUES ('segredo', $1) ON CONFLICT (chave) DO UPDATE SET valor = instalacao.valor RETURNING valor`,
    [randomBytes(32).toString('base64url')],
  )
  const secret = rows[0]?.valor
  if (!secret) throw new Error('the shared secret is always there after the upsert')
  return secret
}
