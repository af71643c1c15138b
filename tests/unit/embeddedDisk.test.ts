import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { isDatabaseAway } from '#server/database/away'
import { clearFault, type Fault, setFault } from '../support/embedded/disk/faults.ts'
import { cutAt, cutSomewhere, DeskOnDisk, fillWithNotes } from '../support/embedded/disk/timeline.ts'
import { dataFolders } from '../support/embedded/folders.ts'

// Several processes and recoveries each.
vi.setConfig({ testTimeout: 240_000 })

const NOTHING_UNSYNCED = 0

let folders: Awaited<ReturnType<typeof dataFolders>>
const open: DeskOnDisk[] = []

beforeAll(async () => {
  folders = await dataFolders()
})
afterEach(async () => {
  for (const desk of open.splice(0)) await desk.remove()
})
afterAll(() => folders.remove())

async function deskOnDisk(before: string | null = folders.template): Promise<DeskOnDisk> {
  const desk = await DeskOnDisk.start(before)
  open.push(desk)
  return desk
}

/** Writes the rows from several connections at once; gives the errors of those that were refused. */
async function writeAll(desk: DeskOnDisk, from: number, to: number): Promise<unknown[]> {
  const ids = Array.from({ length: to - from }, (_, n) => from + n)
  const results = await Promise.allSettled(ids.map((id) => desk.write(id, 1)))
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
}

/** Tries until the desk takes a row again. */
async function writeOnceBack(desk: DeskOnDisk, id: number): Promise<void> {
  while (
    !(await desk.write(id, 1).then(
      () => true,
      () => false,
    ))
  )
    await pause(50)
}

async function isOnDisk(desk: DeskOnDisk): Promise<void> {
  await desk.kill()
  // What the kernel was asked to sync in vain has not reached the disk, whatever it answers later.
  const timeline = desk.timeline()
  expect(await cutAt(timeline, timeline.entries.length, 1)).toEqual([])
}

test.each<{ what: string; fault: Fault }>([
  { what: 'an fsync fails once', fault: { fsync: { code: 'EIO', once: true } } },
  { what: 'the disk is full for a while', fault: { write: { code: 'ENOSPC' } } },
])('$what: writes are refused as away, the desk comes back by itself, and no answer was wrong', async ({ fault }) => {
  const desk = await deskOnDisk()
  setFault(desk.faults, fault)
  const refused = await writeAll(desk, 0, 20)
  clearFault(desk.faults)
  await writeOnceBack(desk, 100)

  expect(refused.length).toBeGreaterThan(0)
  expect(refused.filter((error) => !isDatabaseAway(error))).toEqual([])
  await isOnDisk(desk)
})

test('while no file can be opened, what needs one is refused as away, and the rest goes on', async () => {
  const desk = await deskOnDisk()
  await desk.write(1, 1)
  setFault(desk.faults, { open: { code: 'EMFILE' } })
  const refused = await desk.pool.query('CREATE TABLE more (n int)').catch((error: unknown) => error)
  clearFault(desk.faults)
  await writeOnceBack(desk, 2)
  await desk.pool.query('CREATE TABLE more (n int)')

  expect(refused).toSatisfy(isDatabaseAway)
  await isOnDisk(desk)
})

test('what was answered is on the disk wherever the power is cut', async () => {
  const desk = await deskOnDisk()
  await fillWithNotes(desk, 40)
  await desk.kill()
  const timeline = desk.timeline()
  for (const seed of [1, 2]) expect(await cutSomewhere(timeline, seed)).toEqual([])
})

test('also when it is cut after the first start', async () => {
  const desk = await deskOnDisk(null)
  await desk.write(1, 1)
  await desk.kill()
  const timeline = desk.timeline()
  expect(await cutAt(timeline, timeline.entries.length, NOTHING_UNSYNCED)).toEqual([])
})
