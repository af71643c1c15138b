import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textMessage } from '#server/database/embedded/messages'
import { SharedBackend } from '#server/database/embedded/sharedBackend'

let db: PGlite
let backend: SharedBackend
beforeAll(async () => {
  db = await PGlite.create()
  backend = new SharedBackend(db, () => undefined)
})
afterAll(() => db.close())

const startup = Buffer.from('\0\0\0\x17\0\x03\0\0user\0postgres\0\0', 'latin1')
const query = (sql: string) => textMessage('Q', sql)

async function answerTo(id: number, bytes: Buffer): Promise<string> {
  let answer = ''
  await backend.enqueue(id, bytes, (piece) => {
    answer += Buffer.from(piece).toString('latin1')
  })
  return answer
}
async function guest(id: number): Promise<void> {
  backend.join(
    id,
    () => undefined,
    () => undefined,
  )
  await answerTo(id, startup)
}
/** As the handler of a connection does: in this order, and with whatever its reading loop says between the steps. */
async function leave(id: number, between: () => unknown): Promise<void> {
  backend.clearQueueForHandler(id)
  const cleared = backend.clearTransactionIfNeeded(id)
  await between()
  await cleared
  backend.leave(id)
}

test('a transaction begun by a guest that is being sent away keeps the backend from nobody', async () => {
  await guest(1)
  await guest(2)
  const said: string[] = []
  await leave(1, async () => said.push(await answerTo(1, query('BEGIN'))))
  expect(said).toEqual([''])
  expect(await answerTo(2, query('SELECT 42 AS n'))).toContain('42')
})

test('a transaction that a guest leaves open is rolled back, whatever it still says meanwhile', async () => {
  await guest(3)
  await guest(4)
  await answerTo(3, query('CREATE TABLE left_open ()'))
  await answerTo(3, query('BEGIN; DROP TABLE left_open'))
  await leave(3, () => answerTo(3, query('COMMIT; BEGIN')))
  expect(await answerTo(4, query("SELECT to_regclass('left_open') IS NOT NULL AS kept"))).toContain('\x01t')
})

describe('of a guest whose messages no Sync has ended', () => {
  const wrongParse = Buffer.from('P\0\0\0\x14\0wrong at all\0\0\0', 'latin1')
  const insert = [
    'P\0\0\0\x26\0INSERT INTO unended VALUES (1)\0\0\0',
    'B\0\0\0\x0c\0\0\0\0\0\0\0\0',
    'E\0\0\0\x09\0\0\0\0\0',
  ]
  const flush = Buffer.from('H\0\0\0\x04', 'latin1')
  const sync = Buffer.from('S\0\0\0\x04', 'latin1')

  test.each([
    ['outside a transaction', 5, 'SELECT 1'],
    ['in a transaction', 6, 'BEGIN'],
  ])('an error %s keeps nobody waiting once it has left', async (_, id, first) => {
    await guest(id)
    await guest(id + 10)
    await answerTo(id, query(first))
    await answerTo(id, wrongParse)
    expect(await answerTo(id, flush)).toContain('syntax error')
    const waits = answerTo(id + 10, query('SELECT 43 AS n'))
    await leave(id, () => undefined)
    expect(await waits).toContain('43')
  })

  test('an error is over with its own Sync, and nobody is heard before', async () => {
    await guest(7)
    await guest(8)
    await answerTo(7, wrongParse)
    expect(await answerTo(7, flush)).toContain('syntax error')
    expect(await answerTo(7, flush)).toBe('')
    const heard: number[] = []
    const other = backend.enqueue(8, query('SELECT 44 AS n'), () => heard.push(8))
    expect(heard).toEqual([])
    await backend.enqueue(7, sync, () => heard.push(7))
    await other
    expect([...new Set(heard)]).toEqual([7, 8])
    expect(await answerTo(7, query('SELECT 45 AS n'))).toContain('45')
  })

  test('nothing is kept once it has left', async () => {
    await guest(9)
    await guest(10)
    await answerTo(9, query('CREATE TABLE unended (n int)'))
    for (const message of insert) await answerTo(9, Buffer.from(message, 'latin1'))
    expect(await answerTo(9, flush)).toContain('INSERT 0 1')
    await leave(9, () => undefined)
    expect(await answerTo(10, query('SELECT n FROM unended'))).toContain('SELECT 0')
  })

  test('a query is refused: the transaction would be left half ended to whoever comes next', async () => {
    await guest(11)
    await guest(12)
    await answerTo(11, wrongParse)
    await expect(answerTo(11, query('SELECT 1'))).rejects.toThrow('before the Sync')
    await leave(11, () => undefined)
    await guest(13)
    for (const message of insert) await answerTo(13, Buffer.from(message, 'latin1'))
    await answerTo(13, flush)
    await expect(answerTo(13, query('SELECT 1'))).rejects.toThrow('before the Sync')
    await leave(13, () => undefined)
    expect(await answerTo(12, query('SELECT 46 AS n'))).toContain('46')
  })
})
