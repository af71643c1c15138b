import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LockHeldError, ownIdentity, takeLock } from '#server/database/embedded/lock'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alo-lock-'))
  file = join(folder, 'alo.lock')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const take = () => takeLock(file, 'server', folder)

function leaveLock(owner: object): void {
  const left = { ...ownIdentity(), role: 'server', since: '2026-01-01T00:00:00.000Z', sockets: folder, ...owner }
  writeFileSync(file, `${JSON.stringify(left)}\n`)
}

test('a living owner is named, and keeps the lock', async () => {
  const release = await take()
  await expect(take()).rejects.toMatchObject({ name: 'LockHeldError', owner: { pid: process.pid, role: 'server' } })
  release()
  expect(existsSync(file)).toBe(false)
})

test('the lock of a process that is gone is taken over', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  const { pid } = child
  await once(child, 'exit')
  leaveLock({ pid, startTicks: null })
  await take()
  expect(JSON.parse(readFileSync(file, 'utf8')).pid).toBe(process.pid)
})

test('a process number given to somebody else since is recognised', async () => {
  leaveLock({ startTicks: '1' })
  await take()
})

test('a lock from before the machine was restarted is taken over', async () => {
  leaveLock({ machine: 'another boot' })
  await take()
})

test('a lock file torn by a power cut is taken over', async () => {
  writeFileSync(file, '{"pid":')
  await take()
})

test('of many who find a dead owner only one gets the lock, and no litter stays', async () => {
  leaveLock({ startTicks: '1' })
  const results = await Promise.allSettled(Array.from({ length: 20 }, take))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.map((result) => result.reason)).toEqual(Array(19).fill(expect.any(LockHeldError)))
  expect(readdirSync(folder)).toEqual(['alo.lock'])
})

test('giving back a lock that was taken over meanwhile leaves the new one alone', async () => {
  const release = await take()
  leaveLock({ startTicks: '1' })
  release()
  expect(existsSync(file)).toBe(true)
})
