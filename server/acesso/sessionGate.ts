import type { findSession } from './rows/session.ts'
import type { Papel } from './wire.ts'

/** Who is behind a session. Only the session gate makes one. */
export interface Actor {
  readonly sessaoId: number
  readonly usuarioId: number
  readonly usuario: string
  readonly nome: string
  readonly papel: Papel
  readonly ramal: string | null
  readonly identificador_interno: string | null
}

/** The person whose session cookie these headers carry; null without a living session or when she was disabled. */
export function sessionGate(find: ReturnType<typeof findSession>) {
  return async (cookie: string | undefined): Promise<Actor | null> => {
    if (!cookie) return null
    const found = await find(cookie)
    if (!found || found.user.banned) return null
    const { session, user } = found
    return {
      sessaoId: Number(session.id),
      usuarioId: Number(user.id),
      usuario: user.username ?? '',
      nome: user.name,
      papel: (user.role ?? 'atendente') as Papel,
      ramal: user.ramal ?? null,
      identificador_interno: user.identificador_interno ?? null,
    }
  }
}

export type SessionGate = ReturnType<typeof sessionGate>
