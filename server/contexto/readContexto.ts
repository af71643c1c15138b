import { recordAuditoria, type Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { monthNumber, nextBillingMs } from '../faturamento/rules/previstos.ts'
import { isLigacaoId } from '../ligacao/rules/call.ts'
import { dayStart, deskDay } from '../protocolo/rules/period.ts'
import { notFound } from '../refusal.ts'
import { acaoContexto, contextoOf } from './rows.ts'
import { countedMs } from './rules.ts'
import type { Contexto } from './wire.ts'

interface Reader extends Who {
  /** Whether everybody's words are shown, or only the user's own. docs/interface.md: Roles. */
  allWords: boolean
}

/**
 * What the desk knows of the caller of one of the agent's calls. If the agent chose the customer, this is recorded once per
 * call before anything is shown; a customer that the PBX named is not. docs/interface.md: Context.
 * @throws Refusal not_found
 */
export async function readContexto(desk: Desk, { usuarioId, ip, allWords }: Reader, id: string): Promise<Contexto> {
  const { config, database } = desk
  const now = desk.now()
  const dia = deskDay(now, config.timeZone)
  const found = isLigacaoId(id)
    ? await contextoOf(database, {
        ...{ id, usuario_id: usuarioId, all_words: allWords, mes: monthNumber(dia) },
        hoje: dayStart(dia, config.timeZone),
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
