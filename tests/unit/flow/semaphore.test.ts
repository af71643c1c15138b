import { randomBytes } from 'node:crypto'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openedPerDesk } from '#server/desk'
import { RateLimiter } from '#server/flow/rateLimiter'
import { Semaphore } from '#server/flow/semaphore'
import { singleFlight } from '#server/flow/singleFlight'
import { Entry, GivenTags, ListMemory } from '#server/listagem/entry'
import { compressInto, Spool } from '#server/listagem/rows/spool'
import { busy, Refusal } from '#server/refusal'

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

describe('a semaphore', () => {
  const of = (more = {}) => new Semaphore({ most: 2, waiting: 1, refusal: busy, ...more })

  test('with two turns and one place to wait lets two start, makes the third wait and refuses the fourth', async () => {
    const turns = of()
    const [first, second] = [await turns.take(), await turns.take()]
    let third = false
    const waiting = turns.take().then((over) => {
      third = true
      return over
    })
    await expect(turns.take()).rejects.toBeInstanceOf(Refusal)
    expect(third).toBe(false)
    first()
    first()
    const over = await waiting
    await expect(Promise.race([turns.take(), Promise.resolve('waits')])).resolves.toBe('waits')
    second()
    over()
  })

  test('gives a turn back when its work fails', async () => {
    const turns = of({ most: 1 })
    await expect(turns.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(turns.isFree).toBe(true)
  })

  test('refuses work that has waited too long for a turn', async () => {
    const turns = of({ most: 1, patienceMs: 1 })
    const over = await turns.take()
    await expect(turns.take()).rejects.toBeInstanceOf(Refusal)
    over()
    expect(turns.isFree).toBe(true)
  })
})

describe('a shared read', () => {
  test('begins after all who get its result have asked, and after the read before it has ended', async () => {
    const readings: ReturnType<typeof deferred<number>>[] = []
    const read = singleFlight((_key: string) => {
      const reading = deferred<number>()
      readings.push(reading)
      return reading.promise
    })
    const first = read('a')
    const [second, third] = [read('a'), read('a')]
    expect(readings).toHaveLength(1)
    readings[0]?.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await Promise.resolve()
    expect(readings).toHaveLength(2)
    readings[1]?.resolve(2)
    expect(await Promise.all([second, third])).toEqual([2, 2])
    void read('a')
    expect(readings).toHaveLength(3)
  })
})

test('a rate limiter refuses once its allowance is used up, and allows again as time passes', async () => {
  const allowance = new RateLimiter(3, 1_000)
  expect([1, 2, 3].map(() => allowance.take())).toEqual([true, true, true])
  await expect.poll(() => allowance.take()).toBe(true)
  const none = new RateLimiter(1, 0)
  expect([none.take(), none.take()]).toEqual([true, false])
})

test('what failed to open for a desk is opened again at the next request, once for all who ask', async () => {
  let tries = 0
  const opened = openedPerDesk(async () => {
    tries += 1
    if (tries === 1) throw new Error('away')
    return tries
  })
  const desk = {} as never
  await expect(opened(desk)).rejects.toThrow('away')
  expect(await Promise.all([opened(desk), opened(desk)])).toEqual([2, 2])
})

describe('a list whose compression fails', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'alo-spool-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const memory = () => new ListMemory(1_000_000)
  const packing = () => new Semaphore({ most: 1, waiting: 1, refusal: busy })

  test('because no file can be made fails that request alone, and the next request compresses it again', async () => {
    const cache = join(folder, 'cache')
    const entry = await Entry.open({
      key: 'k',
      folder: cache,
      given: new GivenTags(),
      memory: memory(),
      packing: packing(),
    })
    await entry.spool.append(Buffer.from('{"a":1}'))
    entry.spool.finish()
    rmSync(cache, { recursive: true })
    writeFileSync(cache, 'no folder')
    await expect(entry.body('gzip')).rejects.toThrow()
    rmSync(cache)
    const { body } = await entry.body('gzip')
    expect(gunzipSync(body as Buffer).toString()).toBe('{"a":1}')
    rmSync(cache, { recursive: true })
    writeFileSync(cache, 'no folder')
    const other = await Entry.open({
      key: 'o',
      folder,
      given: new GivenTags(),
      memory: memory(),
      packing: packing(),
    })
    other.close()
    entry.close()
  })

  test('keeps its file open until the last write has ended', async () => {
    const [plain, packed] = [await Spool.open(folder), await Spool.open(folder)]
    const letGo = plain.hold()
    // A little more than what gzip gives out at once, in random bytes, which it cannot make smaller.
    await plain.append(randomBytes(140_000))
    const source = plain.follow()
    plain.follow = () => source
    const [begun, written] = [deferred<void>(), deferred<void>()]
    packed.append = () => {
      begun.resolve()
      return written.promise
    }
    let ended = false
    const compressing = compressInto(plain, packed).then(() => {
      ended = true
    })
    await begun.promise
    plain.fail(new Error('cut'))
    await finished(source).catch(() => undefined)
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    expect(ended).toBe(false)
    written.resolve()
    await compressing
    await expect(packed.whole()).rejects.toThrow('cut')
    letGo()
  })

  test.runIf(process.platform === 'linux')('because the disk is full fails for its readers with ENOSPC', async () => {
    const plain = await Spool.open(folder)
    const letGo = plain.hold()
    await plain.append(Buffer.from('x'.repeat(100_000)))
    plain.finish()
    const file = openSync('/dev/full', 'w')
    const packed = new Spool(file)
    const keep = packed.hold()
    await compressInto(plain, packed)
    await expect(packed.whole()).rejects.toMatchObject({ code: 'ENOSPC' })
    keep()
    letGo()
  })
})
