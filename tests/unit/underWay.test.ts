import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type Begun, UnderWay } from '#server/underWay'

test('an item ends only once, in any order, and endAll ends all that are left', () => {
  const underWay = new UnderWay<string>()
  const [a, b, c] = ['a', 'b', 'c'].map((of) => underWay.begin(of))
  expect(a?.end()).toBe(true)
  expect(a?.end()).toBe(false)
  expect(underWay.size).toBe(2)
  expect(c?.end()).toBe(true)
  underWay.begin('d')
  expect(underWay.endAll().toSorted()).toEqual(['b', 'd'])
  expect(b?.end()).toBe(false)
  expect(underWay.size).toBe(0)
})

test('the memory of ended items is freed without a full garbage collection', () => {
  setFlagsFromString('--expose-gc')
  const collect: (how: { type: 'minor' | 'major' }) => void = runInNewContext('gc')
  const underWay = new UnderWay<number[]>()
  const begun: Begun<number[]>[] = []
  /** Begins and ends `members` items of 8 kB; sixteen are under way at any time. */
  const comeAndGo = (members: number) => {
    for (let n = 0; n < members; n++) {
      begun.push(underWay.begin(Array.from({ length: 1_000 }, () => n)))
      if (begun.length > 16) begun.shift()?.end()
      if (n % 200 === 199) collect({ type: 'minor' })
    }
  }
  // Age the first items into V8's old generation, as in a process that has run for a while.
  comeAndGo(2_000)
  collect({ type: 'major' })
  collect({ type: 'minor' })
  const before = process.memoryUsage().heapUsed
  comeAndGo(3_200)
  collect({ type: 'minor' })
  collect({ type: 'minor' })
  // With a Set the heap would grow by 14 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(3_000_000)
})
