// A process of its own with the database open, told what to do by its parent: node --import tsx deskProgram.ts <role> <folder>

import type { Database } from '#server/database/database'
import { applyMigrations } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'

export type Order =
  | { order: 'query'; sql: string; name?: string; values?: unknown[] }
  | { order: 'migrate'; folder: string }
  | { order: 'close' }
export type Answer =
  | { opened: true }
  | { rows: unknown[] }
  | { applied: string[] }
  | { closed: true }
  | { error: string }

const [role, dataDir] = process.argv.slice(2) as ['server' | 'cli', string]
// On a disk that fails as the test wants it, errors are what is expected.
const error = process.env.DISK_FAULTS ? () => undefined : console.error
const silent = { info: () => undefined, warn: () => undefined, error }
const answer = (message: Answer) => process.send?.(message)
const failed = (error: unknown) => answer({ error: String(error) })

async function obey(db: Database, given: Order): Promise<Answer> {
  if (given.order === 'migrate') return { applied: await applyMigrations(db.pool, given.folder, silent) }
  if (given.order === 'query') {
    const { name, sql: text, values = [] } = given
    return { rows: (await db.pool.query({ ...(name && { name }), text, values })).rows }
  }
  await db.close()
  return { closed: true }
}

try {
  const db = await openDatabase({ dataDir, role, log: silent })
  process.on('message', (given: Order) => void obey(db, given).then(answer, failed))
  answer({ opened: true })
} catch (error) {
  failed(error)
  process.disconnect?.()
}
