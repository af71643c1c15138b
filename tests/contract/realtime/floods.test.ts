import { io, type Socket } from 'socket.io-client'
import { beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#server/realtime/floods'
import { openRaw, type RawSocket, upgradeHead } from '../../support/rawSocket.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
const sockets: Socket[] = []
beforeEach(async () => {
  for (const socket of sockets.splice(0)) socket.close()
  await desk.clear()
})

/** Tries to connect. Resolves to 'connected', or to the message of the refusal. */
function knock(cookie: string): Promise<string> {
  const socket = io(desk.url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    reconnection: false,
    forceNew: true,
  })
  sockets.push(socket)
  return new Promise((resolve) => {
    socket.once('ligacoes:abertas', () => resolve('connected'))
    socket.once('connect_error', ({ message }) => resolve(message))
    socket.once('disconnect', resolve)
  })
}
/** Opens a raw WebSocket, for bytes that no client would send. */
async function webSocket(): Promise<RawSocket> {
  const raw = await openRaw(desk.url)
  raw.say(`${upgradeHead}\r\n\r\n`)
  await raw.heard('101')
  return raw
}
const many = (count: number, cookie: string) => Promise.all(Array.from({ length: count }, () => knock(cookie)))

describe('one screen', () => {
  test.each([
    ['events that nobody knows', (socket: Socket) => socket.emit('nada', { x: 1 })],
    ['windows shown', (socket: Socket) => socket.emit('ligacao:exibida', { id: crypto.randomUUID() })],
    ['snapshots', (socket: Socket) => socket.emit('ligacoes:sincronizar', () => undefined)],
    ['heartbeats', (socket: Socket) => socket.emit('mesa:pulso', () => undefined)],
    ['acknowledgements of nothing', (socket: Socket) => socket.emit('ligacoes:sincronizar')],
  ])('that sends ten thousand %s is disconnected, and nobody else is', async (_what, say) => {
    const bruno = await desk.screen('bruno')
    const ana = await desk.screen('ana')
    for (let n = 0; n < 10_000; n++) say(ana.socket as unknown as Socket)
    await ana.ended
    await desk.notify({ ramal: 102 })
    expect(await bruno.events()).toEqual(['ligacao:aberta'])
    const again = await desk.screen('ana')
    expect(again.first).toEqual({ ligacoes: [] })
  })

  test('that sends a thousand connect packets over one connection is disconnected', async () => {
    const raw = await webSocket()
    for (let n = 0; n < 1_000; n++) raw.socket.write(Buffer.from('\x81\x82\0\0\0\x0040', 'latin1'))
    const before = await desk.screen('ana')
    await raw.ended()
    expect(await before.sync()).toEqual({ ligacoes: [] })
  })

  test.each([
    ['pings', '\x89\x80\0\0\0\0'],
    ['pongs', '\x8a\x80\0\0\0\0'],
    // Empty, so that no limit of a message's size is reached.
    ['frames of one message', '\x00\x80\0\0\0\0'],
  ])('that sends a thousand WebSocket %s is disconnected, before it says who it is', async (_what, frame) => {
    const before = await webSocket()
    const raw = await webSocket()
    const text = '\x01\x80\0\0\0\0'
    raw.socket.write(Buffer.from(frame.startsWith('\0') ? text : '', 'latin1'))
    raw.socket.write(Buffer.from(frame.repeat(1_000), 'latin1'))
    await raw.ended()
    expect(before.socket.readyState).toBe('open')
    before.socket.destroy()
  })

  test('that sends half the allowed messages at once stays connected', async () => {
    const ana = await desk.screen('ana')
    for (let n = 0; n < limits.messages[0] / 2; n++) ana.socket.emit('ligacao:exibida', { id: crypto.randomUUID() })
    expect(await ana.sync()).toEqual({ ligacoes: [] })
  })
})

describe('many screens', () => {
  test('of one session are limited in number, and another can connect when they have gone', async () => {
    const cookie = await desk.cookie('ana')
    const outcomes = await many(100, cookie)
    expect(outcomes.filter((outcome) => outcome === 'connected')).toHaveLength(limits.socketsOfSessao)
    const refused = ['connected', 'conexoes_demais', 'io server disconnect', 'websocket error']
    expect(outcomes.filter((outcome) => !refused.includes(outcome))).toEqual([])
    for (const socket of sockets.splice(0)) socket.close()
    await expect.poll(() => knock(cookie), { timeout: 20_000 }).toBe('connected')
    const { headers } = await desk.notify({ ramal: 101 })
    expect(Number(headers['x-telas'])).toBe(sockets.filter((socket) => socket.connected).length)
  })

  test('of one user in many sessions are limited in number', async () => {
    const cookies = await Promise.all(Array.from({ length: 5 }, () => desk.cookie('bruno')))
    const outcomes = (await Promise.all(cookies.map((cookie) => many(limits.socketsOfSessao, cookie)))).flat()
    const connected = outcomes.filter((outcome) => outcome === 'connected').length
    expect(connected).toBe(limits.socketsOfUsuario)
    const { headers } = await desk.notify({ ramal: 102 })
    expect(headers['x-telas']).toBe(String(limits.socketsOfUsuario))
  })
})

test('a user with more open calls than a screen shows gets the latest, oldest of them first', async () => {
  const ramal = '105'
  const usuario_id = await desk.user({ usuario: 'dora', ramal })
  await desk.database.pool.query(
    `INSERT INTO ligacao (id, usuario_id, estado, ramal, chave, notificada_em, tocada_em, aberta_em, exibida_em)
     SELECT gen_random_uuid(), $1, 'aberta', $2, n::text, now(), now(), now() - n * interval '1 second', now()
     FROM generate_series(1, 5000) n`,
    [usuario_id, ramal],
  )
  const dora = await desk.screen('dora')
  const times = dora.first.ligacoes.map(({ aberta_em }) => aberta_em)
  expect(times).toHaveLength(200)
  expect(times).toEqual([...times].sort())
  expect(new Set(times).size).toBe(200)
  const { headers } = await desk.notify({ ramal, ligacao_params: { id: 'x' } })
  expect((await dora.sync()).ligacoes.at(-1)?.id).toBe(headers['x-ligacao-id'])
})

test('a connection that sends bytes that are no WebSocket frame does not disturb another agent’s screen', async () => {
  const bruno = await desk.screen('bruno')
  for (const bytes of ['\xff\xff\xff\xff', '\x81\x05hello', '\x81\x80\x00\x00\x00\x00', 'GET / HTTP/1.1\r\n\r\n']) {
    const raw = await webSocket()
    raw.socket.write(Buffer.from(bytes, 'latin1'))
    raw.socket.resetAndDestroy()
  }
  await desk.notify({ ramal: 102 })
  expect(await bruno.events()).toEqual(['ligacao:aberta'])
})
