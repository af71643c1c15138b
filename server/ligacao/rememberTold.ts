import { LRUCache } from 'lru-cache'
import { type Desk, perDesk } from '../desk.ts'
import { type KnownLigacao, retransmissionMs } from './rules/call.ts'

/** Rings that this process tells or has told, by their call: for as long as a repetition would be silent. */
const toldBy = perDesk(() => new LRUCache<string, number>({ max: 20_000, ttl: 2 * retransmissionMs }))

/**
 * Commits a ring that is told right after it: a repetition that comes in between is silent. When nothing was written, or
 * perhaps was and the answer is lost, nobody was told, and the repetition has to tell.
 */
export async function committing<T>(
  desk: Desk,
  id: string,
  now: Date,
  write: () => Promise<T>,
  isWritten: (result: T) => boolean = Boolean,
): Promise<T> {
  const told = toldBy(desk)
  told.set(id, now.getTime())
  let written = false
  try {
    const result = await write()
    written = isWritten(result)
    return result
  } finally {
    if (!written) told.delete(id)
  }
}

/** Whether the window's last ring was told, as far as its row and this process know. */
export const wasTold = (desk: Desk, { id, tocada_em, toque_entregue }: KnownLigacao) =>
  Math.max(toque_entregue?.getTime() ?? 0, toldBy(desk).get(id) ?? 0) >= tocada_em.getTime()
