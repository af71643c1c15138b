import type { Database } from '../../database/open.ts'
import type { Auth } from './auth.ts'

/**
 * The session and its user that a cookie names; null without a living one. better-auth hides why it could not look: when
 * the database is away, that is what is thrown.
 */
export function findSession({ pool }: Database, auth: Auth) {
  return async (cookie: string) => {
    try {
      return await auth.api.getSession({ headers: new Headers({ cookie }) })
    } catch (error) {
      await pool.query('SELECT 1')
      throw error
    }
  }
}
