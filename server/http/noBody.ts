import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from './answer.ts'

/** A `preValidation` hook: past it a request without a body looks like one that sent a JSON null. DESIGN: Errors. */
export async function refuseNoBody(request: FastifyRequest, reply: FastifyReply) {
  if (request.body === undefined) return sendError(reply, 400, 'O corpo está vazio: envie um objeto JSON')
}
