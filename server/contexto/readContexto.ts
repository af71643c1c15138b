import { recordAuditoria } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { monthNumber, nextBillingMs } from '../faturamento/rules/previstos.ts'
import { isLigacaoId } from '../ligacao/rules/call.ts'
import { deskDay } from '../protocolo/rules/period.ts'
import { notFound } from '../refusal.ts'
import { acaoContexto, contextoOf } from './rows.ts'
import { countedMs } from './rules.ts'
import type { Contexto } from './wire.ts'

interface Who {
  usuarioId: number
  ip: string
  /** Everybody's words, or the user's own alone. docs/interface.md: Roles. */
  allWords: boolean
}

/**
 * What the desk knows of who is on the line of one of the agent's calls. That the exchange's own call brought the customer is told by
 * the call itself; one whom the agent chose is put on record, once a call, before anything is shown. docs/interface.md: Context.
 * @throws Refusal not_found
 */
export async function readContexto(desk: Desk, { usuarioId, ip, allWords }: Who, id: string): Promise<Contexto> {
  const { config, database } = desk
  const now = desk.now()
  const dia = deskDay(now, config.timeZone)
  const found = isLigacaoId(id)
    ? await contextoOf(database, {
        ...{ id, usuario_id: usuarioId, all_words: allWords, dia, zona: config.timeZone, mes: monthNumber(dia) },
        desde: new Date(now.getTime() - countedMs),
        registrado: new Date(now.getTime() - nextBillingMs),
      })
    : null
  if (!found) throw notFound('A chamada')
  if (found.unrecorded) {
    const entry = { usuarioId, ip, acao: acaoContexto, alvo: `cliente:${found.id_cliente}`, detalhes: { ligacao: id } }
    await recordAuditoria(database, entry)
  }
  return found.contexto
}
