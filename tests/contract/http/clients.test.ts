import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { relacoes, relacoesPadrao } from '#server/cliente/wire/cliente'
import { demoToken } from '#server/demo/accounts'
import { notificar } from '../../support/desk.ts'
import { openRaw } from '../../support/rawSocket.ts'
import { useDesk } from '../../support/useDesk.ts'

/** Clients that speak HTTP as the standards allow, each in its own way. */
const desk = useDesk()
afterEach(() => desk.clear())

const windows = () => desk.database.prisma.ligacao.count()
const body = '{"ramal":101,"telefone":"37999912222"}'
const lines = (...text: string[]) => `${text.join('\r\n')}\r\n\r\n`
const h2c = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQBAAAAAAIAAAAA']
const notify = (target = notificar, ...more: string[]) =>
  lines(
    ...[`POST ${target} HTTP/1.1`, 'Host: x', `Authorization: ${demoToken}`, 'Content-Type: application/json'],
    ...more,
  )
const length = `Content-Length: ${body.length}`

describe('a request for an upgrade to h2c', () => {
  test('rings as a plain notification, with its body at once or later, and keeps the connection open', async () => {
    const raw = await openRaw(desk.url)
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    for (const [head, now, later] of [
      [length, body, ''],
      [length, '', body],
      [length, body.slice(0, 9), body.slice(9)],
      ['Transfer-Encoding: chunked', '', chunk],
    ] as const) {
      const answered = once(raw.socket, 'data')
      raw.say(notify(notificar, ...h2c, head) + now)
      // A request in between, so that the desk has read the first part before the rest comes.
      await desk.send({ path: '/healthz' })
      raw.say(later)
      expect(String(await answered)).toContain('Ligação notificada com sucesso')
      expect(await windows()).toBe(1)
    }
    raw.socket.destroy()
  })

  test('does no harm when the client resets the connection at any byte, or ends its side early', async () => {
    for (let n = 0; n < 60; n++) {
      const raw = await openRaw(desk.url)
      raw.say(notify(notificar, ...h2c, length) + body.slice(0, n))
      await new Promise<void>((next) => setImmediate(next))
      raw.socket.resetAndDestroy()
    }
    const raw = await openRaw(desk.url)
    raw.say(notify(notificar, ...h2c, length) + body.slice(0, 9))
    raw.socket.end()
    expect(await raw.ended()).not.toContain('success')
    expect((await desk.notify({ ramal: 101 })).status).toBe(200)
    const told = () => desk.log.some(({ msg }) => msg === 'a connection ended before its request was whole')
    await expect.poll(told, { timeout: 20_000 }).toBe(true)
    expect(desk.log.filter(({ level }) => level >= 40)).toEqual([])
  })

  test('gets a plain polling answer at the address of the screens’ sockets', async () => {
    const raw = await openRaw(desk.url)
    raw.say(lines('GET /socket.io/?EIO=4&transport=polling HTTP/1.1', 'Host: x', ...h2c))
    await raw.heard('"sid"')
    raw.socket.destroy()
  })
})

describe('a request target that is a full URL, as clients of forward proxies send it,', () => {
  test.each([
    ['its own host', notificar, (url: string) => url],
    ['another host than Host says', notificar, () => 'http://alo.interno:3000'],
    ['in capital letters', notificar, (url: string) => url.toUpperCase()],
  ])('is read as its path alone: %s', async (_name, path, host) => {
    const raw = await openRaw(desk.url)
    raw.say(notify(host(desk.url) + path, length, 'Connection: close') + body)
    expect(await raw.ended()).toContain('Ligação notificada com sucesso')
  })

  test('works for the screens’ sockets, too, and means the first page when it has no path', async () => {
    const raw = await openRaw(desk.url)
    raw.say(lines(`GET ${desk.url}/socket.io/?EIO=4&transport=polling HTTP/1.1`, 'Host: x'))
    await raw.heard('"sid"')
    raw.say(lines(`GET ${desk.url}?a=b HTTP/1.1`, 'Host: x', 'Connection: close'))
    expect(await raw.ended()).toContain('This process draws no screens')
  })
})

