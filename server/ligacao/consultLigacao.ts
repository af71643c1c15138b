import type { Desk } from '../desk.ts'
import { invalid } from '../refusal.ts'
import { ligacoesByKey } from './rows/byKey.ts'
import { callKey } from './rules/call.ts'
import type { LigacaoConsultada } from './wire/ligacao.ts'

/**
 * What became of the call that these parameters name, for each user whom it rang; an empty list when it rang nobody, or
 * when another call has the key by now. docs/interface.md: Asking about a call. @throws Refusal invalid without a key
 */
export function consultLigacao({ database }: Desk, params: Record<string, unknown>): Promise<LigacaoConsultada[]> {
  const chave = callKey(params)
  if (chave === null) throw invalid({ ligacao_params: ['deve ter call_id, uniqueid, linkedid ou id'] })
  return ligacoesByKey(database, chave)
}
