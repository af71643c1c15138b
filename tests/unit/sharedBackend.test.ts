import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
