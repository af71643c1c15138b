/** Mistakes by field, each a pt-BR predicate that follows "O campo <name> …". */
export type Mistakes = Record<string, string[]>

export type RefusalKind = 'invalid' | 'unauthenticated' | 'forbidden' | 'not_found' | 'conflict'

/** A request that a rule refuses. The entrances turn it into their own answer; its words may be shown. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly mistakes: Mistakes
  /** What the answer carries beside the error, for whoever must decide what to do now. */
  readonly beside: Record<string, unknown>

  constructor(kind: RefusalKind, message: string, mistakes: Mistakes = {}, beside: Record<string, unknown> = {}) {
    super(message)
    this.name = 'Refusal'
    this.kind = kind
    this.mistakes = mistakes
    this.beside = beside
  }
}

export const invalid = (mistakes: Mistakes) =>
  new Refusal('invalid', 'Dados inválidos: corrija os campos indicados', mistakes)
export const unauthenticated = () =>
  new Refusal(
    'unauthenticated',
    'Token ausente, desconhecido, vencido ou revogado: envie um token válido no cabeçalho Authorization',
  )
export const notFound = (what: string) =>
  new Refusal('not_found', `${what} não existe ou não está disponível para você`)
