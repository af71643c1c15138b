import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DatabaseSilentError } from '#server/database/away'
import { gather } from '#server/database/gather'

const settle = (works: Promise<unknown>[]) => Promise.allSettled(works)

describe('gather', () => {
  it('sends the queries of one turn together, in their order, at most as many as the limit', async () => {
    const batches: number[][] = []
    const ask = gather(async (queries: number[]) => {
      batches.push(queries)
      return queries.map((query) => query * 10)
    }, 3)
    expect(await Promise.all([1, 2, 3, 4, 5].map(ask))).toEqual([10, 20, 30, 40, 50])
    expect(batches).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
    expect(await ask(7)).toBe(70)
  })

  it('gives each query its own result, and each error only to the query that caused it', async () => {
    const story = fc.array(fc.record({ value: fc.integer(), fails: fc.boolean() }), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(story, fc.integer({ min: 1, max: 8 }), async (queries, most) => {
        const ask = gather(async (batch: typeof queries) => {
          const bad = batch.find(({ fails }) => fails)
          if (bad) throw new Error(String(bad.value))
          return batch.map(({ value }) => value)
        }, most)
        for (const [index, outcome] of (await settle(queries.map(ask))).entries()) {
          const { fails, value } = queries[index] as (typeof queries)[number]
          expect(outcome.status).toBe(fails ? 'rejected' : 'fulfilled')
          if (outcome.status === 'fulfilled') expect(outcome.value).toBe(value)
          else expect(outcome.reason.message).toBe(String(value))
        }
      }),
    )
  })

  it('does not retry the queries one by one when the database is away', async () => {
    let runs = 0
    const ask = gather(async (): Promise<number[]> => {
      runs++
      throw new DatabaseSilentError('the database does not answer')
    }, 16)
    const outcomes = await settle(Array.from({ length: 17 }, (_, n) => ask(n)))
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    // Two statements: one for sixteen requests together, one for the last.
    expect(runs).toBe(2)
  })

  it('retries the queries one by one when their batch was cancelled because of a deadlock', async () => {
    const batches: number[][] = []
    const ask = gather(async (queries: number[]) => {
      batches.push(queries)
      if (queries.length > 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      return queries
    }, 16)
    expect(await Promise.all([1, 2, 3].map(ask))).toEqual([1, 2, 3])
    expect(batches).toEqual([[1, 2, 3], [1], [2], [3]])
  })

  it('refuses a query at once when too many wait, and answers those that came before', async () => {
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const ask = gather(async (queries: number[]) => {
      await held
      return queries
    }, 1_000)
    const waiting = Array.from({ length: 2_000 }, (_, n) => ask(n))
    await expect(ask(2_000)).rejects.toThrow(DatabaseSilentError)
    answer()
    expect(await Promise.all(waiting)).toEqual(waiting.map((_, n) => n))
  })
})
