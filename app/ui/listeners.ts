/** Whoever wants to be told, in the order in which they came; who comes or leaves while all are told changes nothing. */
export function createListeners<Told extends unknown[] = []>() {
  const listeners = new Set<(...told: Told) => void>()
  return {
    isEmpty: () => listeners.size === 0,
    tell: (...told: Told) => {
      for (const listener of [...listeners]) listener(...told)
    },
    subscribe: (listener: (...told: Told) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Listeners told which of some of the socket's events came. `hear` receives every one. */
export function createHearing(...events: string[]) {
  const { tell, subscribe } = createListeners<[event: string]>()
  return { subscribe, hear: (event: string) => void (events.includes(event) && tell(event)) }
}
