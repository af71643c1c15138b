// A process that opens the database and obeys its parent's messages. Usage: deskProgram <role> <folder>

import { startEmbedded } from '#server/database/embedded/start'
import { PatientPool } from '#server/database/pool'
import { quiet } from './folders.ts'

export type Order = { order: 'query'; sql: string; values: unknown[] } | { order: 'close' }
export type Answer = { opened: true } | { rows: unknown[] } | { closed: true } | { error: string }

const [role, dataDir] = process.argv.slice(2) as ['server' | 'cli', string]
const answer = (message: Answer) => process.send?.(message)
const failed = (error: unknown) => answer({ error: String(error) })

try {
  const { url, close } = await startEmbedded(dataDir, role, quiet)
  const pool = new PatientPool(url, 'tests', quiet, 2)
  const obey = async (given: Order): Promise<Answer> => {
    if (given.order === 'query') return { rows: (await pool.query(given.sql, given.values)).rows }
    await pool.end()
    await close()
    return { closed: true }
  }
  process.on('message', (given: Order) => void obey(given).then(answer, failed))
  answer({ opened: true })
} catch (error) {
  failed(error)
  process.disconnect?.()
}
