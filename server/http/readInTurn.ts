import { perDesk } from '../desk.ts'
import { KeyedSemaphore, Semaphore } from '../flow/semaphore.ts'
import { busy, Refusal } from '../refusal.ts'
import type { Route } from './route.ts'

const patienceMs = 10_000
const refusal = () => new Refusal('too_many', 'Consultas demais ao mesmo tempo: espere as que já pediu')

/**
 * The pool has ten connections, of which most reads take one, and a call must find one soon. Two people with slow
 * searches do not hold up everybody's reads.
 */
const turnsOf = perDesk(() => ({
  each: new KeyedSemaphore<unknown>({ most: 2, waiting: 500, patienceMs, refusal }),
  all: new Semaphore({ most: 6, waiting: 2_000, patienceMs, refusal: busy }),
}))

/**
 * The route, so that what people read takes turns: two reads of one person and six of all run at once. Files, which
 * have no declared answer, have turns of their own. docs/interface.md: Roles.
 */
export function inTurn(route: Route): Route {
  const { method, access, answer } = route
  if (method !== 'GET' || typeof access !== 'object' || !('people' in access) || !answer) return route
  return {
    ...route,
    async handle(desk, request, reply) {
      const { each, all } = turnsOf(desk)
      const over = await each.take(reply.request.facts.usuario_id)
      return all.run(() => route.handle(desk, request, reply)).finally(over)
    },
  }
}
