import type { Desk } from '../desk.ts'
import { enqueue } from '../flow/keyedQueue.ts'
import { Refusal } from '../refusal.ts'
import { type AuditEntry, countAuditoria, recordAuditoria } from './rows.ts'
import type { AcaoLimitada } from './wire.ts'

const hourMs = 3_600_000

type Entry = AuditEntry & { usuarioId: number; acao: AcaoLimitada }

/**
 * Puts on record what a user does, at most `most` times in an hour, whichever process is asked, and at most `mostOfAlvo`
 * times to one thing. Past that it is refused, and the first refusal of an hour is on record as well: the alarm for whoever
 * reads it. docs/interface.md: Personal data. @throws Refusal too_many, and then it must not be done
 */
export const recordWithin = (desk: Desk, entry: Entry, most: number, mostOfAlvo?: number): Promise<void> =>
  enqueue(desk, `auditoria|${entry.acao}|${entry.usuarioId}`, async () => {
    const { usuarioId, alvo } = entry
    await refuseBeyond(desk, entry, { most, to: { usuario_id: usuarioId }, alarmOf: `usuario:${usuarioId}` })
    if (mostOfAlvo !== undefined && alvo !== undefined)
      await refuseBeyond(desk, entry, { most: mostOfAlvo, to: { usuario_id: usuarioId, alvo }, alarmOf: alvo })
    return recordAuditoria(desk.database, entry)
  })

/** What was done within the hour, by whom and to what; its alarm is on record of `alarmOf`. */
interface Bound {
  most: number
  to: { usuario_id: number; alvo?: string }
  alarmOf: string
}

/** @throws Refusal too_many */
async function refuseBeyond(desk: Desk, { usuarioId, ip, acao }: Entry, { most, to, alarmOf }: Bound): Promise<void> {
  const { database, log } = desk
  const now = desk.now()
  const within = { ms: hourMs, now }
  const { count, first } = await countAuditoria(database, { ...to, acao }, within)
  if (count < most) return
  const alarm: AuditEntry = { usuarioId, acao: `limite_de_${acao}`, alvo: alarmOf }
  if (
    (await countAuditoria(database, { usuario_id: usuarioId, acao: alarm.acao, alvo: alarmOf }, within)).count === 0
  ) {
    log.warn({ usuarioId, acao, most }, 'a user reached the limit of an hour')
    await recordAuditoria(database, { ...alarm, ...(ip !== undefined && { ip }), detalhes: { por_hora: most } })
  }
  const seconds = Math.max(1, Math.ceil(((first ?? now).getTime() + hourMs - now.getTime()) / 1_000))
  const minutes = Math.ceil(seconds / 60)
  const where = to.alvo === undefined ? 'por hora' : 'por hora nesta chamada'
  const sentence = `Você chegou ao limite de ${most} ${where}: tente de novo em ${minutes} min ou fale com um administrador`
  throw new Refusal('too_many', sentence, {}, {}, seconds)
}