describe('a request outside /api that no operation of the desk takes', () => {
  test.each([
    ['POST', '/oauth/token', {}],
    ['POST', '/painel', { accept: '*/*' }],
    ['GET', '/nada', { accept: 'application/json, text/plain, */*' }],
    ['PUT', '/entrar', { accept: 'text/html' }],
    ['GET', '/API/v1/nada', { accept: '*/*' }],
  ])('gets a 404 in JSON when a program asks: %s %s', async (method, path, headers) => {
    const answer = await fetch(desk.url + path, { method, headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
    expect(await answer.json()).toMatchObject({ status: 'error', msg: expect.stringContaining('/api/docs') })
  })

  test.each(['GET', 'HEAD', 'POST'])(
    'gets a 404 with the right address where only slashes or capitals are wrong, even when a browser asks: %s',
    async (method) => {
      const right = '/api/v1/integracao/pbx/ligacao/notificar'
      for (const wrong of [
        `/${right}`,
        `//${right}`,
        `${right}/?a=b`,
        right.replace('/pbx', '//pbx'),
        right.toUpperCase(),
      ]) {
        const answer = await fetch(desk.url + wrong, { method, headers: { accept: 'text/html' } })
        expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
        const says = `Este endereço não existe, mas este sim: ${right}`
        if (method !== 'HEAD') expect((await answer.json()).msg).toBe(says)
      }
    },
  )

  test.each([
    ['GET', 'text/html,application/xhtml+xml,application/json'],
    ['GET', '*/*'],
  ])('is passed to the screens when a browser asks: %s that accepts %s', async (method, accept) => {
    expect(await (await fetch(`${desk.url}/nada`, { method, headers: { accept } })).text()).toContain(
      'draws no screens',
    )
  })

  test.each([
    ['/entrar?depois=%2Fclientes', '/entrar?depois=%2Fclientes'],
    ['//example.org/entrar', '/example.org/entrar'],
    ['/\\example.org', '/example.org'],
  ])(
    'is redirected to a path of the desk when a browser posts a form before its script has loaded: %s',
    async (path, location) => {
      const raw = await openRaw(desk.url)
      raw.say(`${lines(`POST ${path} HTTP/1.1`, 'Host: x', 'Accept: text/html,*/*;q=0.8', 'Content-Length: 3')}a=b`)
      expect(await raw.ended()).toMatch(`HTTP/1.1 303 See Other\r\nlocation: ${location}\r\n`)
    },
  )
})

describe('unusual input of a client', () => {
  const told = { ramal: 101, ligacao_params: { id: 'x' } }
  const rows = () =>
    desk.database.prisma.ligacao.findMany({ select: { telefone: true, estado: true, ligacao_params: true } })

  test.each([
    ['{"ramal":101,"telefone":037999912222}', '; um número que começa com zero vai entre aspas'],
    ['{"ramal":101,"telefone":"037999912222"', ''],
  ])('a body that is no JSON, %s, gets 400 with a hint what to check', async (text, more) => {
    const { status, json } = await desk.notify(text)
    expect([status, json.msg]).toEqual([400, `O corpo não é JSON válido: confira aspas, vírgulas e chaves${more}`])
  })

  test.each([
    '{"ramal":101,"ligacao_params":{"__proto__":{"x":1}}}',
    '\uFEFF{"ramal":101,"constructor":{"prototype":{"x":1}}}',
  ])('a body that is JSON and has a prototype field, %s, gets 400 with a message about it', async (text) => {
    const { status, json } = await desk.notify(text)
    expect([status, json.msg]).toEqual([400, expect.stringContaining('__proto__')])
  })

  test('an empty list as ligacao_params counts as none in a notification, a cancel and a repetition', async () => {
    const { status, headers } = await desk.notify({ ramal: 101, telefone: '37999912222', ligacao_params: [] })
    expect({ status, ignored: headers['x-campos-ignorados'] }).toEqual({ status: 200, ignored: undefined })
    expect(await rows()).toEqual([{ telefone: '37999912222', estado: 'aberta', ligacao_params: null }])
    expect((await desk.cancel({ ramal: 101, telefone: '37999912222', ligacao_params: [] })).status).toBe(200)
    expect(await rows()).toMatchObject([{ estado: 'cancelada' }])
    const keyless = { ramal: 101, telefone: '37988881111' }
    const told = { fila: 'suporte' }
    for (const ligacao_params of [told, {}, [], null, ''])
      expect((await desk.notify({ ...keyless, ligacao_params })).status).toBe(200)
    expect(await rows()).toContainEqual({
      telefone: keyless.telefone,
      estado: 'aberta',
      ligacao_params: JSON.stringify(told),
    })
    expect((await desk.notify({ ramal: 101, ligacao_params: [1] })).status).toBe(422)
  })

  const words = ['anonymous', 'Private', 'RESTRICTED', 'unavailable', 'Unknown', 'withheld']
  test.each(['1'.repeat(21), `+${'0'.repeat(64)}`, ...words])(
    'a telephone that is an id or a word (%s) is ignored, and the window opens without it',
    async (telefone) => {
      const notified = await desk.notify({ ...told, telefone, fora: 1 })
      expect([notified.status, notified.headers['x-campos-ignorados']]).toEqual([200, 'telefone, fora'])
      expect(await rows()).toMatchObject([{ telefone: null, estado: 'aberta' }])
      const cancelled = await desk.cancel({ ...told, telefone })
      expect([cancelled.status, cancelled.headers['x-campos-ignorados']]).toEqual([200, 'telefone'])
      expect(await rows()).toMatchObject([{ telefone: null, estado: 'cancelada' }])
    },
  )

  test.each([
    ['relacoes=pacotes,', ['pacotes']],
    ['relacoes=,pacotes,,', ['pacotes']],
    ['relacoes=,', relacoesPadrao],
  ])('an extra comma in relacoes is ignored: %s', async (query, names) => {
    const path = `/api/v1/integracao/cliente/all?limit=1&${query}`
    const { status, json } = await desk.send({ path, authorization: demoToken })
    expect(status).toBe(200)
    expect(Object.keys(json.clientes[0].servicos[0]).filter((name) => relacoes.includes(name as 'pacotes'))).toEqual(
      names,
    )
  })
})
