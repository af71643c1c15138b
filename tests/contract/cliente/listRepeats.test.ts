import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { flushTokenUses } from '#server/acesso/recognizeToken'
import { listTokens } from '#server/acesso/rows/tokens'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { Repeats } from '#server/http/givenAgain'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import type { Answer } from '../../support/request.ts'
import { startTwoDesks } from '../../support/twoDesks.ts'
import { listPath } from './listServer.ts'

let one: TestDesk
let two: TestDesk
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ one, two, stop } = await startTwoDesks({ trustProxy: ['127.0.0.1'], listaCacheSegundos: 3_600 }))
})
afterAll(() => stop())

/** How many requests `Repeats` has answered, before Fastify sees them (the short way). */
let repeated: () => number
beforeEach(() => {
  const answer = vi.spyOn(Repeats.prototype, 'answer')
  repeated = () => answer.mock.results.filter(({ value }) => value === true).length
  onTestFinished(() => answer.mockRestore())
})

type Kind = 'the 304' | 'the cached bytes'
const kinds: Kind[] = ['the 304', 'the cached bytes']

interface Asked {
  nome: string
  send: (headers?: Record<string, string>) => Promise<Answer>
  first: Answer
}

/** A new token that has already received the list by the short way. */
async function asking(kind: Kind, of: Parameters<TestDesk['token']>[0] = {}, desk = one): Promise<Asked> {
  const { nome, secret } = await desk.token({ escopos: ['cliente'], ...of })
  const get = (headers: Record<string, string> = {}) =>
    desk.send({ path: `${listPath}?limit=20`, authorization: secret, headers })
  await get({ 'x-forwarded-for': '10.0.0.1' })
  const { etag } = (await get({ 'x-forwarded-for': '10.0.0.1' })).headers
  const held: Record<string, string> = kind === 'the 304' ? { 'if-none-match': String(etag) } : {}
  const send = (headers = {}) => get({ 'x-forwarded-for': '10.0.0.1', ...held, ...headers })
  const first = await send()
  expect(first.status).toBe(kind === 'the 304' ? 304 : 200)
  await again(send)
  return { nome, send, first }
}

/** Repeats the request until the short way answers it, and returns that answer. */
async function again(send: Asked['send']): Promise<Answer> {
  const before = repeated()
  let answer = await send()
  await vi.waitFor(
    async () => {
      answer = await send()
      expect(repeated()).toBeGreaterThan(before)
    },
    { timeout: 20_000, interval: 1 },
  )
  return answer
}

/**
 * Repeats requests, so that the desk keeps believing the token. Returns the statuses of four requests right after
 * `change`.
 */
async function afterwards({ send }: Asked, change: () => Promise<unknown>): Promise<number[]> {
  let over = false
  const flood = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!over) await send()
    }),
  )
  await again(send)
  await change()
  const answers = await Promise.all([send(), send(), send(), send()])
  over = true
  await flood
  return answers.map(({ status }) => status)
}

const silently = (change: string) =>
  `BEGIN; ALTER TABLE token DISABLE TRIGGER token_announce; ${change}; ALTER TABLE token ENABLE TRIGGER token_announce; COMMIT`

describe.each(kinds)('%s for a repeated request', (kind) => {
  test('has the same status, headers and body as the route’s answer', async () => {
    const { send, first } = await asking(kind)
    const short = await again(send)
    const whole = await send({ 'content-length': '0' })
    for (const { headers } of [first, short, whole]) {
      delete headers.date
      delete headers.age
    }
    expect([short.status, short.headers, short.text]).toEqual([first.status, first.headers, first.text])
    expect([whole.status, whole.headers, whole.text]).toEqual([first.status, first.headers, first.text])
  })

  test('is logged and updates the token’s last use', async () => {
    const { nome, send } = await asking(kind)
    one.log.length = 0
    const short = await again(send)
    await expect
      .poll(() => one.log.find(({ msg, token }) => msg === 'request' && token === nome))
      .toMatchObject({ method: 'GET', route: listPath, status: short.status, ip: '10.0.0.1', lista: 'HIT' })
    await flushTokenUses(one.desk)
    expect((await listTokens(one.database)).find((token) => token.nome === nome)).toMatchObject({
      ultimo_ip: '10.0.0.1',
    })
  })

  test.each([
    ['in this process', () => one, (change: string) => change],
    ['in another, unheard', () => two, silently],
  ])('is refused from the next request on after a revocation %s', async (_where, desk, as) => {
    for (let round = 0; round < 5; round++) {
      const asked = await asking(kind)
      const change = as(`UPDATE token SET revogado_em = now() WHERE nome = '${asked.nome}'`)
      expect(await afterwards(asked, () => desk().database.pool.query(change))).toEqual([401, 401, 401, 401])
    }
  })

  test('is refused from the next request on after the token is deleted or loses its scope', async () => {
    const gone = await asking(kind)
    const removal = silently(`DELETE FROM token WHERE nome = '${gone.nome}'`)
    expect(await afterwards(gone, () => two.database.pool.query(removal))).toEqual([401, 401, 401, 401])
    const less = await asking(kind)
    const change = silently(`UPDATE token SET escopos = '{pbx}' WHERE nome = '${less.nome}'`)
    expect(await afterwards(less, () => two.database.pool.query(change))).toEqual([403, 403, 403, 403])
  })

  test('is refused once the token has expired, though nobody changed it', async () => {
    const expira_em = new Date(Date.now() + 60_000)
    const asked = await asking(kind, { expira_em })
    const clock = vi.spyOn(one.desk, 'now')
    onTestFinished(() => clock.mockRestore())
    expect(await afterwards(asked, async () => clock.mockReturnValue(expira_em))).toEqual([401, 401, 401, 401])
  })

  test('is refused from outside the token’s networks, and from a network that was removed', async () => {
    const asked = await asking(kind, { redes: ['10.0.0.0/8'] })
    await again(asked.send)
    expect((await asked.send({ 'x-forwarded-for': '11.0.0.1' })).status).toBe(403)
    const change = silently(`UPDATE token SET redes = '{192.168.0.0/16}' WHERE nome = '${asked.nome}'`)
    expect(await afterwards(asked, () => two.database.pool.query(change))).toEqual([403, 403, 403, 403])
  })

  test('counts against the token’s rate limit, and becomes 429 past it', async () => {
    // A low limit, which even a slow machine exceeds.
    const few = await startDesk({ trustProxy: ['127.0.0.1'], requestsPerSecond: 50 })
    onTestFinished(() => few.stop())
    const { send } = await asking(kind, {}, few)
    await again(send)
    let last = await send()
    for (let asked = 0; asked <= 5_000 && last.status !== 429; asked += 50)
      last = (await Promise.all(Array.from({ length: 50 }, () => send()))).at(-1) ?? last
    expect([last.status, last.headers['retry-after']]).toEqual([429, expect.any(String)])
  })

  test('is replaced by a new list after customers change', async () => {
    const { send, first } = await asking(kind)
    await again(send)
    const made = [...generateClientes({ count: 1, seed: 9, firstId: 100_000 + kinds.indexOf(kind) })]
    await writeClientes(
      one.database,
      made.map((cliente) => ({ ...cliente, data_cadastro: '1901-01-01 00:00:00' })),
    )
    await vi.waitFor(async () => expect((await send()).headers.etag).not.toBe(first.headers.etag), { timeout: 20_000 })
  })
})
