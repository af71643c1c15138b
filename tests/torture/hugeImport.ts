import { Readable } from 'node:stream'
import { importClientes, type RefusedRecord } from '#server/cliente/importClientes'
import { deskOver } from '../support/deskOver.ts'
import { hugeFile, isBeyond } from '../support/hugeFile.ts'
import { victim } from './support/deskUnderTorture.ts'

const GiB = 1024 ** 3
const recordsOfGiB = 65
const memoryOfRecords = GiB / 2

/**
 * Imports `rounds` files of a GiB beside a running desk: every customer must arrive, every record that is too large
 * must be named, and memory must stay that of a few records.
 */
export async function run(rounds: number, say: (line: string) => void): Promise<{ held: boolean; figures: string }> {
  const place = await victim('embedded')
  const { desk } = await place.start({ DEMO_PBX: 'off' })
  const database = await place.database()
  let most = 0
  let held = true
  try {
    for (let round = 1; round <= rounds; round++) {
      await database.pool.query('DELETE FROM cliente')
      const before = process.memoryUsage.rss()
      const seen = { bytes: 0, peak: 0 }
      const refused: RefusedRecord[] = []
      const file = Readable.from(hugeFile(recordsOfGiB, seen), { highWaterMark: 1 })
      const report = await importClientes(deskOver(database), file, { onRefused: (each) => void refused.push(each) })
      const beyond = Array.from({ length: recordsOfGiB }, (_, n) => n + 1).filter(isBeyond)
      const named = refused.map(({ line }) => line).join() === beyond.map((id) => id + 1).join()
      most = Math.max(most, seen.peak - before)
      held &&= seen.bytes > GiB && named && report.created === recordsOfGiB - beyond.length
      say(`round ${round}: ${JSON.stringify(report)}, ${Math.round((seen.peak - before) / 2 ** 20)} MiB of memory`)
    }
    return { held: held && most < memoryOfRecords, figures: `at most ${Math.round(most / 2 ** 20)} MiB of memory` }
  } finally {
    await database.close()
    await desk.stop()
    await place.remove()
  }
}
