import { errorBody } from '#server/http/wire'

/** A refused or failed request. `message` is a sentence in Portuguese for the agent; `status` 0 means no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly campos: Record<string, string[]>
  readonly body: unknown

  constructor(status: number, body: unknown, retryAfter: string | null = null) {
    const refused = errorBody.safeParse(body)
    super(refused.success ? refused.data.msg : fallbackSentence(status, retryAfter))
    this.name = 'ApiError'
    this.status = status
    this.campos = refused.success ? refused.data.campos : {}
    this.body = body
  }
}

function fallbackSentence(status: number, retryAfter: string | null): string {
  if (status === 0) return 'Sem resposta do servidor. Verifique a rede e tente de novo.'
  if (status === 401) return 'Sua sessão terminou. Entre de novo.'
  if (status === 403) return 'Sua conta não tem permissão para isto.'
  if (status === 404) return 'Não encontrado.'
  if (status === 429)
    return retryAfter ? `Pedidos demais. Aguarde ${retryAfter} s.` : 'Pedidos demais. Aguarde um pouco.'
  return `O servidor não conseguiu atender (${status}). Tente de novo.`
}

export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Algo deu errado nesta tela. Tente de novo.'
