import { LRUCache } from 'lru-cache'
import { recordWithin } from '../auditoria/recordWithin.ts'
import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import { type Desk, perDesk } from '../desk.ts'
import { enqueue } from '../flow/keyedQueue.ts'

/**
 * Records a search by document, before its result is shown, and limits such searches per hour. The document itself is
 * not recorded. docs/interface.md: Personal data. @throws Refusal too_many
 */
export const recordDocumento = (
  desk: Desk,
  who: Who,
  documento: string,
  { achados, only }: { achados: number; only?: number | undefined },
): Promise<void> =>
  recordWithin(
    desk,
    {
      ...who,
      acao: 'documento_procurado',
      detalhes: { caracteres: documento.length, achados },
      ...(only !== undefined && { alvo: `cliente:${only}` }),
    },
    desk.config.documentSearchesPerHour,
  )

const askedOf = perDesk(() => new LRUCache<string, true>({ max: 10_000, ttl: 3_600_000 }))

/** The same for a list, whose pages, count and orders are one search: once an hour for each document and user. */
export const recordListed = (desk: Desk, who: Who, documento: string, achados: number): Promise<void> => {
  const key = `documento|${who.usuarioId}|${documento}`
  return enqueue(desk, key, async () => {
    if (askedOf(desk).has(key)) return
    await recordDocumento(desk, who, documento, { achados })
    askedOf(desk).set(key, true)
  })
}
