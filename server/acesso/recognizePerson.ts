import type { Desk } from '../desk.ts'
import { findSession, isDueForRenewal, tokenOf } from './rows/auth.ts'
import { findHeldSession, type HeldSession } from './rows/session.ts'
import { type Papel, papel, type UsuarioAtual } from './wire.ts'

/** Who is behind a session. Only `recognizePerson` makes one. */
export interface Actor {
  readonly sessaoId: number
  readonly usuarioId: number
  readonly usuario: string
  readonly nome: string
  readonly papel: Papel
  readonly ramal: string | null
  readonly identificador_interno: string | null
}

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
  if (!cookie) return null
  const token = await tokenOf(desk, cookie)
  const held = token === null ? null : await findHeldSession(desk, token)
  if (held && !(onRenewed && isDueForRenewal(desk, held.expira_em))) return actorOf(held)
  // better-auth decides every other case: it renews the session, or refuses it.
  const found = await findSession(desk, cookie, onRenewed)
  if (!found || found.user.banned) return null
  const { session, user } = found
  return {
    sessaoId: Number(session.id),
    usuarioId: Number(user.id),
    usuario: user.username ?? '',
    nome: user.name,
    papel: papel.parse(user.role ?? 'atendente'),
    ramal: user.ramal ?? null,
    identificador_interno: user.identificador_interno ?? null,
  }
}

const actorOf = ({ expira_em: _, token: __, ...actor }: HeldSession): Actor => actor

/** The person as their own screens know them. */
export const presentActor = (
  { config }: Desk,
  { usuarioId: id, usuario, nome, papel, ramal, identificador_interno }: Actor,
): UsuarioAtual => ({ id, usuario, nome, papel, ramal, identificador_interno, fuso: config.timeZone })
