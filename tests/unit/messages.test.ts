import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notificationFilter, renameStatement } from '#server/database/embedded/messages'

function message(type: string, body: Uint8Array | string): Buffer {
  const bytes = Buffer.from(body)
  const header = Buffer.from(`${type}....`)
  header.writeInt32BE(4 + bytes.length, 1)
  return Buffer.concat([header, bytes])
}

test('however the backend’s words are cut, notifications come out whole and the rest unchanged and in order', () => {
  const messages = fc.array(fc.tuple(fc.constantFrom('A', 'D', 'C', 'Z', 'T'), fc.uint8Array({ maxLength: 40 })))
  fc.assert(
    fc.property(messages, fc.array(fc.integer({ min: 1, max: 30 })), (list, sizes) => {
      const sent = list.map(([type, body]) => message(type, body))
      const passed: Buffer[] = []
      const notified: Buffer[] = []
      const filter = notificationFilter(
        (piece) => passed.push(Buffer.from(piece)),
        (whole) => notified.push(whole),
      )
      let rest = Buffer.concat(sent)
      for (const size of sizes) {
        filter(rest.subarray(0, size))
        rest = rest.subarray(size)
      }
      filter(rest)
      const isNotification = (bytes: Buffer) => bytes[0] === 'A'.charCodeAt(0)
      expect(notified).toEqual(sent.filter(isNotification))
      expect(Buffer.concat(passed)).toEqual(Buffer.concat(sent.filter((bytes) => !isNotification(bytes))))
    }),
  )
})

test('a statement’s name is changed where the protocol has it, and nowhere else', () => {
  const rename = (name: string) => `${name}-renamed`
  const renamed = (type: string, body: string) => renameStatement(message(type, body), rename)
  expect(renamed('P', 'a\0SELECT 1\0\0\0')).toEqual(message('P', 'a-renamed\0SELECT 1\0\0\0'))
  expect(renamed('B', 'portal\0a\0\0\0')).toEqual(message('B', 'portal\0a-renamed\0\0\0'))
  expect(renamed('D', 'Sa\0')).toEqual(message('D', 'Sa-renamed\0'))
  expect(renamed('C', 'Sa\0')).toEqual(message('C', 'Sa-renamed\0'))
  for (const [type, body] of [
    ['P', '\0SELECT 1\0\0\0'],
    ['B', '\0\0\0\0'],
    ['D', 'Pa\0'],
    ['C', 'Pa\0'],
    ['Q', 'SELECT a\0'],
    ['E', 'a\0\0\0\0\0'],
  ] as const) {
    expect(renamed(type, body)).toEqual(message(type, body))
  }
})
