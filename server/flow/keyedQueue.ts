import { DatabaseSilentError } from '../database/away.ts'
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
 * Runs the tasks of one key one after another within this process, in order of arrival; tasks of different keys run
 * side by side. @throws DatabaseSilentError when too many tasks of the key wait already: the task was not begun
 */
export async function enqueue<T>(desk: Desk, key: string, work: () => Promise<T>): Promise<T> {
  const queues = queuesOf(desk)
  const queue = queues.get(key) ?? { tail: nothing, length: 0 }
  if (queue.length > maxWaiting) throw new DatabaseSilentError(`${maxWaiting} wait for their turn already`)
  const mine = queue.length === 0 ? work() : queue.tail.then(work, work)
  queue.tail = mine
  queue.length++
  queues.set(key, queue)
  try {
    return await mine
  } finally {
    if (--queue.length === 0) {
      queues.delete(key)
      // V8 may keep this queue for long in a table that the Map has outgrown (see UnderWay); the result need not stay.
      queue.tail = nothing
    }
  }
}
