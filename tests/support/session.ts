import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '#server/database/database'

/** Name of the cookie that carries a session over plain HTTP. */
export const sessionCookie = 'alo.session_token'

/**
 * Inserts a session, as signing in would, and returns its cookie. A real sign-in computes a slow password hash each
 * time; one test covers that.
 */
export async function insertSession(
  { pool }: Database,
  usuario: string,
  expira_em = new Date(Date.now() + 86_400_000),
  criado_em = new Date(),
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const { rowCount } = await pool.query(
    `INSERT INTO sessao (token, usuario_id, expira_em, criado_em, atualizado_em) SELECT $1, id, $2, $4, $4 FROM usuario WHERE usuario = $3`,
    [token, expira_em, usuario, criado_em],
  )
  if (rowCount !== 1) throw new Error(`there is no user ${usuario}`)
  const { rows } = await pool.query<{ valor: string }>(`SELECT valor FROM instalacao WHERE chave = 'segredo'`)
  return `${sessionCookie}=${signed(token, rows[0]?.valor ?? '')}`
}

/** better-auth's signed cookie: the value, a dot, and its HMAC-SHA-256 in base64. */
function signed(value: string, secret: string): string {
  const signature = createHmac('sha256', secret).update(value).digest('base64')
  return encodeURIComponent(`${value}.${signature}`)
}
