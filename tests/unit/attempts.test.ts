import { describe, expect, test } from 'vitest'
import { countAttempts } from '#server/acesso/attempts'
import { addressOf, originOf, readNetwork } from '#server/http/address'

const at = (seconds: number) => new Date(seconds * 1_000)

describe('attempts', () => {
  test('are so many a minute for each key; then the seconds to wait are told', () => {
    const attempts = countAttempts(2)
    expect([attempts.take('a', at(0)), attempts.take('a', at(10)), attempts.take('a', at(20))]).toEqual([0, 0, 40])
    expect(attempts.take('b', at(20))).toBe(0)
    expect(attempts.take('a', at(59.5))).toBe(1)
    expect(attempts.take('a', at(60))).toBe(0)
  })

  test('given back do not count, and never make more than the limit', () => {
    const attempts = countAttempts(2)
    for (let n = 0; n < 10; n++) {
      expect(attempts.take('a', at(n))).toBe(0)
      attempts.giveBack('a', at(n))
    }
    attempts.giveBack('a', at(11))
    expect([attempts.take('a', at(11)), attempts.take('a', at(11)), attempts.take('a', at(11))]).toEqual([0, 0, 49])
    // One of a minute that is over is nobody's.
    attempts.giveBack('a', at(61))
    expect([attempts.take('a', at(61)), attempts.take('a', at(61)), attempts.take('a', at(61))]).toEqual([0, 0, 60])
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
  ])('%s is %s', (ip, address) => expect(addressOf(ip)).toBe(address))

  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nobody', 'unknown'],
  ])('%s counts as %s', (ip, origin) => expect(originOf(ip)).toBe(origin))

  test.each(['10.0.0.0/33', '10.0.0/8', '2001:db8::/129', '::ffff:10.0.0.0/104', 'host', '10.0.0.1/-1', ''])(
    '%s is no network',
    (text) => expect(readNetwork(text)).toBeNull(),
  )
})
