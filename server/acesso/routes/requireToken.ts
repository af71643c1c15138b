import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { sendError } from '../../http/answer.ts'
import { Refusal, unauthenticated } from '../../refusal.ts'
import { type Escopo, readAuthorization } from '../rules.ts'
import { hasScope, type TokenGate } from '../tokenGate.ts'

/** Seconds over which a token's burst is counted: four seconds' requests at once, none more until they are over. */
const burstSeconds = 4

export type RequireToken = (escopo: Escopo, how?: 'confirm' | 'presume') => onRequestAsyncHookHandler

/**
 * Hooks that open a route to tokens of one scope and count their requests. `presume` may answer from memory and is only
 * for operations that judge the token again with the database.
 */
export function requireToken(app: FastifyInstance, gate: TokenGate, requestsPerSecond: number): RequireToken {
  const check = app.createRateLimit({
    max: requestsPerSecond * burstSeconds,
    timeWindow: burstSeconds * 1_000,
    keyGenerator: (request) => `token:${request.token?.id}`,
  })
  return (escopo, how = 'confirm') =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const secret = readAuthorization(request.headers.authorization)
      const token = secret ? await gate[how](secret, new Date()) : null
      if (!token) throw unauthenticated()
      request.token = token
      request.facts.token = token.nome
      if (!hasScope(token, escopo)) {
        throw new Refusal(
          'forbidden',
          `O token não tem o escopo ${escopo}: peça um token com esse escopo ao administrador`,
        )
      }
      const limit = await check(request)
      if (!limit.isAllowed && limit.isExceeded) {
        reply.header('retry-after', limit.ttlInSeconds)
        return sendError(reply, 429, `Requisições demais com este token: tente de novo em ${limit.ttlInSeconds} s`)
      }
    }
}
