import { readConfig } from '#server/config'
import type { Database } from '#server/database/database'
import { Others } from '#server/database/others/others'
import type { Desk } from '#server/desk'
import { quiet } from './embedded/folders.ts'

/** A desk to call use cases on directly, over a database that is open already. It has no server and no screens. */
export const deskOver = (database: Database, changes: Partial<Desk> = {}): Desk => ({
  config: readConfig('demo', {}),
  database,
  publisher: { publish: () => {}, publishHere: () => {}, screensOf: () => 0, usuariosHere: () => [] },
  others: new Others(),
  log: quiet,
  now: () => new Date(),
  ...changes,
})
