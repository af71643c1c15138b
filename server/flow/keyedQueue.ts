import { DatabaseBusyError } from '../database/away.ts'
import { type Desk, perDesk } from '../desk.ts'

/** Maximum waiting tasks per key; further ones are refused at once. */
const maxWaiting = 500

const nothing = Promise.resolve()

interface Queue {
  tail: Promise<unknown>
  length: number
}

const queuesOf = perDesk(() => new Map<string, Queue>())

/**
 * Runs works of one key one after another within this process, in the order they came; works of other keys side by side.
 * @throws DatabaseBusyError when too many wait already: nothing was done
 */
export async function enqueue<T>(desk: Desk, key: string, work: () => Promise<T>): Promise<T> {
  const queues = queuesOf(desk)
  const queue = queues.get(key) ?? { tail: nothing, length: 0 }
  if (queue.length > maxWaiting) throw new DatabaseBusyError(`${maxWaiting} wait for their turn already`)
  const mine = queue.length === 0 ? work() : queue.tail.then(work, work)
  queue.tail = mine
  queue.length++
  queues.set(key, queue)
  try {
    return await mine
  } finally {
    if (--queue.length === 0) {
      queues.delete(key)
      // A table that the map outgrew may hold the queue for long, and with this promise all that its work made: UnderWay.
      queue.tail = nothing
    }
  }
}
