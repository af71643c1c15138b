import { readConfig } from '#server/config'
import type { Database } from '#server/database/database'
import { Others } from '#server/database/others/others'
import type { Desk } from '#server/desk'
import { quiet } from './embedded/folders.ts'

/** A desk over a database that is open already: no entrances, no screens; use cases take it as they take the real one. */
export const deskOver = (database: Database, changes: Partial<Desk> = {}): Desk => ({
  config: readConfig('demo', {}),
  database,
  publisher: { publish: () => {}, publishHere: () => {}, screensOf: () => 0, usuariosHere: () => [] },
  others: new Others(),
  log: quiet,
  now: () => new Date(),
  ...changes,
})
