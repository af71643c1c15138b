import type { FastifyReply } from 'fastify'
import { sendError } from '../../http/answer.ts'

/** better-auth's refusals by its own codes; the screens show the sentence. */
const sentences: Record<string, string> = {
  INVALID_USERNAME_OR_PASSWORD: 'Usuário ou senha incorretos',
  INVALID_USERNAME: 'Usuário ou senha incorretos',
  USERNAME_TOO_SHORT: 'Usuário ou senha incorretos',
  USERNAME_TOO_LONG: 'Usuário ou senha incorretos',
  BANNED_USER: 'Esta conta foi desativada: fale com o administrador',
  INVALID_ORIGIN: 'A requisição veio de outra origem: use o endereço do próprio Alô',
}

/** Passes on what better-auth answered: cookies as they are, refusals in the house's shape, and never the session's token. */
export async function sendAuthAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const body = (await answer.json().catch(() => null)) as { code?: string; token?: string; session?: object } | null
  if (!answer.ok) {
    const msg = sentences[body?.code ?? ''] ?? 'Não foi possível atender: confira usuário e senha e tente de novo'
    return sendError(reply, answer.status, msg, {}, { code: body?.code })
  }
  const { token: _token, session: _session, ...told } = body ?? {}
  return reply.code(answer.status).send({ status: 'success', ...told })
}
