import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { memoryKiB } from '../../support/proc.ts'
import { type DeskProcess, startProcess } from '../../support/process.ts'
import type { Bench } from '../support/bench.ts'
import type { Figure, Sheet } from '../support/figure.ts'
import { openVersions } from '../support/versions.ts'

export const title = 'Start, rest and import'

const ready: Figure = { name: 'start → ready', unit: 's', reach: ['≤', 1.5] }
const readyEmbedded: Figure = { name: 'start → ready, the embedded database too', unit: 's', reach: ['≤', 1.5] }
const atRest: Figure = { name: 'memory at rest', unit: 'MB', reach: ['≤', 150] }
const imported: Figure = { name: 'import of 10,000 customers by command', unit: 's', reach: ['≤', 3] }

/** How long to wait before an idle desk's memory is measured: V8 gives back the memory of the start within a minute. */
const restMs = 70_000

/**
 * Measures starts of the built desk, on a PostgreSQL with ten thousand customers and on the embedded one, and imports.
 */
export async function run({ sheet, rounds, ...which }: Bench): Promise<void> {
  const versions = await openVersions(which)
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-bench-'))
  const startEmbedded = () => startProcess({ env: { DATA_DIR: dataDir } })
  try {
    // The first start creates the database and is not measured.
    await (await startEmbedded()).stop()
    for (let round = 0; round < rounds; round++) {
      for (const { side, start } of versions.inTurn(round)) {
        const desk = await timed(start, sheet, ready, side)
        await pause(restMs)
        sheet.note(atRest, side, (memoryKiB(desk.child.pid ?? 0) * 1_024) / 1e6)
        await desk.stop()
      }
      await (await timed(startEmbedded, sheet, readyEmbedded, 'desk')).stop()
      for (const { side, importAnew } of versions.inTurn(round)) sheet.note(imported, side, await importAnew())
    }
  } finally {
    await versions.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function timed(
  start: () => Promise<DeskProcess>,
  sheet: Sheet,
  figure: Figure,
  side: 'desk' | 'first',
): Promise<DeskProcess> {
  const began = performance.now()
  const desk = await start()
  sheet.note(figure, side, (performance.now() - began) / 1_000)
  return desk
}
