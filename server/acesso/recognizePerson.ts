import type { Desk } from '../desk.ts'
import { isDueForRenewal, renewSession, tokenOf } from './rows/auth.ts'
import { findHeldSession, type HeldSession } from './rows/session.ts'
import type { UsuarioAtual } from './wire.ts'

/** Who is behind a session. Only `recognizePerson` makes one. */
export type Actor = Readonly<Omit<HeldSession, 'token' | 'expira_em'>>

/**
 * The person whose session cookie this is; null without a living session or for a disabled user. With `onRenewed` the
 * request counts as use and extends the session: `onRenewed` gets the cookies to send. A screen that is merely open does not
 * extend it.
 */
export async function recognizePerson(
  desk: Desk,
  cookie: string | undefined,
  onRenewed?: (cookies: string[]) => void,
): Promise<Actor | null> {
  const token = cookie ? await tokenOf(desk, cookie) : null
  const held = token === null ? null : await findHeldSession(desk, token)
  if (!cookie || !held) return null
  const { expira_em, token: _, ...actor } = held
  if (!onRenewed || !isDueForRenewal(desk, expira_em)) return actor
  const cookies = await renewSession(desk, cookie)
  // The session ended in the same moment.
  if (cookies === null) return null
  if (cookies.length > 0) onRenewed(cookies)
  return actor
}

/** The person as their own screens know them. */
export const presentActor = (
  { config }: Desk,
  { usuarioId: id, usuario, nome, papel, ramal, identificador_interno }: Actor,
): UsuarioAtual => ({ id, usuario, nome, papel, ramal, identificador_interno, fuso: config.timeZone })
