import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildHttp } from '#server/http/build'
import { mostConnections } from '#server/http/connections'
import { isSameOrigin } from '#server/http/credentials'
import { healthRoutes, metricsRoutes } from '#server/http/monitoring'
import { onePort } from '#server/http/onePort'
import { errorBody } from '#server/http/wire'
import { openRaw, takenApart } from '../../support/rawSocket.ts'
import { sendRequest } from '../../support/request.ts'

let http: FastifyInstance
let server: Server
let url: string
let leaving: boolean
let said: string[]
let long: PassThrough

async function start(settings: { publicUrl?: string; trustProxy?: string[] } = {}) {
  const { publicUrl, trustProxy = false } = settings
  said = []
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(JSON.parse(line).msg) })
  const port = onePort({ dev: false, publicUrl, trustProxy, log })
  const { serverFactory } = port
  http = await buildHttp({ log, serverFactory, trustProxy, version: '0', routes: [] })
  await http.register(metricsRoutes, { metricsToken: 'um-token-de-metricas', screens: () => 3 })
  await http.register(healthRoutes, { pending: async () => [], leaving: () => leaving })
  http.get('/api/things/:id', { schema: { hide: true }, config: { access: 'anyone' } }, async () => ({ ok: true }))
  long = new PassThrough()
  long.write('begun')
  http.get('/api/long', { schema: { hide: true }, config: { access: 'anyone' } }, async (_, reply) => reply.send(long))
  http.post('/api/things', { schema: { hide: true }, config: { access: 'anyone' } }, async () => ({ ok: true }))
  await http.listen({ host: '127.0.0.1', port: 0 })
  server = port.server()
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
beforeEach(async () => {
  leaving = false
  await start()
})
afterEach(() => http.close())

const up = async () => expect((await sendRequest(url, { path: '/healthz' })).status).toBe(200)
const open = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

describe('an upgrade to another path than the screens’ socket', () => {
  const upgrade = 'GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

  test('that is followed by a reset does not end the process', async () => {
    for (let n = 0; n < 60; n++) {
      const raw = await openRaw(url)
      raw.say(upgrade)
      await new Promise<void>((next) => setImmediate(next))
      raw.socket.resetAndDestroy()
    }
    await up()
  })

  test('is answered with 404, and its connection is closed though the client never closes it', async () => {
    const raw = await openRaw(url)
    raw.neverClose()
    raw.say(upgrade)
    await raw.heard('This process draws no screens')
    raw.socket.end()
    await expect.poll(open, { timeout: 20_000 }).toBe(0)
    expect(await raw.ended()).toContain('HTTP/1.1 404')
  })
})

