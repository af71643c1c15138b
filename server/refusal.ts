import type * as z from 'zod'

/** Mistakes by field, each a pt-BR predicate that follows "O campo <name> …". What concerns no field stands under `corpo`. */
export type Mistakes = Record<string, string[]>

export type RefusalKind = 'invalid' | 'unauthenticated' | 'forbidden' | 'not_found' | 'conflict' | 'too_many' | 'busy'

/** A request that a rule refuses. Routes and sockets turn it into their own answer; users may see its message. */
export class Refusal extends Error {
  readonly kind: RefusalKind
  readonly mistakes: Mistakes
  /** Further fields of the answer, which its reader needs to decide what to do next, such as the call as it stands. */
  readonly beside: Record<string, unknown>

  /** For `too_many` and `busy`: when to try again. */
  readonly retryAfterSeconds: number

  constructor(
    kind: RefusalKind,
    message: string,
    mistakes: Mistakes = {},
    beside: Record<string, unknown> = {},
    retryAfterSeconds = 5,
  ) {
    super(message)
    this.name = 'Refusal'
    this.kind = kind
    this.mistakes = mistakes
    this.beside = beside
    this.retryAfterSeconds = retryAfterSeconds
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

/** Whether somebody else has saved a field since it was read: it is neither as it was `lido` nor as it is to be. */
export const isOvertaken = (now: string, lido: string | undefined, asked: string | undefined): boolean =>
  lido !== undefined && now !== lido && now !== asked

/** Somebody else has saved these fields since they were read: each with its value now, as people read it. */
export const overtakenBy = (agora: Record<string, string>) =>
  new Refusal(
    'conflict',
    'Outra pessoa salvou isto enquanto você digitava',
    Object.fromEntries(
      Object.entries(agora).map(([campo, valor]) => [
        campo,
        [`agora é “${valor}”, que outra pessoa salvou: salve de novo para pôr o seu`],
      ]),
    ),
  )

/** `what` there was too much of, and when to try again. */
export const tooMany = (what: string, seconds: number) =>
  new Refusal('too_many', `${what}: tente de novo em ${seconds} s`, {}, {}, seconds)
export const busy = () => new Refusal('busy', 'O Alô está ocupado demais no momento: tente de novo em alguns segundos')

/** zod's issues by field, whose name `fieldOf` makes of its path. */
export function mistakesOf(
  error: z.ZodError,
  fieldOf = (path: PropertyKey[]) => (path.length === 0 ? 'corpo' : path.map(String).join('.')),
): Mistakes {
  const mistakes: Mistakes = {}
  for (const { path, message } of error.issues) {
    const field = fieldOf(path)
    mistakes[field] = [...new Set([...(mistakes[field] ?? []), message])]
  }
  return mistakes
}

/**
 * A request whose form was judged: its well-formed fields, and what is wrong with the others. For use cases that tell
 * mistakes of form and unknown identifiers in one answer. docs/interface.md: Errors.
 */
export interface Judged<T> {
  sent: Partial<T>
  mistakes: Mistakes
}

/** Judges each field of the schema by itself, and the whole by the schema's own rules. Never throws. */
export function judge<S extends z.ZodObject>(schema: S, value: unknown): Judged<z.output<S>> {
  const whole = schema.safeParse(value)
  if (whole.success) return { sent: whole.data, mistakes: {} }
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  const wellFormed = fields.flatMap(([name, content]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name]?.safeParse(content) : undefined
    return field?.success ? [[name, field.data]] : []
  })
  return { sent: Object.fromEntries(wellFormed), mistakes: mistakesOf(whole.error) }
}
