import type { onRequestAsyncHookHandler } from 'fastify'
import { isSameOrigin } from '../../http/sameOrigin.ts'
import { Refusal } from '../../refusal.ts'
import type { SessionGate } from '../sessionGate.ts'
import type { Papel } from '../wire.ts'

export type RequireSession = (...papeis: Papel[]) => onRequestAsyncHookHandler

export const foreignOrigin = () =>
  new Refusal('forbidden', 'A requisição veio de outra origem: use o endereço do próprio Alô')

/**
 * Hooks that open a route to people signed in, of any of the roles named (of every role when none is). A page of
 * another origin is refused before anything else: the cookie is not proof that the person meant it.
 */
export function requireSession(sessionOf: SessionGate, publicUrl: string | undefined): RequireSession {
  return (...papeis) =>
    async (request) => {
      if (!isSameOrigin(request.headers, publicUrl)) throw foreignOrigin()
      const actor = await sessionOf(request.headers.cookie)
      if (!actor) throw new Refusal('unauthenticated', 'Sua sessão terminou: entre de novo')
      request.actor = actor
      request.facts.usuario_id = actor.usuarioId
      if (papeis.length > 0 && !papeis.includes(actor.papel)) {
        throw new Refusal(
          'forbidden',
          `Seu papel (${actor.papel}) não permite esta operação: peça a um ${papeis.join(' ou ')}`,
        )
      }
    }
}
