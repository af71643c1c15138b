// Fills a desk's database from outside, so that the desk's own memory is not the generator's: node fillProcess.js <folder> [<database url>].
import pino from 'pino'
import { clienteTables } from '#server/cliente/rows/write/insert'
import { openDatabase } from '#server/database/open'
import { generateInto } from '#server/demo/generateInto'
import { deskOver } from '../../support/deskOver.ts'
import { serveParent } from '../support/serveParent.ts'

const seed = 1
const [dataDir = '', databaseUrl] = process.argv.slice(2)
const database = await openDatabase({ dataDir, databaseUrl, log: pino({ level: 'silent' }), role: 'cli' })

async function countRows(): Promise<number> {
  const counts = clienteTables.map((table) => `(SELECT count(*) FROM ${table})`)
  const { rows } = await database.pool.query<{ rows: number }>(`SELECT (${counts.join(' + ')})::int AS rows`)
  return rows[0]?.rows ?? 0
}

serveParent<{ count: number }>(
  {},
  async ({ count }) => {
    const before = await countRows()
    const began = performance.now()
    const onRefused = ({ mistakes }: { mistakes: object }) => {
      throw new Error(JSON.stringify(mistakes))
    }
    await generateInto(deskOver(database), { count, seed, onRefused })
    const seconds = (performance.now() - began) / 1_000
    await database.pool.query('VACUUM ANALYZE')
    return { seconds, rows: (await countRows()) - before }
  },
  () => database.close(),
)
