import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { sendFile } from '#server/http/sendFile'
import { errorBody } from '#server/http/wire'
import { deskOver } from '../../support/deskOver.ts'
import { insertSession } from '../../support/session.ts'
import { type ListServer, listPath, startList } from './listServer.ts'

let list: ListServer
beforeAll(async () => {
  list = await startList()
  await list.fill(4_000)
})
afterAll(() => list.stop())

const onLinux = process.platform === 'linux'
const descriptors = () => (onLinux ? readdirSync('/proc/self/fd').length : 0)

/** Sends `count` requests at once and reads no body; `heads` collects the answers that have begun. */
function ask(count: number, path: string, headers: http.OutgoingHttpHeaders) {
  const heads: http.IncomingMessage[] = []
  const requests = Array.from({ length: count }, () => {
    const request = http.get(list.url + path, { headers, agent: false })
    return request.on('error', () => undefined).on('response', (response) => heads.push(response))
  })
  const end = () => {
    for (const request of requests) request.destroy()
  }
  return { heads, end }
}

/** Asks for the whole list; the body stays unread until the caller reads it. */
async function open(query = '', headers: http.OutgoingHttpHeaders = {}): Promise<http.IncomingMessage> {
  const request = http.get(list.url + listPath + query, {
    headers: { authorization: demoToken, ...headers },
    agent: false,
  })
  request.on('error', () => undefined)
  const [response] = await once(request, 'response')
  return response
}
async function bodyOf(response: http.IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('of many whole lists at once by one token, eight are sent, others wait in turn, and the rest get 429', async () => {
  const whole = Buffer.byteLength((await list.get()).text)
  const [sent, waiting, more] = [8, 64, 3]
  const { heads, end } = ask(sent + waiting + more, listPath, { authorization: demoToken })
  await expect.poll(() => heads.length, { timeout: 30_000 }).toBe(sent + more)
  const refused = heads.filter(({ statusCode }) => statusCode !== 200)
  for (const response of refused) {
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '5'])
    errorBody.parse(JSON.parse(String(await bodyOf(response))))
  }
  expect(refused).toHaveLength(more)
  const first = heads.find(({ statusCode }) => statusCode === 200) as http.IncomingMessage
  expect((await bodyOf(first)).length).toBe(whole)
  // One list has ended, so the next request in the queue is answered.
  await expect.poll(() => heads.length, { timeout: 30_000 }).toBe(sent + more + 1)
  end()
  expect((await list.get()).status).toBe(200)
})

test('of many exports at once by one user, two are sent, others wait, the rest get 429; other users are served', async () => {
  const exported = '/api/painel/clientes/exportar?formato=json'
  const cookie = await insertSession(list.database, 'clara')
  const [sent, waiting, more] = [2, 8, 20]
  const { heads, end } = ask(sent + waiting + more, exported, { cookie })
  await expect.poll(() => heads.length, { timeout: 30_000 }).toBe(sent + more)
  const refused = heads.filter(({ statusCode }) => statusCode !== 200)
  expect(refused.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    Array(more).fill([429, '5']),
  )
  errorBody.parse(JSON.parse(String(await bodyOf(refused[0] as http.IncomingMessage))))
  expect((await list.get('?limit=3')).json.clientes).toHaveLength(3)
  const other = ask(1, exported, { cookie: await insertSession(list.database, 'admin') })
  await expect.poll(() => other.heads[0]?.statusCode, { timeout: 30_000 }).toBe(200)
  other.end()
  const first = heads.find(({ statusCode }) => statusCode === 200) as http.IncomingMessage
  expect(JSON.parse(String(await bodyOf(first))).clientes.length).toBeGreaterThan(4_000)
  await expect.poll(() => heads.length, { timeout: 30_000 }).toBe(sent + more + 1)
  end()
  // A client that has left gives up its place, once the server has noticed.
  const again = async () => {
    const { heads, end } = ask(sent, exported, { cookie })
    await expect.poll(() => heads.length, { timeout: 30_000 }).toBe(sent)
    end()
    return heads.map(({ statusCode }) => statusCode)
  }
  await expect.poll(again, { timeout: 60_000 }).toEqual([200, 200])
  const { rows } = await list.database.pool.query(
    `SELECT count(*)::int AS n FROM auditoria a JOIN usuario u ON u.id = usuario_id
     WHERE acao = 'clientes_exportados' AND usuario = 'clara'`,
  )
  expect(rows[0].n).toBeLessThan(sent + waiting)
})

test('of files that are sent at the same time, two pieces are made at once', async () => {
  const desk = deskOver(list.database)
  let [making, most] = [0, 0]
  async function* pieces() {
    for (const piece of 'abc') {
      making += 1
      most = Math.max(most, making)
      await turn()
      making -= 1
      yield piece
    }
  }
  const files = Fastify().get<{ Params: { by: number } }>('/:by', ({ params: { by } }, reply) =>
    sendFile(desk, reply, { name: 'arquivo', formato: 'csv', by }, async () => pieces()),
  )
  const sent = await Promise.all([1, 2, 3, 4, 5, 6].map((by) => files.inject(`/${by}`)))
  expect(sent.map(({ body }) => body)).toEqual(Array(6).fill('abc'))
  expect(most).toBe(2)
})

test('sixty different lists at once use few file descriptors, and those beyond the queue get 503', async () => {
  list.cache.dropAll()
  await expect.poll(async () => (await list.get('?limit=1')).status).toBe(200)
  const before = descriptors()
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, descriptors())
  }, 5)
  // No list is read until the queue is full, however slowly the requests come.
  const holder = await list.database.pool.connect()
  await holder.query('BEGIN; LOCK TABLE cliente IN ACCESS EXCLUSIVE MODE')
  const told: number[] = []
  const asked = Array.from({ length: 60 }, async (_, n) => {
    const answer = await list.get(`?limit=5&offset=${n + 1}`)
    told.push(answer.status)
    return answer
  })
  await expect.poll(() => told.length).toBe(60 - 34)
  await holder.query('ROLLBACK')
  holder.release()
  const answers = await Promise.all(asked)
  clearInterval(watch)
  // Two were being read, and thirty-two waited.
  expect(told).toEqual([...Array(60 - 34).fill(503), ...Array(34).fill(200)])
  for (const { status, headers, json } of answers) {
    if (status === 200) expect(json.clientes).toHaveLength(5)
    else {
      expect(headers['retry-after']).toBe('5')
      errorBody.parse(json)
    }
  }
  // Client and server run in this process, so each request holds two descriptors.
  expect(most - before).toBeLessThan(120 + 100)
  list.cache.dropAll()
  await expect.poll(() => descriptors() - before, { timeout: 20_000 }).toBeLessThan(20)
})

test('eight different compressed lists at once unpack to the same text as the plain lists', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, async (_, n) =>
      gunzipSync(await bodyOf(await open(`?limit=200&offset=${n + 1}`, { 'accept-encoding': 'gzip' }))),
    ),
  )
  for (const [n, text] of answers.entries())
    expect(text.toString()).toBe((await list.get(`?limit=200&offset=${n + 1}`)).text)
})
