import { expect, it, vi } from 'vitest'
import { createListeners } from '../../../app/ui/listeners.ts'

it('a listener that throws costs the others nothing, and what it threw is reported as uncaught', async () => {
  const report = vi.fn()
  const { tell, subscribe } = createListeners<[number]>()
  const told: number[] = []
  subscribe(() => {
    throw new Error('broken')
  })
  subscribe((n) => void told.push(n))
  const microtasks = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((act) => {
    try {
      act()
    } catch (error) {
      report(String(error))
    }
  })
  tell(1)
  tell(2)
  microtasks.mockRestore()
  expect(told).toEqual([1, 2])
  expect(report.mock.calls).toEqual([['Error: broken'], ['Error: broken']])
})
