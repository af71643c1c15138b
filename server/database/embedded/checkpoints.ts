import type { DurablePostgres } from './durablePostgres.ts'

// docs/decisions/0040 has what was measured.
const EVERY_BYTES = 8 * 2 ** 20
const EVERY_MS = 5 * 60_000

/**
 * Does what PostgreSQL's checkpointer does and a PostgreSQL of one process lacks: a checkpoint when the write-ahead log
 * has grown by so much, or when a while has passed in which it grew at all. Gives the function that ends it.
 */
export function keepCheckpoints(db: DurablePostgres): () => void {
  let last = 0
  let next: NodeJS.Immediate | undefined
  const grown = () => db.files.walPosition - last

  function checkpoint(): void {
    // Its own record and the pages written again count for the next one; where it cannot be now, it is tried after the
    // next message.
    if (db.checkpoint()) last = db.files.walPosition
    next = undefined
  }
  db.onMessage = () => {
    last ||= db.files.walPosition
    // Between two turns, when the answer to this one is on its way.
    if (grown() >= EVERY_BYTES) next ??= setImmediate(checkpoint)
  }
  const timer = setInterval(() => {
    if (grown() > 0) next ??= setImmediate(checkpoint)
  }, EVERY_MS)
  return () => {
    db.onMessage = () => undefined
    clearInterval(timer)
    clearImmediate(next)
  }
}
