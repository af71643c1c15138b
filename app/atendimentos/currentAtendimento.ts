import type { Atendimento } from '#contract/atendimento'
import { conflitoAtendimento } from '#contract/painel'
import type { ApiError } from '../api/ApiError.ts'
import { painel } from '../api/painel.ts'

/** The ticket as it stands after a conflict: told by the refusal itself, else looked for among the agent's own. */
export async function currentAtendimento(id: number, refusal: ApiError): Promise<Atendimento | null> {
  const told = conflitoAtendimento.safeParse(refusal.body)
  if (told.success) return told.data.atendimento
  for (const estado of ['aberto', 'fechado'] as const) {
    const found = (await painel.atendimentos(estado)).find((atendimento) => atendimento.id === id)
    if (found) return found
  }
  return null
}