describe('a request that is not valid HTTP', () => {
  test.each([
    ['a malformed request line', 400, 'NONSENSE\r\n\r\n'],
    ['an unknown method', 400, 'FLY / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['two lengths', 400, 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'],
    ['no Host', 400, 'GET /api/x HTTP/1.1\r\n\r\n'],
    ['two Hosts', 400, 'GET /api/x HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n'],
    ['an address without end', 431, `GET /${'x'.repeat(20_000)}`],
    ['an accent in the address', 400, 'GET /api/x?termo=joão HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an accent in the path', 400, 'GET /joão HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a space', 400, 'GET /api/x?termo=joao silva HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a space or another protocol', 400, 'GET /x HTTPS/1.1\r\nHost: x\r\n\r\n'],
    ['no path: the slash forgotten', 400, 'GET api/v1/x HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no path: a name that was to be filled in', 400, 'GET {base_url}/api/v1/x HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no path: a query alone', 400, 'GET ?a=1 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no path: a telephone', 400, 'OPTIONS sip:a@b SIP/2.0\r\nHost: x\r\n\r\n'],
    ['no path', 400, 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a page whose percent sign means nothing', 400, 'GET /clientes/%ff HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['headers without end', 431, `GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}`],
    ['an expectation', 417, 'POST /api/x HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nContent-Length: 2\r\n\r\n{}'],
  ])('gets an error body of the desk for %s: %i', async (name, expected, text) => {
    const raw = await openRaw(url)
    raw.say(text)
    const { status, head, json } = takenApart(await raw.ended())
    expect(status).toBe(expected)
    expect(head).toContain('application/json')
    const { msg } = errorBody.parse(json)
    if (name.startsWith('an accent')) expect(msg).toMatch(/endereço.*acento.*%.*jo%C3%A3o/)
    if (name.startsWith('a space')) expect(msg).toMatch(/espaço.*%20.*HTTP\/1\.1/)
    if (name.startsWith('no path')) expect(msg).toContain('comece por /')
    if (expected === 431) expect(msg).toMatch(/endereço.*cabeçalhos/)
    await up()
  })

  test.each(['\0', ' ', 'x', 'NONSENSE\r\n\r\n'])(
    'behind a whole request leaves its response as it is, after which the connection closes: %j',
    async (more) => {
      const raw = await openRaw(url)
      raw.say(
        `POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}${more}`,
      )
      const { status, head, json } = takenApart(await raw.ended())
      expect([status, json]).toEqual([200, { ok: true }])
      expect(head).toContain('connection: close')
    },
  )

  test('does not cut off a response that has begun', async () => {
    const raw = await openRaw(url)
    raw.say('GET /api/long HTTP/1.1\r\nHost: x\r\n\r\n')
    await raw.heard('begun')
    for (const text of ['NONSENSE\r\n\r\n', 'more\r\n\r\n']) raw.say(text)
    await once(server, 'clientError')
    long.end(', done')
    const answer = await raw.ended()
    expect(answer).toContain('done')
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  })

  test('behind a complete response gets 400 in a response of its own', async () => {
    const raw = await openRaw(url)
    raw.say('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await raw.heard('"up"')
    raw.say('NONSENSE\r\n\r\n')
    const answer = await raw.ended()
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(2)
    expect(answer).toContain('HTTP/1.1 400')
  })
})

describe('requests of one connection that come together', () => {
  const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'

  test('are all answered when they are few', async () => {
    const raw = await openRaw(url)
    raw.say(`${ask.repeat(7)}GET /api/things/8 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect((await raw.ended()).match(/HTTP\/1\.1 200/g)).toHaveLength(8)
  })

  test.each(['/healthz', '/socket.io/?EIO=4&transport=polling'])(
    'end the connection when they are many, before most are looked at: %s',
    async (path) => {
      let served = 0
      server.on('request', () => served++)
      const raw = await openRaw(url)
      raw.say(ask.replace('/healthz', path).repeat(1_000))
      await raw.ended()
      expect(served).toBeLessThan(100)
      await up()
    },
  )

  test('are all told when the client left, not only the one that is being answered', async () => {
    const told: string[] = []
    server.on('request', (request, response) =>
      response.once('close', () => told.push(`${request.url} ${response.destroyed}`)),
    )
    const raw = await openRaw(url)
    raw.say(`${ask.replace('/healthz', '/api/long')}${ask}`)
    await raw.heard('begun')
    raw.socket.destroy()
    await expect.poll(() => told.sort()).toEqual(['/api/long true', '/healthz true'])
  })
})

describe('a time limit', () => {
  test('ends a connection with 408 when its head or its body does not come to an end', async () => {
    server.headersTimeout = 100
    server.requestTimeout = 100
    const head = 'POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    const answers = ['', head, `${head}Content-Length: 10\r\n\r\n{`].map(async (text) => {
      const raw = await openRaw(url)
      raw.say(text)
      return takenApart(await raw.ended())
    })
    for (const { status, json } of await Promise.all(answers)) {
      expect(status).toBe(408)
      errorBody.parse(json)
    }
  })

  test('is set by default for headers, requests and sockets, as is a limit for the number of connections', () => {
    expect(server.headersTimeout).toBeLessThanOrEqual(30_000)
    expect(server.requestTimeout).toBeLessThanOrEqual(120_000)
    expect(server.timeout).toBeGreaterThan(0)
    expect(server.maxConnections).toBe(mostConnections())
  })
})

test('the limit of connections is read without the stack of anything, for which Node would keep a parsed source map', () => {
  const { prepareStackTrace } = Error
  let read = 0
  Error.prepareStackTrace = () => {
    read += 1
    return ''
  }
  expect(mostConnections()).toBeGreaterThan(0)
  Error.prepareStackTrace = prepareStackTrace
  expect(read).toBe(0)
})

test('a port that cannot take another connection goes on and logs why', async () => {
  server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  await up()
  expect(said).toEqual(['the port could not take a connection'])
  server.maxConnections = 1
  const kept = await openRaw(url)
  const refused = await openRaw(url)
  expect(await refused.ended()).toBe('')
  expect(said.at(-1)).toBe('connections were refused: there are too many')
  kept.socket.destroy()
})

describe('/metrics', () => {
  test('counts requests by the pattern of their route, and all unknown addresses as one', async () => {
    const paths = ['/api/things/1', '/api/things/2', '/api/nowhere', '/api/neither', '/healthz', '/api/openapi.json']
    for (const path of paths) await sendRequest(url, { path })
    const { text } = await sendRequest(url, { path: '/metrics' })
    const count = (route: string, status: number) =>
      new RegExp(`request_duration_seconds_count\\{method="GET",route="${route}",status="${status}"\\} (\\d+)`).exec(
        text,
      )?.[1]
    expect(count('/api/things/:id', 200)).toBe('2')
    expect(count('none', 404)).toBe('2')
    expect(count('/healthz', 200)).toBe('1')
    expect(count('/api/openapi.json', 200)).toBe('1')
    expect(text).not.toContain('nowhere')
    expect(text).toContain('alo_screens_connected 3')
  })

  test.each([
    ['X-Forwarded-For', { 'x-forwarded-for': '203.0.113.1' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'alo.example' }],
    ['Forwarded', { forwarded: 'for=203.0.113.1' }],
    ['X-Real-IP', { 'x-real-ip': '203.0.113.1' }],
    ['Via', { via: '1.1 proxy' }],
    ['the public name', { host: 'alo.example' }],
    ['a name that only begins like this machine', { host: '127.0.0.1.evil.example' }],
  ])('is 404 for a request with %s, unless it has the metrics token', async (_name, headers) => {
    expect((await sendRequest(url, { path: '/metrics', headers })).status).toBe(404)
    const authorization = 'Bearer um-token-de-metricas'
    expect((await sendRequest(url, { path: '/metrics', headers, authorization })).status).toBe(200)
  })

  test.each(['localhost', 'localhost:3000', '127.0.0.1', '[::1]:3000'])(
    'answers a request from this machine to the host %s',
    async (host) => {
      expect((await sendRequest(url, { path: '/metrics', headers: { host } })).status).toBe(200)
    },
  )
})

describe('a host name that is not the desk’s', () => {
  const ours = [
    'alo.example',
    'ALO.example.:8443',
    'localhost:3000',
    'alo.localhost',
    '127.0.0.1',
    '[::1]:3000',
    '10.0.0.9:80',
  ]
  const others = ['evil.example', 'alo.example.evil.example', 'evil-alo.example', '127.0.0.1.evil.example', 'a b']
  const status = async (host: string, path: string) => (await sendRequest(url, { path, headers: { host } })).status

  test('gets 421 from the screens and their API when PUBLIC_URL is set, and is accepted when it is not', async () => {
    expect(await status('evil.example', '/api/things/1')).toBe(200)
    await http.close()
    await start({ publicUrl: 'https://alo.example' })
    for (const host of ours) expect([host, await status(host, '/api/things/1')]).toEqual([host, 200])
    for (const host of others)
      for (const path of ['/api/things/1', '/entrar', '/api/nowhere'])
        expect([host, await status(host, path)]).toEqual([host, 421])
    const { json } = await sendRequest(url, { path: '/entrar', headers: { host: 'evil.example' } })
    expect(errorBody.parse(json).msg).toBe('Este não é um endereço do Alô: abra https://alo.example')
    const raw = await openRaw(url)
    raw.say('GET http://evil.example/entrar HTTP/1.1\r\nHost: alo.example\r\n\r\n')
    expect(await raw.ended()).toContain('HTTP/1.1 421')
  })

  test('is accepted at the integration’s addresses, /healthz and /readyz', async () => {
    await http.close()
    await start({ publicUrl: 'https://alo.example' })
    expect(await status('alo:3000', '/healthz')).toBe(200)
    expect(await status('alo:3000', '/readyz')).toBe(200)
    expect(await status('alo:3000', '/api/v1/integracao/pbx/ramais')).toBe(404)
    expect(await status('alo:3000', '/api/v1/integracaox')).toBe(421)
  })
})

test('a page that came without TLS is another origin where PUBLIC_URL begins with https', () => {
  const from = (origin: string, host: string, publicUrl = 'https://alo.example') =>
    isSameOrigin({ origin, host }, publicUrl)
  expect(from('http://alo.example', 'alo.example')).toBe(false)
  expect(from('https://alo.example', 'alo.example')).toBe(true)
  expect(from('http://10.0.0.9:3000', '10.0.0.9:3000')).toBe(true)
  // A proxy with TLS in front of a desk that was told its plain address.
  expect(from('https://alo.example', 'alo.example', 'http://alo.example')).toBe(true)
})

describe('Strict-Transport-Security', () => {
  const hsts = async (path: string, headers = {}) =>
    (await sendRequest(url, { path, headers })).headers['strict-transport-security']
  const told = expect.stringMatching(/^max-age=\d{7,}$/)

  test('is sent by the API and the screens when PUBLIC_URL begins with https', async () => {
    await http.close()
    await start({ publicUrl: 'https://alo.example' })
    for (const path of ['/api/things/1', '/api/nowhere', '/entrar']) expect(await hsts(path)).toEqual(told)
  })

  test('is sent when a trusted proxy says that the request came over TLS, and not otherwise', async () => {
    expect(await hsts('/healthz', { 'x-forwarded-proto': 'https' })).toBeUndefined()
    await http.close()
    await start({ trustProxy: ['127.0.0.1'] })
    for (const path of ['/healthz', '/entrar']) {
      expect(await hsts(path, { 'x-forwarded-proto': 'https' })).toEqual(told)
      expect(await hsts(path, { 'x-forwarded-proto': 'https, http' })).toBeUndefined()
      expect(await hsts(path)).toBeUndefined()
    }
  })
})

test('/readyz answers 503 as soon as the desk shuts down, and /healthz still answers 200', async () => {
  expect((await sendRequest(url, { path: '/readyz' })).status).toBe(200)
  leaving = true
  expect((await sendRequest(url, { path: '/readyz' })).status).toBe(503)
  await up()
})
