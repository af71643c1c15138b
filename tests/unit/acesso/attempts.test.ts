import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Attempts, countAttempts, countOrigins } from '#server/acesso/attempts'
import { addressOf, originsOf, readNetwork } from '#server/http/address'

describe('sign-in attempts', () => {
  /** The monotonic clock of the test, in seconds. */
  let at = 0
  const counted = (perWindow: number) => countAttempts(perWindow, 60_000, () => at * 1_000)
  const takeAt = (attempts: Attempts, seconds: number, key = 'a') => {
    at = seconds
    return attempts.take(key)
  }

  test('are limited to so many a minute for each key; then the seconds to wait are told', () => {
    const attempts = counted(2)
    expect([0, 10, 20].map((seconds) => takeAt(attempts, seconds))).toEqual([0, 0, 40])
    expect(takeAt(attempts, 20, 'b')).toBe(0)
    expect(takeAt(attempts, 59.5)).toBe(1)
    expect(takeAt(attempts, 60)).toBe(0)
  })

  test('that were given back do not count, and never allow more than the limit', () => {
    const attempts = counted(2)
    for (let n = 0; n < 10; n++) {
      expect(takeAt(attempts, n)).toBe(0)
      attempts.giveBack('a')
    }
    attempts.giveBack('a')
    expect([11, 11, 11].map((seconds) => takeAt(attempts, seconds))).toEqual([0, 0, 49])
    // Giving back an attempt of a past minute changes nothing.
    at = 61
    attempts.giveBack('a')
    expect([61, 61, 61].map((seconds) => takeAt(attempts, seconds))).toEqual([0, 0, 60])
  })

  test('from an IPv6 address count for its /64, and for its /56 and /48 with 4 and 16 times the limit', () => {
    const attempts = countOrigins(1)
    const takeOf = (thirds: number[]) => thirds.map((n) => attempts.take(`2001:db8:1:${n.toString(16)}::1`) === 0)
    expect(takeOf([0, 0, 1, 2, 3, 4])).toEqual([true, false, true, true, true, false])
    attempts.giveBack('2001:db8:1:3::1')
    expect(takeOf([4, 5])).toEqual([true, false])
    const houses = Array.from({ length: 14 }, (_, n) => (n + 1) * 256)
    expect(takeOf(houses)).toEqual([...Array(12).fill(true), false, false])
    expect(attempts.take('2001:db8:2::1')).toBe(0)
  })

  test('are counted by a clock that nobody can set: with the time hours back, a minute still ends', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const attempts = countAttempts(1)
    expect([attempts.take('a'), attempts.take('a')]).toEqual([0, 60])
    vi.setSystemTime(Date.now() - 3_600_000)
    expect(attempts.take('a')).toBeLessThanOrEqual(60)
    vi.advanceTimersByTime(60_000)
    expect(attempts.take('a')).toBe(0)
  })
})

describe('addresses', () => {
  test.each([
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['FE80::1%eth0', 'fe80::1'],
    ['1.2.3.4', '1.2.3.4'],
    ['unknown', null],
    ['', null],
    ['1.2.3.4:5678', null],
  ])('%s is read as %s', (ip, address) => expect(addressOf(ip)).toBe(address))

  test.each([
    ['1.2.3.4', ['1.2.3.4']],
    ['::ffff:1.2.3.4', ['1.2.3.4']],
    ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1:0::/48']],
    ['2001:0DB8:1:2ab::', ['2001:db8:1:2ab::/64', '2001:db8:1:200::/56', '2001:db8:1:0::/48']],
    ['2001:db8::1', ['2001:db8:0:0::/64', '2001:db8:0:0::/56', '2001:db8:0:0::/48']],
    ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0:0::/48']],
    ['nobody', ['unknown']],
  ])('attempts from %s count for %s', (ip, origins) => expect(originsOf(ip)).toEqual(origins))

  test.each(['10.0.0.0/33', '10.0.0/8', '2001:db8::/129', '::ffff:10.0.0.0/104', 'host', '10.0.0.1/-1', ''])(
    '%s is no network',
    (text) => expect(readNetwork(text)).toBeNull(),
  )
})
