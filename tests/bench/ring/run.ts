import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Place } from '../../support/place.ts'
import { bundle } from '../support/bundle.ts'
import { startChild } from '../support/child.ts'
import { machineLoad, print } from '../support/print.ts'
import { measure } from './measure.ts'
import { report } from './report.ts'
import { startServers } from './servers.ts'

const kinds: Place[] = ['embedded', 'postgresql']

/**
 * From just before a notification leaves the exchange until the browser's socket has the event, beside a bare server.
 * Options: `--only embedded|postgresql`, `--rounds N`, `--profile FOLDER` (a CPU profile of the desk).
 */
export async function run(options: string[] = []): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { only: { type: 'string' }, rounds: { type: 'string' }, profile: { type: 'string' } },
  })
  const programs = await bundle('ring', {
    desk: 'tests/bench/ring/deskProcess.ts',
    bare: 'tests/bench/ring/bareProcess.ts',
    load: 'tests/bench/ring/loadProcess.ts',
  })
  const execArgv = ['--enable-source-maps']
  if (values.profile) execArgv.push('--cpu-prof', `--cpu-prof-dir=${values.profile}`)
  const folder = mkdtempSync(join(tmpdir(), 'alo-bench-'))
  try {
    for (const kind of kinds.filter((kind) => values.only === undefined || values.only === kind)) {
      mkdirSync(join(folder, kind))
      await benchOn(kind, programs, join(folder, kind), execArgv, Number(values.rounds ?? 3))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function benchOn(
  kind: Place,
  programs: string,
  folder: string,
  execArgv: string[],
  rounds: number,
): Promise<void> {
  const servers = await startServers(kind, programs, folder, execArgv)
  try {
    const [load] = await startChild(join(programs, 'load.js'))
    try {
      print(`\nring, ${kind} (${machineLoad()} when it began)`)
      if (!report(await measure(load, servers.database, rounds))) process.exitCode = 1
    } finally {
      await load.stop()
    }
  } finally {
    await servers.stop()
  }
}
