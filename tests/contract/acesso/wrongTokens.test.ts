import { afterEach, expect, test, vi } from 'vitest'
import { mintToken } from '#server/acesso/recognizeToken'
import { notificar } from '../../support/desk.ts'
import { useDesk } from '../../support/useDesk.ts'

const limit = 10

const desk = useDesk({ failedTokensPerMinute: limit, trustProxy: ['127.0.0.1'] })
afterEach(() => vi.restoreAllMocks())

const list = '/api/v1/integracao/cliente?busca=id_cliente&termo_busca=1'
const from = (ip: string, authorization: string, path = notificar) =>
  desk.send({
    path,
    authorization,
    headers: { 'x-forwarded-for': ip },
    ...(path === notificar && { body: { ramal: 101 } }),
  })

/** Counts how often each statement about tokens runs, by the statement's name. */
function questions() {
  const run = vi.spyOn(desk.database, 'run')
  return (name: string) => run.mock.calls.filter(([statement]) => statement.name === name).length
}

const unlike = (many: number) => Array.from({ length: many }, mintToken)

test('a flood of unknown tokens gets 429 past the limit, and causes no more database look-ups than the limit', async () => {
  const asked = questions()
  const answers = await Promise.all(
    unlike(100).map((secret, n) => from('203.0.113.9', secret, n % 2 ? notificar : list)),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(100 - limit)
  expect(answers.filter(({ status }) => status < 400)).toEqual([])
  for (const { headers, json } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(json).toMatchObject({ status: 'error', msg: expect.stringContaining('Tokens errados demais') })
  }
  expect(asked('token_living')).toBeLessThanOrEqual(limit)
  // The desk also reads the hashes of all active tokens, at most once a second.
  expect(asked('token_hashes')).toBeLessThan(30)
  // Another address need not wait.
  expect((await from('203.0.113.10', mintToken())).status).toBe(401)
})

test('a valid token still works from an address with too many wrong ones, be it cached, uncached or new', async () => {
  const { secret: old, nome } = await desk.token({ escopos: ['pbx', 'cliente'] })
  expect((await from('198.51.100.20', old)).status).toBe(200)
  await Promise.all(unlike(3 * limit).map((secret) => from('198.51.100.20', secret)))
  expect((await from('198.51.100.20', mintToken())).status).toBe(429)
  expect((await from('198.51.100.20', old)).status).toBe(200)
  // Any change of a token makes the desk forget all tokens that it remembers.
  await desk.database.pool.query(`UPDATE token SET escopos = '{pbx,cliente}' WHERE nome = $1`, [nome])
  for (const path of [notificar, list]) expect((await from('198.51.100.20', old, path)).status).toBe(200)
  const { secret: fresh } = await desk.token({ escopos: ['pbx', 'cliente'] })
  await vi.waitFor(async () => expect((await from('198.51.100.20', fresh)).status).toBe(200), { timeout: 10_000 })
  // Many requests at once with the new token do not count as failures either.
  const burst = await Promise.all(Array.from({ length: 3 * limit }, () => from('198.51.100.20', fresh, list)))
  expect(new Set(burst.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await from('198.51.100.20', mintToken())).status).toBe(429)
})

test('a revoked token that is sent repeatedly is looked up once, and works again once the revocation is undone', async () => {
  const { secret, nome } = await desk.token()
  await desk.database.pool.query('UPDATE token SET revogado_em = now() WHERE nome = $1', [nome])
  await vi.waitFor(async () => expect((await from('198.51.100.30', secret)).status).toBe(401), { timeout: 20_000 })
  const asked = questions()
  for (let n = 0; n < 5; n++) expect((await from('198.51.100.30', secret)).status).toBe(401)
  expect(asked('token_living')).toBeLessThanOrEqual(1)
  await desk.database.pool.query('UPDATE token SET revogado_em = NULL WHERE nome = $1', [nome])
  await vi.waitFor(async () => expect((await from('198.51.100.30', secret)).status).toBe(200), { timeout: 10_000 })
})

test('wrong tokens are counted per IPv6 network; a request without a token is not counted', async () => {
  for (let n = 0; n < limit; n++) await from(`2001:db8:0:1::${n.toString(16)}`, mintToken())
  expect((await from('2001:db8:0:1:ffff::1', mintToken())).status).toBe(429)
  expect((await from('2001:db8:0:2::1', mintToken())).status).toBe(401)
  const without = { path: notificar, body: { ramal: 101 }, headers: { 'x-forwarded-for': '198.51.100.1' } }
  for (let n = 0; n < 2 * limit; n++) expect((await desk.send(without)).status).toBe(401)
  expect((await from('198.51.100.1', mintToken())).status).toBe(401)
})

test('wrong password links get 429 past the limit; a valid link is not counted against its address', async () => {
  const link = (ip: string, segredo: string) =>
    desk.send({ path: '/api/senha/convite', body: { segredo }, headers: { 'x-forwarded-for': ip } })
  const headers = { cookie: await desk.cookie('admin') }
  const path = `/api/painel/usuarios/${await desk.idOf('ana')}/convite`
  const { json } = await desk.send({ method: 'POST', path, headers })
  for (let n = 0; n < 2 * limit; n++) expect((await link('198.51.100.40', json.convite.segredo)).status).toBe(200)
  for (let n = 0; n < limit; n++) expect((await link('198.51.100.40', mintToken())).status).toBe(404)
  const refused = await link('198.51.100.40', mintToken())
  expect({ status: refused.status, wait: Number(refused.headers['retry-after']) > 0 }).toEqual({
    status: 429,
    wait: true,
  })
  expect((await link('198.51.100.41', json.convite.segredo)).status).toBe(200)
})
