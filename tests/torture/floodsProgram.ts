// Does one harm to a desk, in its own process. Usage: node --import tsx floodsProgram.ts <harm> <url> <cookie>

import { once } from 'node:events'
import http from 'node:http'
import { connect, type Socket as RawSocket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { notificar, token } from './floodsDesk.ts'

const [harm = '', url = '', cookie = ''] = process.argv.slice(2)
const { hostname, port } = new URL(url)
const list = '/api/v1/integracao/cliente/all'

async function open(): Promise<RawSocket> {
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  socket.on('error', () => undefined).on('data', () => undefined)
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return socket
}
const lines = (...text: string[]) => `${text.join('\r\n')}\r\n\r\n`
const upgrade = (path: string) =>
  lines(
    `GET ${path} HTTP/1.1`,
    'Host: x',
    `Cookie: ${cookie}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  )
const screens = '/socket.io/?EIO=4&transport=websocket'
const call = `${lines(`POST ${notificar} HTTP/1.1`, 'Host: x', `Authorization: ${token}`, 'Content-Type: application/json', 'Content-Length: 13')}{"ramal":101}`
const said = [
  upgrade('/elsewhere'),
  upgrade('/_next/webpack-hmr'),
  `${upgrade(screens)}\x81\x82\0\0\0\x0040`,
  call,
  lines(`GET ${list} HTTP/1.1`, 'Host: x', `Authorization: ${token}`),
  '\0\xff\x16\x03\x01 no HTTP\r\n\r\n',
]

/** Sends each message, half of them cut at a random byte, and resets the connection there or during the answer. */
async function resets(): Promise<string> {
  for (let n = 0; n < 100; n++) {
    await Promise.all(
      said.map(async (text) => {
        const socket = await open()
        const whole = Math.random() < 0.5
        socket.write(Buffer.from(whole ? text : text.slice(0, Math.random() * text.length), 'latin1'))
        await pause(Math.random() * 20)
        socket.resetAndDestroy()
      }),
    )
  }
  return `${100 * said.length} connections reset`
}

/** Opens connections that send slowly, send nothing or are never closed on this side: the desk must end them. */
async function dawdlers(): Promise<string> {
  const sockets = await Promise.all(Array.from({ length: 300 }, open))
  const texts = ['', call.slice(0, -5), upgrade('/elsewhere'), upgrade(screens)]
  const slow = sockets.map(async (socket, n) => {
    const text = texts[n % texts.length] ?? ''
    if (n % 8 >= 4) return void socket.write(text)
    for (const byte of text) {
      if (socket.destroyed || !socket.writable) return
      socket.write(byte)
      await pause(100)
    }
  })
  const closed = sockets.map((socket) => once(socket, 'end').catch(() => undefined))
  const ended = await Promise.race([Promise.all(closed).then(() => true), pause(90_000, false)])
  void slow
  if (!ended) throw new Error('the desk keeps connections that say nothing')
  return '300 dawdling connections ended'
}

function screen(): Promise<Socket> {
  const socket = io(url, { transports: ['websocket'], extraHeaders: { cookie }, reconnection: false, forceNew: true })
  return new Promise((resolve) => {
    for (const event of ['ligacoes:abertas', 'connect_error', 'disconnect'] as const)
      socket.once(event, () => resolve(socket))
  })
}

async function events(): Promise<string> {
  let cut = 0
  for (const event of ['ligacoes:sincronizar', 'nada', 'ligacao:exibida', 'ligacoes:sincronizar']) {
    const socket = await screen()
    const gone = socket.connected ? once(socket as never, 'disconnect') : Promise.resolve()
    for (let n = 0; n < 10_000; n++) socket.emit(event, event === 'nada' ? {} : () => undefined)
    await gone
    cut += 1
  }
  return `${cut} screens of 10,000 messages cut`
}

async function sockets(): Promise<string> {
  const all = await Promise.all(Array.from({ length: 600 }, screen))
  await pause(500)
  const let_in = all.filter((socket) => socket.connected).length
  for (const socket of all) socket.close()
  return `${let_in} of 600 sockets let in`
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 200 })
function ask(path: string, authorization: string, method = 'GET', body?: string, more = {}): Promise<number> {
  return new Promise((resolve) => {
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }), ...more }
    const request = http.request(new URL(path, url), { agent, method, headers }, (response) => {
      response.resume().once('close', () => resolve(response.statusCode ?? 0))
    })
    request.once('error', () => resolve(0))
    request.end(body)
  })
}
async function counted(asked: Promise<number>[]): Promise<string> {
  const statuses = new Map<number, number>()
  for (const status of await Promise.all(asked)) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
}
const many = (count: number, one: (n: number) => Promise<number>) =>
  counted(Array.from({ length: count }, (_, n) => one(n)))

const tokens = () =>
  many(2_000, (n) =>
    ask(n % 2 ? list : notificar, `alo_unknown_${n}`, n % 2 ? 'GET' : 'POST', n % 2 ? undefined : '{"ramal":101}'),
  )
const lists = async () =>
  `${await many(40, () => ask(list, token))}; compressed ${await many(40, () => ask(list, token, 'GET', undefined, { 'accept-encoding': 'gzip' }))}; different ${await many(300, (n) => ask(`${list}?offset=${n + 1}`, token))}`
const signIns = () =>
  many(40, (n) =>
    ask('/api/auth/sign-in/username', '', 'POST', JSON.stringify({ username: `ana${n}`, password: 'x'.repeat(12) }), {
      origin: url,
    }),
  )

/** Rings an agent thousands of times without closing a window, while ten screens ask for the snapshot. */
async function calls(): Promise<string> {
  const rung = await many(5_000, (n) =>
    ask(
      notificar,
      token,
      'POST',
      `{"ramal":101,"ligacao_params":{"id":"${Math.random()}${n}","x":"${'x'.repeat(1_000)}"}}`,
    ),
  )
  const all = await Promise.all(Array.from({ length: 10 }, screen))
  for (let n = 0; n < 20; n++)
    await Promise.all(
      all.map((socket) =>
        socket
          .timeout(20_000)
          .emitWithAck('ligacoes:sincronizar')
          .catch(() => undefined),
      ),
    )
  for (const socket of all) socket.close()
  return `notified ${rung}`
}

const harms: Record<string, () => Promise<string>> = {
  resets,
  dawdlers,
  events,
  sockets,
  tokens,
  lists,
  signIns,
  calls,
}
process.send?.({ done: (await harms[harm]?.()) ?? 'nothing' })
process.exit(0)
