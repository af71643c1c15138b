import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianPrograms } from '../../support/postgres/debian.ts'

/** Seconds that one psql `\copy` of the list's JSON into a file takes. */
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
