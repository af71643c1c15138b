import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database'
import { SOCKET_NAME } from '#server/database/embedded/dataFolder'
import { openDatabase } from '#server/database/open'
import { EmbeddedPool } from '#server/database/pool'
import { dataFolders } from '../support/embedded/folders.ts'

/** Whatever a local program writes to the embedded database's socket, and wherever it stops: nobody else notices. */
let folders: Awaited<ReturnType<typeof dataFolders>>
let desk: Database
let path: string
/** What the desk was told of its database's thread. */
const told: string[] = []
const tell = (_facts: object, text: string) => void told.push(text)

beforeAll(async () => {
  folders = await dataFolders()
  const log = { info: () => undefined, warn: tell, error: tell }
  desk = await openDatabase({ dataDir: folders.fresh(), role: 'server', log })
  if (!(desk.pool instanceof EmbeddedPool)) throw new Error('this is about the embedded database')
  path = join(desk.pool.sockets, SOCKET_NAME)
  await desk.pool.query('CREATE TABLE t (n int)')
})
afterAll(async () => {
  // Hangs when a guest that was sent away is still waited for.
  await desk.close()
  folders.remove()
})

const int32 = (n: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(n)
  return bytes
}
const message = (type: string, body: string, length = 4 + Buffer.byteLength(body, 'latin1')) =>
  Buffer.concat([Buffer.from(type, 'latin1'), int32(length), Buffer.from(body, 'latin1')])
const startup = (texts: string, code = 196_608, length = 8 + texts.length) =>
  Buffer.concat([int32(length), int32(code), Buffer.from(texts, 'latin1')])
const hello = startup('user\0postgres\0database\0postgres\0\0')
const conversation = Buffer.concat([
  hello,
  message('Q', 'BEGIN\0'),
  message('P', 'one\0INSERT INTO t VALUES ($1)\0\0\0'),
  message('B', '\0one\0\0\0\0\x01\0\0\0\x011\0\0'),
  message('D', 'P\0'),
  message('E', '\0\0\0\0\0'),
  message('S', ''),
  message('Q', 'SELECT 1\0'),
])

async function say(bytes: Buffer, end: (socket: Socket) => unknown): Promise<void> {
  const socket = connect(path).on('error', () => undefined)
  socket.on('data', () => undefined)
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  socket.write(bytes, () => end(socket))
  await closed
}
/** The desk's own connections go on, and what the guest began is taken back. */
async function nobodyNoticed(): Promise<void> {
  expect((await desk.pool.query('SELECT count(*)::int AS n FROM t')).rows).toEqual([{ n: 0 }])
  expect(told).toEqual([])
}

test.each([
  ['another protocol', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
  ['a startup of an odd number of texts', startup('user\0\0')],
  ['a startup without an end', startup('user\0postgres')],
  ['a startup whose first text is empty', startup('\0\0\0\0')],
  ['a startup that is longer than it says', Buffer.concat([startup('user\0postgres\0\0', 196_608, 12), hello])],
  ['a startup of a database that is none', startup('user\0postgres\0database\0nope\0\0')],
  ['a startup of a user that is none', startup('user\0nobody\0database\0postgres\0\0')],
  ['a startup with options that are none', startup('user\0postgres\0options\0-c nonsense=1 --\0\0')],
  ['a startup for replication', startup('user\0postgres\0replication\0true\0\0')],
  ['a statement before it said who it is', message('Q', 'SELECT 1\0')],
  ['a second startup', Buffer.concat([hello, hello])],
  ['a type that is none', Buffer.concat([hello, message('z', 'x\0')])],
  ['a password that nobody asked for', Buffer.concat([hello, message('p', 'x\0')])],
  ['a length below its own', Buffer.concat([hello, message('Q', 'SELECT 1\0', 2)])],
  ['a length of minus one', Buffer.concat([hello, message('Q', 'SELECT 1\0', -1), message('S', '')])],
  ['a length far below nothing', Buffer.concat([hello, message('Q', '', -(2 ** 31))])],
  ['a statement without an end', Buffer.concat([hello, message('Q', 'SELECT 1')])],
  ['a statement that ends before its end', Buffer.concat([hello, message('Q', 'SELECT 1\0 SELECT 2\0')])],
  ['a Parse without its texts', Buffer.concat([hello, message('P', 'x'), message('S', '')])],
  ['a Parse cut short', Buffer.concat([hello, message('P', 'x\0SELECT 1\0'), message('S', '')])],
  ['a Bind of nothing', Buffer.concat([hello, message('B', '\0'), message('S', '')])],
  ['a Bind that promises more', Buffer.concat([hello, message('B', '\0\0\0\x09\xff\xff'), message('S', '')])],
  ['a Describe of nothing', Buffer.concat([hello, message('D', ''), message('S', '')])],
  ['an Execute of nothing', Buffer.concat([hello, message('E', ''), message('S', '')])],
  ['a Sync with a body', Buffer.concat([hello, message('S', 'x')])],
  ['a call of no function', Buffer.concat([hello, message('F', '\xff\xff\xff\xff')])],
  ['words of a copy that is none', Buffer.concat([hello, message('d', 'x'), message('c', ''), message('f', 'x\0')])],
])('%s', async (_, bytes) => {
  for (const end of [(socket: Socket) => socket.end(), (socket: Socket) => socket.destroy()]) await say(bytes, end)
  await nobodyNoticed()
})

test('a conversation that ends or breaks off at any byte', async () => {
  for (let length = 0; length <= conversation.length; length += 3) {
    await say(conversation.subarray(0, length), (socket) => (length % 2 ? socket.end() : socket.destroy()))
  }
  await nobodyNoticed()
})

test('a conversation with any bytes changed', async () => {
  const change = fc.tuple(fc.nat(conversation.length - 1), fc.nat(255))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const bytes = Buffer.from(conversation)
      for (const [at, by] of changes) bytes[at] = by
      await say(bytes, (socket) => socket.destroy())
      expect((await desk.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
    }),
    { numRuns: 1_000 },
  )
  expect(told).toEqual([])
})
