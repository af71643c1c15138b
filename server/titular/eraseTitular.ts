import { setTimeout as pause } from 'node:timers/promises'
import type { Desk } from '../desk.ts'
import { notFound, Refusal } from '../refusal.ts'
import { type Erased, erasePerson } from './rows/erasure.ts'

const againMs = 500
const most = 10

/**
 * Erases the person behind a customer at their request; what must stay is kept under a pseudonym. The erasure and its
 * entry in the record are one transaction. Waits for some seconds when the person called a moment ago.
 * docs/interface.md: Personal data.
 * @throws Refusal not_found; conflict while a call of theirs is open, or when they call again and again
 */
export async function eraseTitular({ database, now }: Desk, idCliente: number): Promise<Erased> {
  let outcome = await erasePerson(database, idCliente, now())
  for (let tries = 0; outcome === 'just_called' && tries < most; tries++) {
    await pause(againMs)
    outcome = await erasePerson(database, idCliente, now())
  }
  if (outcome === 'no_cliente') throw notFound('O cliente')
  if (outcome === 'open_call')
    throw new Refusal('conflict', 'Uma chamada deste cliente está aberta: feche a janela e tente de novo')
  if (outcome === 'just_called')
    throw new Refusal('conflict', 'Este cliente liga neste momento: tente de novo daqui a pouco')
  return outcome
}
