import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '#server/database/database'
import { openDatabase } from '#server/database/open'

/** Says nothing but errors. */
export const quiet: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (facts, text) => console.error(text, facts),
}

/** Data folders for one test file: the database is created once and copied, since initdb takes seconds. */
export async function dataFolders(): Promise<{ template: string; fresh: () => string; remove: () => void }> {
  const home = mkdtempSync(join(tmpdir(), 'alo-test-'))
  const template = join(home, 'template')
  await (await openDatabase({ dataDir: template, role: 'server', log: quiet })).close()
  let count = 0
  return {
    template,
    fresh: () => {
      const folder = join(home, `${++count}`)
      cpSync(join(template, 'postgres'), join(folder, 'postgres'), { recursive: true })
      return folder
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
