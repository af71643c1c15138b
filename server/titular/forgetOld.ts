import { setTimeout as pause } from 'node:timers/promises'
import { forgetPausas } from '../acesso/rows/pausa.ts'
import { forgetAuditoria, recordAuditoria } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { dayAfter } from '../protocolo/rules/period.ts'
import { forgetRastros } from '../rastro/rows/rastro.ts'
import { forgetAtendimentos, forgetLembretes, forgetLigacoes } from './rows/retention.ts'

const dayMs = 86_400_000
/** Rows per statement: few enough that nobody notices, and whoever waits for them gets a turn before the next batch. */
const batch = 500
const pauseMs = 50

/**
 * Deletes what is older than its retention in days (0 keeps all): calls and pauses, closed tickets and done reminders,
 * traces of requests, entries of the record. Returns the counts, which are put on record, also when a part fails. The
 * signal ends it after the current batch; the next run goes on. docs/interface.md: Personal data.
 */
export async function forgetOld({ config, database, now }: Desk, signal?: AbortSignal) {
  const { chamadas, atendimentos, rastros, auditoria } = config.retencao
  // Two days later, because the desk's day may be one ahead of UTC's and the bound itself is left out.
  const laterDay = (at: Date) => dayAfter(at.toISOString().slice(0, 10), 2).replaceAll('-', '')
  const forgotten = { ligacoes: 0, atendimentos: 0, pausas: 0, lembretes: 0, rastros: 0, registros: 0 }
  const forget = async (what: keyof typeof forgotten, days: number, ofBatch: (before: Date) => Promise<number>) => {
    for (let last = batch; days > 0 && last === batch && !signal?.aborted; ) {
      last = await ofBatch(new Date(now().getTime() - days * dayMs))
      forgotten[what] += last
      if (last === batch) await pause(pauseMs)
    }
  }
  try {
    await forget('ligacoes', chamadas, (before) => forgetLigacoes(database, before, batch))
    await forget('atendimentos', atendimentos, (before) =>
      forgetAtendimentos(database, before, laterDay(before), batch),
    )
    await forget('pausas', chamadas, (before) => forgetPausas(database, before, batch))
    await forget('lembretes', atendimentos, (before) => forgetLembretes(database, before, batch))
    await forget('rastros', rastros, (before) => forgetRastros(database, before, batch))
    await forget('registros', auditoria, (before) => forgetAuditoria(database, before, batch))
  } finally {
    if (Object.values(forgotten).some((count) => count > 0))
      await recordAuditoria(database, { acao: 'dados_antigos_apagados', detalhes: forgotten })
  }
  return forgotten
}
