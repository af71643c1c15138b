import { type Desk, perDesk } from './desk.ts'

const tailsOf = perDesk(() => new Map<string, Promise<unknown>>())

/** Runs works of one key one after another within this process, in the order they came; works of other keys side by side. */
export async function inTurn<T>(desk: Desk, key: string, work: () => Promise<T>): Promise<T> {
  const tails = tailsOf(desk)
  const before = tails.get(key)
  const mine = before ? before.then(work, work) : work()
  tails.set(key, mine)
  try {
    return await mine
  } finally {
    if (tails.get(key) === mine) tails.delete(key)
  }
}
