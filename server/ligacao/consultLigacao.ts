import type { Desk } from '../desk.ts'
import { invalid } from '../refusal.ts'
import { ligacoesByKey } from './rows/byKey.ts'
import { callKey } from './rules/call.ts'
import type { LigacaoConsultada } from './wire/ligacao.ts'

/**
 * Returns what became of the call with this key, once for each user whom it rang; an empty list if it rang nobody. If the
 * exchange uses the key for a newer call of a user, that call is listed. docs/interface.md: Asking about a call.
 * @throws Refusal invalid without a key
 */
export function consultLigacao({ database }: Desk, params: Record<string, unknown>): Promise<LigacaoConsultada[]> {
  const chave = callKey(params)
  if (chave === null) throw invalid({ ligacao_params: ['deve ter call_id, uniqueid, linkedid ou id'] })
  return ligacoesByKey(database, chave)
}
