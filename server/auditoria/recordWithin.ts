import type { Desk } from '../desk.ts'
import { enqueue } from '../flow/keyedQueue.ts'
import { Refusal } from '../refusal.ts'
import { type AuditEntry, type Ledger, withLedger } from './rows/recordAuditoria.ts'
import type { AcaoLimitada } from './wire.ts'

const hourMs = 3_600_000

type Entry = AuditEntry & { usuarioId: number; acao: AcaoLimitada }

/**
 * Puts on record what a user does, at most `most` times in an hour over all processes, and at most `mostOfAlvo` times
 * to one `alvo`. Past that it is refused, and the first refusal of an hour is on record as well: an alarm for whoever
 * reads the record. docs/interface.md: Personal data. @throws Refusal too_many, and then it must not be done
 */
export async function recordWithin(desk: Desk, entry: Entry, most: number, mostOfAlvo?: number): Promise<void> {
  const { usuarioId, acao, alvo } = entry
  const bounds: Bound[] = [{ most, to: { usuario_id: usuarioId }, alarmOf: `usuario:${usuarioId}` }]
  if (mostOfAlvo !== undefined && alvo !== undefined)
    bounds.push({ most: mostOfAlvo, to: { usuario_id: usuarioId, alvo }, alarmOf: alvo })
  const record = async (ledger: Ledger): Promise<Refusal | null> => {
    for (const bound of bounds) {
      const refusal = await refusalBeyond(desk, ledger, entry, bound)
      // Returned and not thrown, because a throw would roll back the alarm.
      if (refusal) return refusal
    }
    await ledger.record(entry)
    return null
  }
  // Requests of this process wait in the queue, where they hold no connection, and not for the lock in the database.
  const refusal = await enqueue(desk, `auditoria|${acao}|${usuarioId}`, () => withLedger(desk.database, entry, record))
  if (refusal) throw refusal
}

/** At most `most` entries an hour by this user, and on this `alvo` if given; `alarmOf` is the `alvo` of the alarm. */
interface Bound {
  most: number
  to: { usuario_id: number; alvo?: string }
  alarmOf: string
}

async function refusalBeyond(
  desk: Desk,
  ledger: Ledger,
  { usuarioId, ip, acao }: Entry,
  { most, to, alarmOf }: Bound,
): Promise<Refusal | null> {
  const now = desk.now()
  const within = { ms: hourMs, now }
  const { count, first } = await ledger.count({ ...to, acao }, within)
  if (count < most) return null
  const alarm: AuditEntry = { usuarioId, acao: `limite_de_${acao}`, alvo: alarmOf }
  if ((await ledger.count({ usuario_id: usuarioId, acao: alarm.acao, alvo: alarmOf }, within)).count === 0) {
    desk.log.warn({ usuarioId, acao, most }, 'a user reached the limit of an hour')
    await ledger.record({ ...alarm, ...(ip !== undefined && { ip }), detalhes: { por_hora: most } })
  }
  const seconds = Math.max(1, Math.ceil(((first ?? now).getTime() + hourMs - now.getTime()) / 1_000))
  const minutes = Math.ceil(seconds / 60)
  const where = to.alvo === undefined ? 'por hora' : 'por hora nesta chamada'
  const sentence = `Você chegou ao limite de ${most} ${where}: tente de novo em ${minutes} min ou fale com um administrador`
  return new Refusal('too_many', sentence, {}, {}, seconds)
}
