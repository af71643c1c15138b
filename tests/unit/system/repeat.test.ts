import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DatabaseSilentError } from '#server/database/away'
import type { Desk } from '#server/desk'
import { enqueue } from '#server/flow/keyedQueue'
import { onDuty, repeat } from '#server/repeat'

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((yes) => {
    resolve = yes
  })
  return { promise, resolve }
}

describe('a chore', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const silent = { error: () => expect.fail('nothing is to be logged') }

  test('runs at once, and again a fixed time after each run has ended, until it is stopped', async () => {
    const takes = deferred()
    const chore = vi.fn(() => takes.promise)
    const stop = repeat('x', 1_000, chore, silent)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(chore).toHaveBeenCalledTimes(1)
    takes.resolve()
    await vi.advanceTimersByTimeAsync(999)
    expect(chore).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(chore).toHaveBeenCalledTimes(2)
    await stop()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(chore).toHaveBeenCalledTimes(2)
  })

  test('that fails is logged by its name, unless the error is reported elsewhere, and runs again', async () => {
    const error = vi.fn()
    const failures = [new Error('away'), new Error('broken')]
    const chore = vi.fn(async () => Promise.reject(failures.shift() ?? new Error('away')))
    const stop = repeat('sweep', 1_000, chore, { error }, (failure) => (failure as Error).message === 'away')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(chore).toHaveBeenCalledTimes(3)
    expect(error.mock.calls).toEqual([
      [{ err: expect.objectContaining({ message: 'broken' }), chore: 'sweep' }, 'a chore failed'],
    ])
    await stop()
  })

  test('of every day that fails runs again ten minutes later, and a day after it has succeeded', async () => {
    const [minute, day] = [60_000, 86_400_000]
    const chore = vi.fn().mockRejectedValueOnce(new Error('a lock is held')).mockResolvedValue(undefined)
    const stop = repeat('x', day, chore, silent, () => true)
    await vi.advanceTimersByTimeAsync(10 * minute - 1)
    expect(chore).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(chore).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(day - 1)
    expect(chore).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1)
    expect(chore).toHaveBeenCalledTimes(3)
    await stop()
  })

  test('that is stopped during a run is waited for until the run ends', async () => {
    const takes = deferred()
    const stop = repeat('x', 1_000, () => takes.promise, silent)
    let stopped = false
    const stopping = stop().then(() => {
      stopped = true
    })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(stopped).toBe(false)
    takes.resolve()
    await stopping
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('chores on duty begin once when the duty begins, end with it, and never begin after the stop', async () => {
  const told: string[] = []
  const chores = onDuty(() => {
    told.push('begun')
    return [async () => void told.push('ended')]
  })
  for (const on of [false, true, true, false, false, true]) chores.set(on)
  expect(told).toEqual(['begun', 'ended', 'begun'])
  await chores.stop()
  chores.set(true)
  expect(told).toEqual(['begun', 'ended', 'begun', 'ended'])
})

describe('works of one key in the queue', () => {
  const desk = {} as Desk

  test('run one after another in their order, even after a failure, beside the works of other keys', async () => {
    const told: string[] = []
    const first = deferred()
    const works = [
      enqueue(desk, 'a', async () => {
        await first.promise
        told.push('a1')
        throw new Error('a1 failed')
      }),
      enqueue(desk, 'a', async () => told.push('a2')),
      enqueue(desk, 'b', async () => told.push('b1')),
    ]
    await works[2]
    expect(told).toEqual(['b1'])
    first.resolve()
    await expect(works[0]).rejects.toThrow('a1 failed')
    expect(await works[1]).toBe(3)
    expect(told).toEqual(['b1', 'a1', 'a2'])
  })

  test('are refused at once when 500 wait already, and taken again when those are done', async () => {
    const first = deferred()
    let done = 0
    const waiting = [enqueue(desk, 'a', () => first.promise)]
    for (let n = 0; n < 500; n++) waiting.push(enqueue(desk, 'a', async () => void done++))
    const never = vi.fn(async () => undefined)
    await expect(enqueue(desk, 'a', never)).rejects.toBeInstanceOf(DatabaseSilentError)
    await enqueue(desk, 'b', async () => undefined)
    first.resolve()
    await Promise.all(waiting)
    expect([done, never.mock.calls.length]).toEqual([500, 0])
    expect(await enqueue(desk, 'a', async () => 'again')).toBe('again')
  })
})
