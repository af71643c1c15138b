/** Runs works of one key one after another, in the order they came; works of different keys side by side. */
export type Serialize = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function serializer(): Serialize {
  const tails = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = tails.get(key)
    const mine = before ? before.then(work, work) : work()
    tails.set(key, mine)
    try {
      return await mine
    } finally {
      if (tails.get(key) === mine) tails.delete(key)
    }
  }
}
