import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import type { Ligacao, LigacoesAbertas } from '#server/ligacao/wire/ligacao'
import { openLigacoes } from '../../../app/ligacao/fila/ligacoes.ts'
import { createLigacoesStore } from '../../../app/ligacao/fila/ligacoesStore.ts'
import { notificar, startDesk, type TestDesk } from '../../support/desk.ts'
import { startProxy, type TcpProxy } from '../../support/network/proxy.ts'
import { startProcess } from '../../support/process.ts'
import { sendRequest } from '../../support/request.ts'
import { startTwoDesks } from '../../support/twoDesks.ts'

let proxy: TcpProxy
const ends: (() => unknown)[] = []
beforeEach(async () => {
  proxy = await startProxy([])
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await proxy.close()
})

/** A screen that reconnects as a browser does, and that puts events into the browser's real store. */
async function stayingScreen(cookie: string) {
  const socket = io(`http://127.0.0.1:${proxy.port}`, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    forceNew: true,
    reconnectionDelay: 500,
    randomizationFactor: 0.9,
    reconnectionDelayMax: 3_000,
  })
  ends.push(() => socket.close())
  // Node has no animation frames, so updates run with setImmediate.
  const store = createLigacoesStore((act) => void setImmediate(act))
  let snapshots = 0
  let connectedAt = 0
  const takeSnapshot = ({ ligacoes }: LigacoesAbertas, pedidoEm: number) => {
    snapshots++
    store.dispatch({ type: 'retrato', ligacoes, pedidoEm })
  }
  socket.on('connect', () => {
    connectedAt = store.state().relogio
  })
  socket.on('ligacoes:abertas', (body: LigacoesAbertas) => takeSnapshot(body, connectedAt))
  const synchronise = () => {
    const pedidoEm = store.state().relogio
    socket.emit('ligacoes:sincronizar', (body: LigacoesAbertas) => takeSnapshot(body, pedidoEm))
  }
  socket.on('ligacoes:conferir', synchronise)
  socket.on('mesa:banco', ({ responde }: { responde: boolean }) => responde && synchronise())
  for (const event of ['ligacao:aberta', 'ligacao:atualizada', 'ligacao:encerrada'])
    socket.on(event, (ligacao: Ligacao) => store.dispatch({ type: 'evento', ligacao }))
  const shown = () =>
    openLigacoes(store.state())
      .map(({ id }) => id)
      .sort()
  // One snapshot on connecting; more may follow while the desks are still finding each other.
  await vi.waitFor(() => expect(snapshots).toBeGreaterThan(0), { timeout: 20_000 })
  return { socket, shown, snapshots: () => snapshots }
}

const portOf = ({ url }: TestDesk) => Number(new URL(url).port)

test('when a desk is killed during calls, its screens move to the other desk and show every acknowledged call', async () => {
  const second = await startDesk()
  ends.push(() => second.stop())
  const { dataDir, databaseUrl = '' } = second.config
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }
  const first = await startProcess({ env, args: ['--demo'] })
  ends.push(() => first.kill())
  proxy.upstreams = [first.port, portOf(second)]
  const cookie = await second.cookie('ana')
  const screens = await Promise.all(Array.from({ length: 5 }, () => stayingScreen(cookie)))
  const notify = (body: object) =>
    sendRequest(`http://127.0.0.1:${proxy.port}`, { path: notificar, authorization: demoToken, body })
  const answered = new Set<string>()
  let calling = true
  let n = 0
  const callers = Array.from({ length: 4 }, async () => {
    while (calling) {
      // The exchange repeats a request without an answer; the proxy decides which desk gets it.
      const answer = await notify({ ramal: 101, ligacao_params: { id: n++ } }).catch(() => null)
      if (answer?.status === 200) answered.add(String(answer.headers['x-ligacao-id']))
    }
  })
  await vi.waitFor(() => expect(answered.size).toBeGreaterThan(20), { timeout: 20_000 })
  const snapshotsBefore = screens.map(({ snapshots }) => snapshots())
  await first.kill()
  const atDeath = answered.size
  await vi.waitFor(() => expect(answered.size).toBeGreaterThan(atDeath + 20), { timeout: 20_000 })
  calling = false
  await Promise.all(callers)
  for (const [n, { snapshots }] of screens.entries())
    await vi.waitFor(() => expect(snapshots()).toBeGreaterThan(snapshotsBefore[n] ?? 0), { timeout: 20_000 })
  const { rows } = await second.database.pool.query<{ id: string }>(`SELECT id FROM ligacao WHERE estado = 'aberta'`)
  const open = rows.map(({ id }) => id).sort()
  expect(open).toEqual(expect.arrayContaining([...answered]))
  for (const { shown } of screens) await vi.waitFor(() => expect(shown()).toEqual(open), { timeout: 20_000 })

  // New events reach the screens too.
  const { headers } = await second.cancel({ ramal: 101 })
  for (const { shown } of screens)
    await vi.waitFor(() => expect(shown()).not.toContain(headers['x-ligacao-id']), { timeout: 20_000 })
})

test('a desk that shuts down fails /readyz, refuses new screens, and its screens reconnect to the other desk', async () => {
  const { one, two, stop } = await startTwoDesks({ saidaSegundos: 1 })
  ends.push(stop)
  proxy.upstreams = [portOf(two), portOf(one)]
  const cookie = await one.cookie('bruno')
  const screens = await Promise.all(Array.from({ length: 6 }, () => stayingScreen(cookie)))
  const gone: string[] = []
  for (const { socket } of screens) socket.on('disconnect', (reason) => gone.push(reason))
  expect((await two.send({ path: '/readyz' })).status).toBe(200)

  const snapshotsBefore = screens.map(({ snapshots }) => snapshots())
  const left = two.leave()
  expect((await two.send({ path: '/readyz' })).status).toBe(503)
  const upgrade = {
    upgrade: 'websocket',
    connection: 'upgrade',
    'sec-websocket-key': 'x',
    'sec-websocket-version': '13',
  }
  const refused = await two.send({ path: '/socket.io/?EIO=4&transport=websocket', headers: upgrade })
  expect(refused.status).toBe(503)
  // As an operator's proxy does after a failed /readyz, send new connections to the other desk.
  proxy.upstreams = [portOf(one)]
  // While the desk shuts down it still answers, and its events reach the other desk.
  const { headers } = await two.notify({ ramal: 102, ligacao_params: { id: 'leaving' } })
  await left
  for (const [n, { shown, snapshots }] of screens.entries()) {
    await vi.waitFor(() => expect(snapshots()).toBeGreaterThan(snapshotsBefore[n] ?? 0), { timeout: 20_000 })
    await vi.waitFor(() => expect(shown()).toEqual([headers['x-ligacao-id']]), { timeout: 20_000 })
  }
  // No screen was disconnected by the server on purpose: Socket.IO would not reconnect by itself after that.
  expect(gone).toEqual(screens.map(() => 'transport close'))
  await expect.poll(() => one.desk.others.count).toBe(0)
})
