import { randomUUID } from 'node:crypto'
import { invalid, mistakesOf, notFound, Refusal } from '../refusal.ts'
import type { EventoReverser, Reversed } from './rows/reverse.ts'
import { estornoRequest } from './wire/ledger.ts'

/** An event is never edited: it is undone, once, by a new one that points at it. @throws Refusal */
export function reverseEvento(reverser: EventoReverser) {
  return async (id: number, body: unknown, who: { usuarioId: number; ip: string }, now: Date): Promise<Reversed[]> => {
    const parsed = estornoRequest.safeParse(body)
    if (!parsed.success) throw invalid(mistakesOf(parsed.error))
    const reversed = await reverser.reverse({ id, ...parsed.data, ...who, lancamento: randomUUID(), now })
    if (reversed.length > 0) return reversed
    const standing = await reverser.standing(id)
    if (standing === 'unknown') throw notFound('O evento')
    throw new Refusal(
      'conflict',
      standing === 'reversal'
        ? 'Este evento já é um estorno: registre um evento novo no lugar dele'
        : 'Este evento já foi estornado',
    )
  }
}

export type ReverseEvento = ReturnType<typeof reverseEvento>
