import { randomUUID } from 'node:crypto'
import type { Who } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { notFound, Refusal } from '../refusal.ts'
import { type Reversed, standingOf, writeReversal } from './rows/reverse.ts'
import type { EstornoRequest } from './wire/ledger.ts'

/**
 * An event is never edited: it is undone, once, by a new one that points at it, and with `alcance: lancamento` every
 * installment of its registration that is not undone yet.
 * @throws Refusal not_found; conflict when it is undone already or undoes another
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
