import { constants } from 'node:buffer'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importClientes, type RefusedRecord } from '#server/cliente/importClientes'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { deskOver } from '../../support/deskOver.ts'
import { hugeFile } from '../../support/hugeFile.ts'
import { type OwnDatabase, ownDatabase } from '../../support/ownDatabase.ts'
import { quietLog } from './listServer.ts'

let own: OwnDatabase
let database: Database
beforeAll(async () => {
  own = await ownDatabase()
  database = await openDatabase({ ...own, log: quietLog, role: 'server' })
  await database.pool.query('DELETE FROM cliente')
})
afterAll(async () => {
  await database.close()
  await own.remove()
})

const MiB = 1024 * 1024

// tests/torture/hugeImport.ts has the whole GiB.
test('an import of more than a string can hold refuses records over 16 MiB, imports the rest, and uses less than 512 MiB', async () => {
  const before = process.memoryUsage.rss()
  const seen = { bytes: 0, peak: 0 }
  const refused: RefusedRecord[] = []
  const report = await importClientes(deskOver(database), Readable.from(hugeFile(33, seen), { highWaterMark: 1 }), {
    onRefused: (record) => void refused.push(record),
  })
  expect(seen.bytes).toBeGreaterThan(constants.MAX_STRING_LENGTH)
  expect(report).toEqual({ created: 31, updated: 0, unchanged: 0, refused: 2, emptied: {}, removed: {} })
  expect(refused.map(({ line }) => line)).toEqual([14, 27])
  expect(refused[0]?.mistakes).toEqual({ registro: ['is larger than 16 MiB'] })
  expect((seen.peak - before) / MiB).toBeLessThan(512)
})
