import { join } from 'node:path'
import { cpuMs } from '../../support/proc.ts'
import type { Bench } from '../support/bench.ts'
import { bundle } from '../support/bundle.ts'
import { startChild } from '../support/child.ts'
import type { Figure, Side } from '../support/figure.ts'
import { print } from '../support/print.ts'
import { median } from '../support/quantile.ts'
import { closeWindows, inTurn, openVersions } from '../support/versions.ts'
import { type Load, startLoad } from './load.ts'

export const title = 'A call: from the notification to the screen'

const bare = 'node:http, Socket.IO and one INSERT'
const screen: Figure = { name: 'notify → screen at 50/s, p50', unit: 'ms', reach: ['≤', 1.4], yardstick: bare }
const cpu: Figure = { name: 'the server’s CPU a call at 50/s', unit: 'ms', reach: ['≤', 1] }
const saturated: [callers: number, Figure][] = [
  [1, { name: 'one caller, one call after the other', unit: '/s', reach: ['≥', 0.6], yardstick: bare }],
  [16, { name: '16 callers at once', unit: '/s', reach: ['≥', 1], yardstick: bare }],
  [64, { name: '64 callers at once', unit: '/s', reach: ['≥', 1.2], yardstick: bare }],
]

/** A usual number for one desk; the bench `agents` measures a thousand and more. */
const agents = 100
/** The most windows that an agent may have open. */
const maxWindows = 100
const paced = { agents, first: 0, count: 200, perSecond: 50 }
const burst = { agents, atMost: agents * maxWindows, ms: 1_500 }
/** Bursts before the measurement, so that all code has run before. */
const warmUps = 4

interface Contender {
  side: Side
  pid: number
  load: Load
  /** Closes the windows. Called between bursts, never during one. */
  tidy(): Promise<unknown>
}

/**
 * Measures from just before a notification is sent until the agent's socket has its event, compared with a bare server.
 */
export async function run({ sheet, rounds, ...which }: Bench): Promise<void> {
  const versions = await openVersions(which)
  const contenders: Contender[] = []
  const stops: (() => Promise<unknown>)[] = [versions.stop]
  const enter = async (one: Omit<Contender, 'load'>, port: number) => {
    const load = await startLoad(port)
    stops.push(load.stop)
    contenders.push({ ...one, load })
  }
  try {
    for (const version of versions.all) {
      const { child, stop } = await version.start()
      stops.push(stop)
      // Every desk in use has drawn a page, which may change what a call costs in the process that did.
      await fetch(`http://127.0.0.1:${version.port}/entrar`).then((page) => page.text())
      await enter({ side: version.side, pid: child.pid ?? 0, tidy: () => closeWindows(version) }, version.port)
    }
    const programs = await bundle('ring', { bare: 'tests/bench/ring/bareProcess.ts' })
    const args = [versions.all[0]?.databaseUrl ?? '', versions.folder]
    const [child, { port }] = await startChild<{ port: number }>(join(programs, 'bare.js'), args)
    stops.push(child.stop)
    await enter({ side: 'yardstick', pid: child.pid, tidy: async () => {} }, port)

    for (const { load, tidy } of contenders) {
      await load.screensOf(agents)
      for (let n = 0; n < warmUps; n++) await load.saturated({ ...burst, callers: 16 }).then(tidy)
    }
    for (let round = 0; round < rounds; round++) {
      for (const { side, pid, load, tidy } of inTurn(contenders, round)) {
        const before = cpuMs(pid)
        sheet.note(screen, side, median(await load.paced(paced)))
        if (side !== 'yardstick') sheet.note(cpu, side, (cpuMs(pid) - before) / paced.count)
        await tidy()
      }
      for (const [callers, figure] of saturated) {
        for (const { side, load, tidy } of inTurn(contenders, round)) {
          sheet.note(figure, side, await load.saturated({ ...burst, callers }))
          await tidy()
        }
      }
    }
    for (const { side, load } of contenders) {
      const { sent, lost, doubled, wrong } = await load.verdict()
      print(`  ${side}: ${sent} notified, ${lost} lost, ${doubled} doubled, ${wrong} at the wrong agent`)
      if (side === 'desk' && lost + doubled + wrong > 0) throw new Error('calls went astray')
    }
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}
