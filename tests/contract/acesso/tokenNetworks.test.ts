import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { flushTokenUses } from '#server/acesso/recognizeToken'
import { listTokens } from '#server/acesso/rows/tokens'
import { addressOf, isWithin } from '#server/http/address'
import { notificar, startDesk } from '../../support/desk.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk({ trustProxy: ['127.0.0.1'] })
beforeEach(() => desk.clear())

/**
 * One operation that presumes the token is still valid, one that registers an event, one that reads the token each
 * time.
 */
const operations = {
  notify: { path: notificar, body: { ramal: 101 }, good: 200 },
  register: { path: '/api/v1/integracao/financeiro/evento_faturamento', body: {}, good: 422 },
  list: { path: '/api/v1/integracao/cliente?busca=id_cliente&termo_busca=1', body: undefined, good: 200 },
}
/** As some proxies write addresses. */
const withPorts = ['10.255.0.1:5678', '[2001:db8:ffff::1]:443', '[2001:db8:ffff::1]', '10.0.0.1:80,127.0.0.1:81']
const escopos = ['pbx' as const, 'cliente' as const, 'financeiro' as const]

const from = (
  ip: string,
  authorization: string,
  { path, body }: { path: string; body?: unknown } = operations.notify,
) => desk.send({ path, authorization, headers: { 'x-forwarded-for': ip }, ...(body !== undefined && { body }) })

describe.each(Object.entries(operations))('%s: a token bound to networks', (_name, operation) => {
  test('is accepted from these networks and refused from others with 403, cached or not', async () => {
    const { secret } = await desk.token({ escopos, redes: ['10.0.0.0/8', '203.0.113.7', '2001:db8::/32'] })
    for (let round = 0; round < 2; round++) {
      for (const ip of ['10.255.0.1', '203.0.113.7', '2001:db8:ffff::1', '::ffff:10.1.2.3', ...withPorts])
        expect((await from(ip, secret, operation)).status, ip).toBe(operation.good)
      for (const ip of ['11.0.0.1', '203.0.113.8', '2001:db9::1', 'not-an-address']) {
        const answer = await from(ip, secret, operation)
        expect(answer.status, ip).toBe(403)
        expect(answer.json.msg).toContain('endereço')
      }
    }
  })
})

test('a notification from outside the token’s networks rings nobody', async () => {
  const ana = await desk.screen('ana')
  const { secret } = await desk.token({ redes: ['10.0.0.0/8'] })
  await from('11.0.0.1', secret)
  expect(await ana.events()).toEqual([])
})

test('a network that is removed from a token is refused at once, even if the notice of the change is lost', async () => {
  const { secret, nome } = await desk.token({ redes: ['10.0.0.0/8', '192.168.0.0/16'] })
  expect((await from('192.168.1.1', secret)).status).toBe(200)
  await desk.database.pool.query(
    `BEGIN; ALTER TABLE token DISABLE TRIGGER token_announce; UPDATE token SET redes = '{10.0.0.0/8}' WHERE nome = '${nome}';
     ALTER TABLE token ENABLE TRIGGER token_announce; COMMIT`,
  )
  // Refused by the statement, which checks the token again, or by the door if it had just forgotten the token.
  expect([401, 403]).toContain((await from('192.168.1.1', secret)).status)
  expect((await from('10.0.0.1', secret)).status).toBe(200)
})

test('a token’s last use is listed with the address that the trusted proxy names; a refused request is no use', async () => {
  const { secret, nome } = await desk.token({ redes: ['10.0.0.0/8'] })
  await from('10.9.8.7', secret)
  // A refused request does not count as a use of the token.
  await from('11.9.8.7', secret)
  await flushTokenUses(desk.desk)
  expect((await listTokens(desk.database)).find((token) => token.nome === nome)).toMatchObject({
    ultimo_ip: '10.9.8.7',
    ultimo_uso: expect.any(String),
    redes: ['10.0.0.0/8'],
  })
})

test('without a trusted proxy, what X-Forwarded-For claims changes nothing', async () => {
  const plain = await startDesk()
  try {
    const { secret } = await plain.token({ redes: ['10.0.0.0/8'] })
    const headers = { 'x-forwarded-for': '10.0.0.1', forwarded: 'for=10.0.0.1', 'x-real-ip': '10.0.0.1' }
    const request = { path: notificar, body: { ramal: 101 }, headers }
    expect((await plain.send({ ...request, authorization: secret })).status).toBe(403)
    const own = await plain.token({ redes: ['127.0.0.1'] })
    expect((await plain.send({ ...request, authorization: own.secret })).status).toBe(200)
  } finally {
    await plain.stop()
  }
})

test('the request check and the database agree on whether an address is in a token’s networks', async () => {
  const v4 = fc.ipV4()
  const v6 = fc.ipV6().filter((ip) => !ip.includes('.'))
  // Addresses close to one another, so that many lie inside the generated networks.
  const near = fc.constantFrom('10.0.0.1', '10.0.0.2', '10.0.1.1', '10.128.0.1', '2001:db8::1', '2001:db8::2', '::1')
  const network = fc.oneof(
    fc.tuple(fc.oneof(v4, near), fc.integer({ min: 0, max: 32 })),
    fc.tuple(fc.oneof(v6, near), fc.integer({ min: 0, max: 128 })),
  )
  const cases = fc.sample(fc.tuple(fc.oneof(v4, v6, near), fc.array(network, { minLength: 1, maxLength: 3 })), 500)
  const asked = cases.map(([ip, networks]) => ({
    ip,
    redes: networks.map(([address, bits]) => `${address}/${address.includes(':') ? bits : Math.min(bits, 32)}`),
  }))
  const { rows } = await desk.database.pool.query<{ dentro: boolean }>(
    `SELECT (SELECT bool_or(a.ip::inet <<= r::inet) FROM json_array_elements_text(a.redes) r) AS dentro
     FROM json_to_recordset($1::json) AS a (ip text, redes json)`,
    [JSON.stringify(asked.map(({ ip, redes }) => ({ ip: addressOf(ip), redes })))],
  )
  expect(rows.map(({ dentro }) => dentro)).toEqual(asked.map(({ ip, redes }) => isWithin(ip, redes)))
  expect(new Set(rows.map(({ dentro }) => dentro))).toEqual(new Set([true, false]))
})
