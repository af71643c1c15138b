// A process of its own with the database open, told what to do by its parent: node --import tsx deskProgram.ts <role> <folder>

import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { quiet } from './folders.ts'

export type Order = { order: 'query'; sql: string; values: unknown[] } | { order: 'close' }
export type Answer = { opened: true } | { rows: unknown[] } | { closed: true } | { error: string }

const [role, dataDir] = process.argv.slice(2) as ['server' | 'cli', string]
const answer = (message: Answer) => process.send?.(message)
const failed = (error: unknown) => answer({ error: String(error) })

async function obey(db: Database, given: Order): Promise<Answer> {
  if (given.order === 'query') return { rows: (await db.pool.query(given.sql, given.values)).rows }
  await db.close()
  return { closed: true }
}

try {
  const db = await openDatabase({ dataDir, role, log: quiet })
  process.on('message', (given: Order) => void obey(db, given).then(answer, failed))
  answer({ opened: true })
} catch (error) {
  failed(error)
  process.disconnect?.()
}
