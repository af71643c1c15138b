import { onTestFinished, vi } from 'vitest'

/** Counts the timers of exactly `ms` milliseconds that this process sets during the rest of the test. */
export function watchTimers(ms: number) {
  const [begin, end] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
  onTestFinished(() => {
    begin.mockRestore()
    end.mockRestore()
  })
  const begun = () => begin.mock.results.filter((_, n) => begin.mock.calls[n]?.[1] === ms).map(({ value }) => value)
  return {
    begun: () => begun().length,
    /** How many of them were not cleared. */
    left: () => {
      const ended = new Set<unknown>(end.mock.calls.map(([timer]) => timer))
      return begun().filter((timer) => !ended.has(timer)).length
    },
  }
}
