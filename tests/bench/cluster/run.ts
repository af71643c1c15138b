import { freePort } from '../../support/process.ts'
import { openExchange } from '../ring/exchange.ts'
import type { Bench } from '../support/bench.ts'
import type { Figure } from '../support/figure.ts'
import { quantile } from '../support/quantile.ts'
import { closeWindows, openVersions } from '../support/versions.ts'

export const title = 'Two processes on one PostgreSQL'

const atTheSame = 'at the process that was notified'
const screens: [share: number, Figure][] = [
  [0.5, { name: 'notify → screen at the other process, p50', unit: 'ms', reach: ['≤', 1.6], yardstick: atTheSame }],
  [0.99, { name: 'notify → screen at the other process, p99', unit: 'ms', yardstick: atTheSame }],
]
const told: Figure = { name: '16 callers at once, another process told', unit: '/s', yardstick: 'nobody told' }

const agentsEach = 20
const near = Array.from({ length: agentsEach }, (_, agent) => agent)
const far = near.map((agent) => agent + agentsEach)
const paced = { agents: 2 * agentsEach, first: 0, count: 200, perSecond: 50 }
const warmUps = 4
const burst = (agents: number) => ({ agents, callers: 16, atMost: 10_000, ms: 1_500 })

/**
 * Measures the time from sending a notification to one process until its event reaches a screen at the other process,
 * compared with a screen at the same process; calls go to both in turn. Also measures what telling another process
 * costs: how many calls the same desk takes alone, and with a second process.
 */
export async function run({ sheet, rounds, profile }: Bench): Promise<void> {
  const versions = await openVersions({ first: undefined, profile })
  const [desk] = versions.all
  if (!desk) throw new Error('there is no desk')
  const other = await freePort()
  const exchange = openExchange(desk.port)
  const stops: (() => Promise<unknown>)[] = [versions.stop]
  const saturate = async (agents: number) => {
    const figure = await exchange.saturated(burst(agents))
    await closeWindows(desk)
    return figure
  }
  try {
    stops.push((await desk.start()).stop)
    for (const agent of near) await exchange.connect(agent)
    for (let n = 0; n < warmUps; n++) await saturate(agentsEach)
    for (let round = 0; round < rounds; round++) {
      sheet.note(told, 'yardstick', await saturate(agentsEach))
      const two = await desk.start(other)
      stops.push(two.stop)
      for (const agent of far) await exchange.connect(agent, other)
      await saturate(2 * agentsEach)
      const times = await exchange.paced(paced)
      await closeWindows(desk)
      for (const [share, figure] of screens) {
        const of = (isFar: boolean) =>
          quantile(
            times.filter((_, n) => n % paced.agents >= agentsEach === isFar),
            share,
          )
        sheet.note(figure, 'desk', of(true))
        sheet.note(figure, 'yardstick', of(false))
      }
      sheet.note(told, 'desk', await saturate(agentsEach))
      const { lost, doubled, wrong } = await exchange.verdict()
      if (lost + doubled + wrong > 0) throw new Error(`${lost} lost, ${doubled} doubled, ${wrong} at the wrong agent`)
      exchange.disconnect(far)
      await two.stop()
    }
  } finally {
    exchange.close()
    for (const stop of stops.reverse()) await stop()
  }
}
