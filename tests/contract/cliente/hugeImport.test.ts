import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importClientes, type RefusedRecord } from '#server/cliente/importClientes'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { makeCliente } from '#server/demo/generate/generateClientes'
import { deskOver } from '../../support/deskOver.ts'
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
const [inside, beyond] = [60, 5]

/** A GiB made as it is read: customers with a field of 15 MiB that nobody knows, and between them some beyond any bound. */
function* gibibyte(seen: { bytes: number; peak: number }) {
  const filling = Buffer.alloc(MiB, 'enchimento \\" ')
  const give = (piece: Buffer) => {
    seen.bytes += piece.length
    seen.peak = Math.max(seen.peak, process.memoryUsage.rss())
    return piece
  }
  yield give(Buffer.from('{"clientes":[\n'))
  for (let id = 1; id <= inside + beyond; id++) {
    const cliente = makeCliente(1, id)
    yield give(Buffer.from(`${id === 1 ? '' : ',\n'}${JSON.stringify(cliente).slice(0, -1)},"anexo":"`))
    for (let piece = 0; piece < (id % 13 === 0 ? 40 : 15); piece++) yield give(filling)
    yield give(Buffer.from('"}'))
  }
  yield give(Buffer.from('\n]}'))
}

test('a file of a GiB brings its customers, names what is too large, and needs the memory of a few records', async () => {
  const before = process.memoryUsage.rss()
  const seen = { bytes: 0, peak: 0 }
  const refused: RefusedRecord[] = []
  const report = await importClientes(deskOver(database), Readable.from(gibibyte(seen), { highWaterMark: 1 }), {
    onRefused: (record) => void refused.push(record),
  })
  expect(seen.bytes).toBeGreaterThan(1024 * MiB)
  expect(report).toEqual({ created: inside, updated: 0, unchanged: 0, refused: beyond, emptied: {} })
  expect(refused.map(({ line }) => line)).toEqual([14, 27, 40, 53, 66])
  expect(refused[0]?.mistakes).toEqual({ registro: ['is larger than 16 MiB'] })
  expect((seen.peak - before) / MiB).toBeLessThan(512)
})
