import type { Atendimento } from '#server/atendimento/wire'
import { conflitoAtendimento } from '#server/atendimento/wire'
import type { ApiError } from '../api/ApiError.ts'

/** The ticket as it stands after a conflict, which the refusal itself tells; null when it does not. */
export function currentAtendimento(refusal: ApiError): Atendimento | null {
  const told = conflitoAtendimento.safeParse(refusal.body)
  return told.success ? told.data.atendimento : null
}
