import { randomUUID } from 'node:crypto'
import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { notFound, Refusal } from '../refusal.ts'
import { type Reversed, standingOf, writeReversal } from './rows/reverse.ts'
import type { EstornoRequest } from './wire/ledger.ts'

/**
 * Reverses an event, once, by a new event that points at it, because events are never edited. With
 * `alcance: lancamento` it reverses every installment of the registration that is not reversed yet.
 * @throws Refusal not_found; conflict when the event is reversed already or is a reversal itself
 */
export async function reverseEvento(
  { database, now }: Desk,
  who: Who,
  id: number,
  estorno: EstornoRequest,
): Promise<Reversed[]> {
  const reversed = await writeReversal(database, { id, ...estorno, ...who, lancamento: randomUUID(), now: now() })
  if (reversed.length > 0) return reversed
  const standing = await standingOf(database, id)
  if (standing === 'unknown') throw notFound('O evento')
  throw new Refusal(
    'conflict',
    standing === 'reversal'
      ? 'Este evento já é um estorno: registre um evento novo no lugar dele'
      : 'Este evento já foi estornado',
  )
}
