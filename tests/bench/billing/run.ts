import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Place } from '../../support/place.ts'
import { bundle } from '../support/bundle.ts'
import { machineLoad, print } from '../support/print.ts'
import { measureLedger } from './ledger.ts'
import { measureRegistrations } from './registrations.ts'
import { startDeskBeside } from './servers.ts'

const kinds: Place[] = ['embedded', 'postgresql']

/**
 * Events registered over HTTP beside a bare `pg` transaction that inserts as many rows into a table like the ledger on the
 * same database: its columns, primary key and two foreign keys, without its triggers and other indexes. And pages of a
 * ledger of 100,000 events. Options: `--only embedded|postgresql`, `--rounds N`, `--profile FOLDER` (a CPU profile of the desk).
 */
export async function run(options: string[] = []): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { only: { type: 'string' }, rounds: { type: 'string' }, profile: { type: 'string' } },
  })
  const programs = await bundle('billing', { desk: 'tests/bench/ring/deskProcess.ts' })
  const folder = mkdtempSync(join(tmpdir(), 'alo-bench-'))
  try {
    for (const kind of kinds.filter((each) => values.only === undefined || values.only === each)) {
      mkdirSync(join(folder, kind))
      const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
      const beside = await startDeskBeside(kind, programs, join(folder, kind), profile)
      try {
        print(`\nbilling, ${kind} (${machineLoad()} when it began)`)
        const reached = [
          await measureLedger(beside),
          await measureRegistrations(beside, kind === 'embedded' ? 0.4 : 0.5, Number(values.rounds ?? 5)),
        ]
        print(`  ${machineLoad()} at the end`)
        if (reached.includes(false)) process.exitCode = 1
      } finally {
        await beside.stop()
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
