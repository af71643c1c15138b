import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { type OwnDatabase, ownDatabase } from '../../support/ownDatabase.ts'
import { type DeskProcess, startProcess } from '../../support/process.ts'

let own: OwnDatabase
let desk: DeskProcess | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await desk?.stop()
  await own.remove()
})

/** Opens an idle connection; null if the desk closes it at once. */
const idle = () =>
  new Promise<Socket | null>((resolve) => {
    const socket = connect(desk?.port ?? 0, '127.0.0.1').on('error', () => resolve(null))
    socket.once('close', () => resolve(null)).once('data', () => resolve(socket))
    socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    sockets.push(socket)
  })

/** Requests a list that is not cached yet, and returns the status. */
const list = (socket: Socket, n: number) =>
  new Promise<number>((resolve) => {
    socket.once('data', (piece) => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(String(piece))?.[1])))
    socket.once('close', () => resolve(0))
    const path = `/api/v1/integracao/cliente/all?limit=1&offset=${n}`
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nAuthorization: ${demoToken}\r\n\r\n`)
  })

async function start(descriptors: number): Promise<Socket[]> {
  own = await ownDatabase()
  const { dataDir, databaseUrl = '' } = own
  desk = await startProcess({ env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, args: ['--demo'], descriptors })
  const open: Socket[] = []
  for (let left = descriptors; left > 0; left -= 64) {
    const taken = await Promise.all(Array.from({ length: 64 }, idle))
    open.push(...taken.filter((socket) => socket !== null))
    if (taken.includes(null)) break
  }
  return open
}

test('with the most connections that it accepts, the desk has file descriptors left for lists', async () => {
  const open = await start(1_024)
  // First one after another, until the cache holds its most lists, and then all at once.
  const kept: number[] = []
  for (const [n, socket] of open.slice(0, 70).entries()) kept.push(await list(socket, n + 1))
  expect(new Set(kept)).toEqual(new Set([200]))
  const statuses = await Promise.all(open.slice(0, 84).map((socket, n) => list(socket, n + 100)))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(32)
  // The others get 503 because the queue is full.
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect(desk?.output()).not.toContain('EMFILE')
}, 120_000)

test('with too few file descriptors, each list request gets 200 or 503', async () => {
  const open = await start(160)
  const statuses: number[] = []
  for (const [n, socket] of open.slice(0, 70).entries()) statuses.push(await list(socket, n + 1))
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  // Depending on how many descriptors are left, opening the thread, its program or its key fails.
  await expect.poll(() => desk?.output()).toContain('EMFILE')
}, 120_000)
