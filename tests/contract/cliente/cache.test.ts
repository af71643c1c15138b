import { once } from 'node:events'
import http from 'node:http'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { announceClientes } from '#server/cliente/rows/write/alone'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import { demoToken } from '#server/demo/accounts'
import { makeCliente } from '#server/demo/generate/generateClientes'
import { watchTimers } from '../../support/watchTimers.ts'
import { type ListServer, listPath, startList } from './listServer.ts'

const more = 3000
/** Customers that tests change, far apart in the list. */
const changing = [1001, 1002, 1500, 3999].map((id) => makeCliente(3, id))
let list: ListServer
beforeAll(async () => {
  list = await startList()
  await list.fill(more)
  await write(changing)
})
beforeEach(() => list.cache.dropAll())
afterAll(() => list.stop())

/** Writes customers, and waits until the cache has heard of it: it would drop what a later test expects in it. */
async function write(clientes: typeof changing): Promise<void> {
  const dropped = vi.spyOn(list.cache, 'dropAll')
  await writeClientes(list.database, clientes)
  await vi.waitFor(() => expect(dropped).toHaveBeenCalled(), { timeout: 20_000 })
  dropped.mockRestore()
}

/** Resolves when the answer's head has come. The caller may read the body or leave it unread. */
async function open(query: string, headers: http.OutgoingHttpHeaders = {}): Promise<http.IncomingMessage> {
  const request = http.get(list.url + listPath + query, {
    headers: { authorization: demoToken, ...headers },
    agent: false,
  })
  const [response] = await once(request, 'response')
  return response
}
async function read(response: http.IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('a hundred equal requests at once cause one database read and get the same bytes', async () => {
  const before = list.cache.readings
  const answers = await Promise.all(Array.from({ length: 100 }, () => list.get('?limit=50')))
  expect(list.cache.readings - before).toBe(1)
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const outcomes = answers.map(({ headers }) => headers['x-cache'])
  expect(outcomes.filter((outcome) => outcome === 'MISS')).toHaveLength(1)
})

test('the list has ETag and Age; a request with that ETag gets 304, and gzip has its own ETag', async () => {
  const miss = await list.get('?limit=5')
  expect(miss.headers).toMatchObject({ 'x-cache': 'MISS', age: '0' })
  const hit = await list.get('?limit=5')
  expect(hit.headers).toMatchObject({ 'x-cache': 'HIT', etag: miss.headers.etag })
  expect(Number(hit.headers['content-length'])).toBe(Buffer.byteLength(hit.text))
  const tag = miss.headers.etag as string
  for (const given of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
    const known = await list.get('?limit=5', { headers: { 'if-none-match': given } })
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', tag])
  }
  expect((await list.get('?limit=5', { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
  const packed = await open('?limit=5', { 'accept-encoding': 'br, gzip;q=0.5' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(packed.headers.etag).not.toBe(tag)
  expect(packed.headers).toMatchObject({
    vary: 'Accept-Encoding, Authorization',
    'cache-control': 'private, no-cache',
  })
  expect(gunzipSync(await read(packed)).toString()).toBe(hit.text)
  for (const refusing of ['gzip;q=0', 'gzip;q=0, *']) {
    const plain = await open('?limit=5', { 'accept-encoding': refusing })
    expect(plain.headers['content-encoding']).toBeUndefined()
    plain.destroy()
  }
})

test('a list is kept for its sixty seconds, and Age tells how many of them are over', async () => {
  const now = performance.now.bind(performance)
  let later = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  onTestFinished(() => void clock.mockRestore())
  const after = async (seconds: number) => {
    later = seconds * 1_000
    const { headers } = await list.get('?limit=6')
    return `${headers['x-cache']} ${headers.age}`
  }
  expect(await after(0)).toBe('MISS 0')
  expect(await after(30)).toMatch(/^HIT 3\d$/)
  expect(await after(60)).toBe('MISS 0')
})

test('after a new database read, either ETag of an unchanged list gets 304, and of a changed list 200', async () => {
  const streamed = await list.get('?order_type=desc')
  const small = await list.get('?limit=5')
  const tags = [streamed.headers.etag, (await list.get('?order_type=desc')).headers.etag]
  expect(tags[0]).not.toBe(tags[1])
  for (const [query, tag] of [
    ['?order_type=desc', tags[0]],
    ['?order_type=desc', tags[1]],
    ['?limit=5', small.headers.etag],
  ] as const) {
    list.cache.dropAll()
    const again = await list.get(query, { headers: { 'if-none-match': tag as string } })
    expect([again.status, again.text, again.headers['x-cache']]).toEqual([304, '', 'MISS'])
  }
  await list.get('?limit=1')
  await writeClientes(list.database, [{ ...makeCliente(3, 1001), rg: 'outro' }])
  await expect.poll(async () => (await list.get('?limit=1')).headers['x-cache'], { timeout: 20_000 }).toBe('MISS')
  for (const tag of tags) {
    const changed = await list.get('?order_type=desc', { headers: { 'if-none-match': tag as string } })
    expect(changed.status).toBe(200)
  }
  await write([makeCliente(3, 1001)])
})

test('a compressed list that is not cached unpacks to the same text as the plain list', async () => {
  const packed = await open('', { 'accept-encoding': 'gzip' })
  expect(packed.headers['x-cache']).toBe('MISS')
  const text = gunzipSync(await read(packed)).toString()
  expect(text).toBe((await list.get()).text)
})

test('writing a customer drops the cached lists', async () => {
  await list.get('?limit=1')
  const changed = { ...makeCliente(3, 1001), nome_razaosocial: 'Nome Novo de Alguém' }
  await writeClientes(list.database, [changed])
  await expect.poll(async () => (await list.get('?limit=1')).headers['x-cache'], { timeout: 20_000 }).toBe('MISS')
  await write([makeCliente(3, 1001)])
})

test('a list that is dropped from the cache leaves no timer behind', async () => {
  const other = await startList(59)
  onTestFinished(() => other.stop())
  const timers = watchTimers(59_000)
  await other.get('?limit=1')
  expect([timers.begun(), timers.left()]).toEqual([1, 1])
  other.cache.dropAll()
  expect(timers.left()).toBe(0)
})

test('no list is cached when LISTA_CACHE_SEGUNDOS is 0', async () => {
  const other = await startList(0)
  try {
    const first = await other.get('?limit=1')
    const second = await other.get('?limit=1')
    expect([first.headers['x-cache'], second.headers['x-cache']]).toEqual(['MISS', 'MISS'])
    expect(second.headers.etag).toBe(first.headers.etag)
  } finally {
    await other.stop()
  }
})

test('a slow client delays no other client and gets the complete list', async () => {
  const slow = await open('?cancelado=sim')
  slow.pause()
  const quick = await list.get('?cancelado=sim')
  expect(JSON.parse(quick.text).clientes.length).toBeGreaterThan(more)
  expect((await read(slow)).toString()).toBe(quick.text)
})

test('when the last client disconnects, the database read stops, and the next request gets the whole list', async () => {
  const leaving = await open('?order_type=desc')
  expect(leaving.headers['x-cache']).toBe('MISS')
  leaving.destroy()
  await expect
    .poll(
      async () => {
        const { rows } = await list.database.pool.query(
          `SELECT count(*)::int AS n FROM pg_stat_activity
           WHERE application_name = 'alo lista' AND datname = current_database()`,
        )
        return rows[0].n
      },
      { timeout: 20_000 },
    )
    .toBe(0)
  const next = await list.get('?order_type=desc')
  expect(next.json.clientes.length).toBeGreaterThan(more)
})

test('customers that change during a read appear once, each wholly old or wholly new', async () => {
  const bare = changing.map((cliente) => ({ ...cliente, nome_razaosocial: 'Outro Nome', servicos: [] }))
  const reading = open('?cancelado=sim&order_type=desc')
  for (const version of [bare, changing, bare, changing]) await writeClientes(list.database, version)
  const { clientes } = JSON.parse((await read(await reading)).toString())
  const ids = clientes.map((cliente: { id_cliente: number }) => cliente.id_cliente)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { id_cliente, servicos } of changing) {
    const seen = clientes.find((cliente: { id_cliente: number }) => cliente.id_cliente === id_cliente)
    if (seen.nome_razaosocial === 'Outro Nome') expect(seen.servicos).toEqual([])
    else expect(seen.servicos).toHaveLength(servicos.length)
  }
})

test('a list is of the instant at which its reading began, and the next request gets what was committed meanwhile', async () => {
  const blocker = await list.database.pool.connect()
  try {
    await blocker.query('BEGIN; LOCK TABLE cliente_servico IN ACCESS EXCLUSIVE MODE')
    const reading = list.get('?limit=8')
    const waits = `SELECT FROM pg_stat_activity
      WHERE application_name = 'alo lista' AND wait_event_type = 'Lock' AND datname = current_database()`
    await expect.poll(async () => (await list.database.pool.query(waits)).rowCount).toBe(1)
    await blocker.query("UPDATE cliente SET rg = 'mudado'")
    await announceClientes(blocker)
    await blocker.query('COMMIT')
    expect((await reading).json.clientes.filter(({ rg }: { rg: string }) => rg === 'mudado')).toEqual([])
  } finally {
    blocker.release(true)
  }
  const next = async () => new Set((await list.get('?limit=8')).json.clientes.map(({ rg }: { rg: string }) => rg))
  await expect.poll(next).toEqual(new Set(['mudado']))
})
