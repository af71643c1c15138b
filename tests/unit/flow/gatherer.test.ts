import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherer } from '#server/flow/gatherer'

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
  const gathering = gatherer(50, () => void flushed.push(waiting.splice(0)), fail)
  const add = (each: string) => {
    waiting.push(each)
    gathering.soon()
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
  const gathering = gatherer(50, flush, fail)
  gathering.soon(1_000)
  gathering.soon(10)
  gathering.soon(1_000)
  await vi.advanceTimersByTimeAsync(10)
  expect(flush).toHaveBeenCalledTimes(1)
  gathering.soon()
  await gathering.flush()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(flush).toHaveBeenCalledTimes(2)
})

test('a flush begins when the one before it has ended', async () => {
  const ends: (() => void)[] = []
  const gathering = gatherer(50, () => new Promise<void>((resolve) => void ends.push(resolve)), fail)
  const both = Promise.all([gathering.flush(), gathering.flush()])
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await both
  await gathering.flushing()
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
  const gathering = gatherer(50, flush, (err) => told.push(err))
  // Nobody awaits the flush that the timer starts; `flush()` is awaited.
  gathering.soon()
  await vi.advanceTimersByTimeAsync(50)
  await gathering.flush()
  await gathering.flushing()
  expect(told).toEqual(failures)
  await gathering.flush()
  expect(flush).toHaveBeenCalledTimes(3)
  vi.useRealTimers()
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
