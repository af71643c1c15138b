/**
 * Listeners, called in the order of subscription. Who comes or leaves during a `tell` does not change that `tell`. What
 * a listener throws is reported as an uncaught error, and costs neither the others nor the teller anything.
 */
export function createListeners<Told extends unknown[] = []>() {
  const listeners = new Set<(...told: Told) => void>()
  return {
    isEmpty: () => listeners.size === 0,
    tell: (...told: Told) => {
      for (const listener of [...listeners])
        try {
          listener(...told)
        } catch (error) {
          queueMicrotask(() => {
            throw error
          })
        }
    },
    subscribe: (listener: (...told: Told) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Listeners for some of the socket's events, told the event's name. Pass every event of the socket to `hear`. */
export function createHearing(...events: string[]) {
  const { tell, subscribe } = createListeners<[event: string]>()
  return { subscribe, hear: (event: string) => void (events.includes(event) && tell(event)) }
}
