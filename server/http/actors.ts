import type { KnownToken } from '../acesso/rows/tokens.ts'
import type { Actor } from '../acesso/sessionGate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `requireToken`. */
    token: KnownToken | null
    /** Set by `requireSession`. */
    actor: Actor | null
    /** What the one log line of this request says beyond the usual: never telephones, names or secrets. */
    facts: Record<string, string | number | boolean | null>
  }
}

/** The token that `requireToken` found. A route without that hook is a mistake of ours. */
export function tokenOf(request: { token: KnownToken | null }): KnownToken {
  if (!request.token) throw new Error('the route lacks requireToken')
  return request.token
}

/** The person that `requireSession` found. A route without that hook is a mistake of ours. */
export function actorOf(request: { actor: Actor | null }): Actor {
  if (!request.actor) throw new Error('the route lacks requireSession')
  return request.actor
}
