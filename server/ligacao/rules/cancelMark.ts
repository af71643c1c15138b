import type { CallIdentity } from './call.ts'
import { markLifetimeMs } from './window.ts'

/** Left by a cancel that overtook its notification. */
export interface CancelMark {
  id: number
  chave: string | null
  telefone_chave: string | null
  id_cliente: number | null
  criada_em: Date
}

/** Whether the cancel that left the mark meant this call, and recently enough. DESIGN: Cancel. */
export function marksCall(mark: CancelMark, call: CallIdentity & { id_cliente: number | null }, now: Date): boolean {
  if (now.getTime() - mark.criada_em.getTime() >= markLifetimeMs) return false
  return agrees(mark, { ...call, clientes: [call.id_cliente] })
}

/**
 * Whether a call agrees with every identifying field of a cancel. A telephone or customer that the call never had does
 * not contradict an equal call key.
 */
export function agrees(
  cancel: { chave: string | null; telefone_chave: string | null; id_cliente: number | null },
  call: CallIdentity & { clientes: readonly (number | null)[] },
): boolean {
  const keyed = cancel.chave !== null
  if (keyed && call.chave !== cancel.chave) return false
  const clientes = call.clientes.filter((id) => id !== null)
  const phoneFits =
    !cancel.telefone_chave || call.telefone_chave === cancel.telefone_chave || (keyed && !call.telefone_chave)
  const clienteFits =
    cancel.id_cliente === null || clientes.includes(cancel.id_cliente) || (keyed && clientes.length === 0)
  return phoneFits && clienteFits
}
