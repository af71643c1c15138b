import type { Desk } from '../desk.ts'
import { notFound, Refusal } from '../refusal.ts'
import { type Erased, erasePerson } from './rows/erasure.ts'

/**
 * Erases the person behind a customer at their request: what must stay, stays under a pseudonym. On record with it, and in one
 * transaction. docs/interface.md: Personal data.
 * @throws Refusal not_found; conflict while a window of theirs is open
 */
export async function eraseTitular({ database, now }: Desk, idCliente: number): Promise<Erased> {
  const outcome = await erasePerson(database, idCliente, now())
  if (outcome === 'no_cliente') throw notFound('O cliente')
  if (outcome === 'open_call')
    throw new Refusal('conflict', 'Uma chamada deste cliente está aberta: feche a janela e tente de novo')
  return outcome
}
