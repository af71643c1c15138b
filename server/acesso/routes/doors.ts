import type { FastifyInstance } from 'fastify'
import type { Desk } from '../../desk.ts'
import { sendError } from '../../http/answer.ts'
import { isSameOrigin, readAuthorization } from '../../http/credentials.ts'
import type { Doors } from '../../http/route.ts'
import { Refusal, unauthenticated } from '../../refusal.ts'
import { type Actor, recognizePerson } from '../recognizePerson.ts'
import { confirmToken, presumeToken } from '../recognizeToken.ts'
import type { KnownToken } from '../rows/tokens.ts'
import type { Escopo, Papel } from '../wire.ts'

declare module '../../http/route.ts' {
  interface AccessNames {
    escopo: Escopo
    papel: Papel
    token: KnownToken
    actor: Actor
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who came, by the door of the route: a token or a person. */
    token: KnownToken | null
    actor: Actor | null
  }
}

/** Seconds over which a token's burst is counted: four seconds' requests at once, none more until they are over. */
const burstSeconds = 4

export const foreignOrigin = () =>
  new Refusal('forbidden', 'A requisição veio de outra origem: use o endereço do próprio Alô')

/**
 * Holds the access that routes declare. Tokens are judged by scope and their requests counted. People are of any of the
 * roles named; a page of another origin is refused before anything else: the cookie is not proof that the person meant it.
 * docs/interface.md: Authorization, Roles.
 */
export function openDoors(app: FastifyInstance, desk: Desk): Doors {
  app.decorateRequest('token', null)
  app.decorateRequest('actor', null)
  const countOf = app.createRateLimit({
    max: desk.config.requestsPerSecond * burstSeconds,
    timeWindow: burstSeconds * 1_000,
    keyGenerator: (request) => `token:${request.token?.id}`,
  })

  return {
    token: (escopo, presumed) => async (request, reply) => {
      const secret = readAuthorization(request.headers.authorization)
      const token = secret ? await (presumed ? presumeToken : confirmToken)(desk, secret) : null
      if (!token) throw unauthenticated()
      request.token = token
      request.facts.token = token.nome
      if (!token.escopos.includes(escopo)) {
        throw new Refusal(
          'forbidden',
          `O token não tem o escopo ${escopo}: peça um token com esse escopo ao administrador`,
        )
      }
      const limit = await countOf(request)
      if (!limit.isAllowed && limit.isExceeded) {
        reply.header('retry-after', limit.ttlInSeconds)
        return sendError(reply, 429, `Requisições demais com este token: tente de novo em ${limit.ttlInSeconds} s`)
      }
    },

    people: (papeis) => async (request) => {
      if (!isSameOrigin(request.headers, desk.config.publicUrl)) throw foreignOrigin()
      const actor = await recognizePerson(desk, request.headers.cookie)
      if (!actor) throw new Refusal('unauthenticated', 'Sua sessão terminou: entre de novo')
      request.actor = actor
      request.facts.usuario_id = actor.usuarioId
      if (papeis !== 'all' && !papeis.includes(actor.papel)) {
        throw new Refusal(
          'forbidden',
          `Seu papel (${actor.papel}) não permite esta operação: peça a um ${papeis.join(' ou ')}`,
        )
      }
    },
  }
}

/** The person of a request, as the record names her. */
export const whoOf = ({ actor, ip }: { actor: Actor; ip: string }) => ({ usuarioId: actor.usuarioId, ip })
