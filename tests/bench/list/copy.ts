import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianPrograms } from '../../support/postgres/debian.ts'

/** Copies the list's JSON into a file with psql's `\copy`. Returns the seconds that it took. */
export function copyOnce(url: string, folder: string): number {
  const sql = readFileSync('tests/bench/list/copy.sql', 'utf8').replace(/\s+/g, ' ')
  const psql = join(
    debianPrograms(() => undefined),
    'psql',
  )
  const began = performance.now()
  execFileSync(psql, [url, '-q', '-c', `\\copy (${sql}) to '${join(folder, 'copy.json')}'`])
  return (performance.now() - began) / 1_000
}
