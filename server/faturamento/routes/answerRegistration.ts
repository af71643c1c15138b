import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from '../../http/answer.ts'
import type { RegisterEvento } from '../registerEvento.ts'
import type { Autor } from '../rules/autor.ts'

/**
 * One registration, by another system or from the form: the same judgement and the same remembered answer, which `present`
 * may add to; without it, to the letter.
 */
export async function answerRegistration(
  request: FastifyRequest,
  reply: FastifyReply,
  register: RegisterEvento,
  autor: Autor,
  present: (resposta: string) => string = (resposta) => resposta,
): Promise<FastifyReply> {
  const { body } = request
  if (body === undefined) return sendError(reply, 400, 'O corpo está vazio: envie um objeto JSON')
  const idempotencyKey = [request.headers['idempotency-key'] ?? []].flat().join(', ')
  const { resposta, replayed } = await register({ body, autor, idempotencyKey, now: new Date() })
  Object.assign(request.facts, { replayed })
  if (replayed) reply.header('idempotency-replayed', 'true')
  // It is JSON already, the same text that is remembered.
  return reply.type('application/json; charset=utf-8').serializer(String).send(present(resposta))
}
