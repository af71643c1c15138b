import { setTimeout as pause } from 'node:timers/promises'
import { memoryKiB } from '../../support/proc.ts'
import type { DeskProcess } from '../../support/process.ts'
import { type Load, startLoad } from '../ring/load.ts'
import type { Bench } from '../support/bench.ts'
import type { Figure, Sheet } from '../support/figure.ts'
import { print } from '../support/print.ts'
import { quantile } from '../support/quantile.ts'
import { closeWindows, openVersions, type Version } from '../support/versions.ts'

export const title = 'Ten to three thousand agents'

const back: Figure = { name: '3,000 agents back at once after a restart: all agree', unit: 's', reach: ['≤', 5] }
const memory: Figure = { name: 'memory a connected agent', unit: 'KiB', reach: ['≤', 50] }
const shares = [0.5, 0.99]
const screenOf = (agents: number, share: number): Figure => ({
  name: `notify → screen at 50/s, ${agents.toLocaleString('en')} agents, p${share * 100}`,
  unit: 'ms',
  ...(agents > few && { reach: ['≤', 1.3], yardstick: `with ${few} agents` }),
})
const few = 10
const many = 3_000
const stages = [few, 100, 1_000, many].map((agents) => ({
  agents,
  figures: shares.map((share) => ({ share, figure: screenOf(agents, share) })),
}))
/** No more calls than ten agents may have open together, so that no window must be closed during a burst. */
const paced = { count: 100, perSecond: 50 }
const bursts = 2
const warmUp = { agents: 100, callers: 16, atMost: 1_000, ms: 2_000 }
const settleMs = 2_000

/**
 * Measures, with 10 to 3,000 connected agents: the time from a notification to its screen, the memory per connected
 * agent, and how long all agents need to reconnect at once after a restart.
 */
export async function run({ sheet, rounds, ...which }: Bench): Promise<void> {
  const versions = await openVersions(which)
  try {
    for (let round = 0; round < rounds; round++)
      for (const version of versions.inTurn(round)) await measure(version, sheet)
  } finally {
    await versions.stop()
  }
}

async function measure(version: Version, sheet: Sheet): Promise<void> {
  const load = await startLoad(version.port)
  let desk = await version.start()
  try {
    // Calls of the round before may still be open, and `comeBack` waits until each agent sees exactly one call.
    await closeWindows(version)
    await load.screensOf(many)
    await load.saturated({ agents: many, callers: 16, atMost: many, ms: Number.MAX_VALUE })
    await load.cutOff()
    await desk.stop()
    desk = await version.start()
    await comeBack(version, desk, load, sheet)
    await measureStages(version, load, sheet)
    const { lost, doubled, wrong } = await load.verdict()
    if (lost + doubled + wrong === 0) return
    print(`  ${version.side}: ${lost} lost, ${doubled} doubled, ${wrong} at the wrong agent`)
    if (version.side === 'desk') throw new Error('calls went astray')
  } finally {
    await load.stop()
    await desk.stop()
  }
}

async function comeBack({ side }: Version, { child }: DeskProcess, load: Load, sheet: Sheet): Promise<void> {
  const pid = child.pid ?? 0
  await pause(settleMs)
  const before = memoryKiB(pid)
  sheet.note(back, side, (await load.comeBack()) / 1_000)
  await pause(settleMs)
  sheet.note(memory, side, (memoryKiB(pid) - before) / many)
}

async function measureStages(version: Version, load: Load, sheet: Sheet): Promise<void> {
  await closeWindows(version)
  await load.saturated(warmUp)
  const found = new Map<number, number[]>()
  for (const { agents, figures } of stages) {
    await load.screensOf(agents)
    // Wait until all disconnects and connects have been handled.
    await pause(settleMs)
    const times: number[] = []
    for (let n = 0; n < bursts; n++) {
      await closeWindows(version)
      times.push(...(await load.paced({ ...paced, agents, first: n * paced.count })))
    }
    found.set(agents, times)
    for (const { share, figure } of figures) {
      sheet.note(figure, version.side, quantile(times, share))
      if (figure.yardstick && version.side === 'desk')
        sheet.note(figure, 'yardstick', quantile(found.get(few) ?? [], share))
    }
  }
}
