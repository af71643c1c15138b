import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { cluster } from './folders.ts'

/** Fills the data folder with a new database: a copy of this run's own, because initdb takes a second. */
export const copyNew = (folder: string) =>
  cpSync(join(inject('base').dataFolder, cluster), join(folder, cluster), { recursive: true })

/** Data folders for one test file. */
export function dataFolders() {
  const home = mkdtempSync(join(tmpdir(), 'alo-test-'))
  let count = 0
  return {
    home,
    /** A new folder that contains a database. */
    fresh: (name = `${++count}`) => {
      const folder = join(home, name)
      copyNew(folder)
      return folder
    },
    /** The path of a folder that does not exist yet. */
    none: () => join(home, `${++count}`),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
