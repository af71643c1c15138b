import type { Desk } from '../desk.ts'
import { inTurn } from '../inTurn.ts'
import { Refusal } from '../refusal.ts'
import { type AuditEntry, countAuditoria, recordAuditoria } from './rows.ts'

const hourMs = 3_600_000

/**
 * Puts on record what a user does, at most `most` times in an hour, whatever process she asks. Past that it is refused, and
 * the first refusal of an hour is on record as well: the alarm for whoever reads it. docs/interface.md: Personal data.
 * @throws Refusal too_many, and then it must not be done
 */
export const recordWithin = (desk: Desk, entry: AuditEntry & { usuarioId: number }, most: number): Promise<void> =>
  inTurn(desk, `auditoria|${entry.acao}|${entry.usuarioId}`, async () => {
    const { database, log } = desk
    const { usuarioId, ip, acao } = entry
    const alarm = `limite_de_${acao}`
    const now = desk.now()
    const { count, first } = await countAuditoria(database, usuarioId, acao, hourMs, now)
    if (count < most) return recordAuditoria(database, entry)
    if ((await countAuditoria(database, usuarioId, alarm, hourMs, now)).count === 0) {
      log.warn({ usuarioId, acao, most }, 'a user reached the limit of an hour')
      await recordAuditoria(database, {
        ...{ usuarioId, acao: alarm, alvo: `usuario:${usuarioId}` },
        ...(ip !== undefined && { ip }),
        detalhes: { por_hora: most },
      })
    }
    const seconds = Math.max(1, Math.ceil(((first ?? now).getTime() + hourMs - now.getTime()) / 1_000))
    const minutes = Math.ceil(seconds / 60)
    const sentence = `Você chegou ao limite de ${most} por hora: tente de novo em ${minutes} min ou fale com um administrador`
    throw new Refusal('too_many', sentence, {}, {}, seconds)
  })
