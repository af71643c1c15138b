/**
 * Concurrent callers share one read per key. A caller joins only a read that begins after its call, so that nobody gets
 * stale data. Per key at most one read runs and one waits.
 */
export function singleFlight<K, T>(read: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const underWay = new Map<K, Promise<T>>()
  const next = new Map<K, Promise<T>>()

  function begin(key: K): Promise<T> {
    next.delete(key)
    const reading = read(key).finally(() => {
      if (underWay.get(key) === reading) underWay.delete(key)
    })
    underWay.set(key, reading)
    return reading
  }

  return (key) => {
    const soon = next.get(key)
    if (soon) return soon
    const before = underWay.get(key)
    if (!before) return begin(key)
    const again = () => begin(key)
    const after = before.then(again, again)
    next.set(key, after)
    return after
  }
}
