import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flusher } from '#server/flow/flusher'

/** Throws every error that a flush reports; no test that uses it expects one. */
const fail = (err: unknown) => {
  throw err
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('items that come within the delay are flushed together, and later ones at the next flush', async () => {
  const [waiting, flushed]: [string[], string[][]] = [[], []]
  const flushes = flusher(50, () => void flushed.push(waiting.splice(0)), fail)
  const add = (each: string) => {
    waiting.push(each)
    flushes.soon()
  }
  add('a')
  await vi.advanceTimersByTimeAsync(49)
  add('b')
  expect(flushed).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  add('c')
  expect(flushed).toEqual([['a', 'b']])
  await vi.advanceTimersByTimeAsync(50)
  expect(flushed).toEqual([['a', 'b'], ['c']])
  expect(vi.getTimerCount()).toBe(0)
})

test('a shorter delay brings the next flush forward, and a longer one does not postpone it', async () => {
  const flush = vi.fn()
  const flushes = flusher(50, flush, fail)
  flushes.soon(1_000)
  flushes.soon(10)
  flushes.soon(1_000)
  await vi.advanceTimersByTimeAsync(10)
  expect(flush).toHaveBeenCalledTimes(1)
  flushes.soon()
  await flushes.flush()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(flush).toHaveBeenCalledTimes(2)
})

test('a flush begins when the one before it has ended', async () => {
  const ends: (() => void)[] = []
  const flushes = flusher(50, () => new Promise<void>((resolve) => void ends.push(resolve)), fail)
  const both = Promise.all([flushes.flush(), flushes.flush()])
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await both
  await flushes.flushing()
})

test('a flush that throws or rejects is reported once, rejects for no caller and stops no later flush', async () => {
  const failures = [new Error('thrown'), new Error('rejected')]
  const [thrown, rejected] = failures
  const flush = vi
    .fn<() => Promise<void> | void>()
    .mockImplementationOnce(() => {
      throw thrown
    })
    .mockImplementationOnce(() => Promise.reject(rejected))
  const told: unknown[] = []
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const flushes = flusher(50, flush, (err) => told.push(err))
  // Nobody awaits the flush that the timer starts; `flush()` is awaited.
  flushes.soon()
  await vi.advanceTimersByTimeAsync(50)
  await flushes.flush()
  await flushes.flushing()
  expect(told).toEqual(failures)
  await flushes.flush()
  expect(flush).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
