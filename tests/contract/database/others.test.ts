import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Others } from '#server/database/others/others'
import { PatientPool } from '#server/database/pool'
import { elsewhere } from '#server/realtime/elsewhere'
import { quiet } from '../../support/embedded/folders.ts'
import { startProxy, type TcpProxy } from '../../support/network/proxy.ts'
import { emptyDatabase, serverOf, throughPort } from '../../support/ownDatabase.ts'

const patient = { timeout: 30_000 }

let postgres: Awaited<ReturnType<typeof emptyDatabase>>
let proxy: TcpProxy
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  postgres = await emptyDatabase()
  proxy = await startProxy([serverOf(postgres.databaseUrl)])
})
afterEach(async () => {
  proxy.resume()
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(async () => {
  await proxy.close()
  await postgres.remove()
})

/** Joins the processes on the database, and keeps everything that the others tell it. */
async function join({ url = postgres.databaseUrl, silentSeconds = 5 } = {}) {
  const pool = new PatientPool(url, 'alo test')
  const others = new Others({ silentSeconds })
  const heard: unknown[] = []
  const events: string[] = []
  others.hear('test', (what) => heard.push(what))
  others.on('missed', () => events.push('missed'))
  others.on('gone', () => events.push('gone'))
  others.on('duty', (held) => events.push(held ? 'on duty' : 'off duty'))
  await others.join({ pool }, quiet)
  ends.push(async () => {
    await others.leave()
    await pool.end()
  })
  return { others, heard, events, pool, leave: () => others.leave() }
}

/** The screens of a process that has joined: `screens` counts its own by user, `there` knows those of the others. */
function screensAt({ others }: { others: Others }) {
  const screens = new Map<number, number>()
  const screensOf = (usuarioId: number) => screens.get(usuarioId) ?? 0
  const there = elsewhere(others, { publish: () => {}, screensOf, usuarios: () => [...screens.keys()] }, quiet)
  return { screens, there }
}

/** As `join`, but through a proxy that can be cut like a cable. */
const joinByCable = () => {
  const url = throughPort(postgres.databaseUrl, proxy.port)
  return join({ url })
}

test('processes find each other, get messages whole and in order, and notice when one leaves', async () => {
  const one = await join()
  one.others.tell('test', 'to nobody')
  const two = await join()
  await vi.waitFor(() => expect([one.others.count, two.others.count]).toEqual([1, 1]), patient)
  for (let n = 0; n < 500; n++) one.others.tell('test', { n, text: 'ç'.repeat(n * 4) })
  await vi.waitFor(() => expect(two.heard).toHaveLength(500), patient)
  expect(two.heard.map((each) => (each as { n: number }).n)).toEqual(Array.from({ length: 500 }, (_, n) => n))
  expect(two.heard[499]).toEqual({ n: 499, text: 'ç'.repeat(1_996) })
  expect(one.heard).toEqual([])
  await two.leave()
  await vi.waitFor(() => expect(one.others.count).toBe(0), patient)
  expect(one.events).toEqual(['on duty', 'gone'])
})

test('a process whose connection is lost again during its hello connects once more', patient, async () => {
  const [one, two] = [await joinByCable(), await join()]
  await vi.waitFor(() => expect(two.others.count).toBe(1), patient)
  const cut = proxy.cutAnswerTo('others_tell')
  proxy.reset()
  await cut
  await vi.waitFor(() => {
    one.others.tell('test', 'here again')
    expect(two.heard).toContain('here again')
  }, patient)
})

test('only one process is on duty, and another takes over when it leaves', async () => {
  const one = await join()
  const [two, three] = [await join(), await join()]
  expect([one, two, three].map(({ events }) => events.includes('on duty'))).toEqual([true, false, false])
  await one.leave()
  const holders = () => [two, three].filter(({ events }) => events.includes('on duty'))
  await vi.waitFor(() => expect(holders()).toHaveLength(1), patient)
})

test('a process that is cut off loses the duty to another, and is told that it missed messages when it is back', async () => {
  const [cut, other] = [await joinByCable(), await join()]
  const [near, far] = [screensAt(cut), screensAt(other)]
  const there = () => [near, far].map((each) => each.there.screensOf(1))
  await vi.waitFor(() => expect([cut.others.count, other.others.count]).toEqual([1, 1]), patient)
  for (const each of [near, far]) {
    each.screens.set(1, 2)
    each.there.changed(1)
  }
  await vi.waitFor(() => expect(there()).toEqual([2, 2]), patient)
  expect(cut.events).toContain('on duty')
  proxy.pause()
  await vi.waitFor(() => expect(other.events).toContain('on duty'), patient)
  // The lost process may have committed changes that it could not tell, so the others must look themselves.
  await vi.waitFor(() => expect(other.events).toEqual(expect.arrayContaining(['gone', 'missed'])), patient)
  // Its screens do not count any more.
  expect(there()).toEqual([2, 0])
  await vi.waitFor(() => expect(cut.events.at(-1)).toBe('off duty'), patient)
  other.others.tell('test', 'unheard')
  far.screens.delete(1)
  far.there.changed(1)
  proxy.resume()
  await vi.waitFor(() => expect(cut.events.at(-1)).toBe('missed'), patient)
  await vi.waitFor(() => expect(other.others.count).toBe(1), patient)
  other.others.tell('test', 'heard')
  await vi.waitFor(() => expect(cut.heard).toEqual(['heard']), patient)
  await vi.waitFor(() => expect(there()).toEqual([0, 2]), patient)
  expect(cut.events.filter((each) => each === 'on duty')).toHaveLength(1)
})

test('when a message cannot be sent, both processes are told that they missed messages', async () => {
  const [one, two] = [await join(), await join()]
  await vi.waitFor(() => expect([one.others.count, two.others.count]).toEqual([1, 1]), patient)
  two.events.length = 0
  const ended = one.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database
     WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND objid <> 0 AND datname = current_database()`,
  )
  one.others.tell('test', 'perhaps')
  await ended
  for (const { events } of [one, two]) await vi.waitFor(() => expect(events).toContain('missed'), patient)
  await vi.waitFor(() => expect([one.others.count, two.others.count]).toEqual([1, 1]), patient)
})

test('equal messages that are sent at once all arrive, and a long message of equal pieces arrives whole', async () => {
  const [one, two] = [await join(), await join()]
  await vi.waitFor(() => expect([one.others.count, two.others.count]).toEqual([1, 1]), patient)
  const long = 'a'.repeat(40_000)
  const told = [...Array.from({ length: 10 }, () => 'wrong password'), long, long]
  for (const each of told) one.others.tell('test', each)
  one.others.tell('test', 'last')
  await vi.waitFor(() => expect(two.heard).toContain('last'), patient)
  const lengths = (all: unknown[]) => all.map((each) => String(each).length)
  expect(lengths(two.heard)).toEqual(lengths([...told, 'last']))
  expect(two.heard.at(-2)).toBe(long)
})

test('malformed payloads on the channel are ignored', async () => {
  const one = await join()
  for (const payload of ['', 'x', '7', '7.', '7.{', '7.{"kind":"said"}', '7+{"kind":', '-1.{}', '7.null'])
    await one.pool.query('SELECT pg_notify($1, $2)', ['alo_processos', payload])
  const two = await join()
  await vi.waitFor(() => expect(two.others.count).toBeGreaterThan(0), patient)
  two.others.tell('test', 'sense')
  await vi.waitFor(() => expect(one.heard).toEqual(['sense']), patient)
})
