import { machineLoad, print, printTable } from '../support/print.ts'
import { median, quantile } from '../support/quantile.ts'
import type { Measured, Round, Rounds } from './measure.ts'
import { contenders } from './servers.ts'

/** What the ring must reach beside the bare server. */
const targets = { screenP50: 1.7, screenP99: 2.5, answerP50: 1.7, saturated: 0.4, thousand: 1.3 }

type Figure = (round: Round) => number
const screenP50: Figure = (round) => median(round.screen)
const screenP99: Figure = (round) => quantile(round.screen, 0.99)
const answerP50: Figure = (round) => median(round.answer)

/** Prints medians of rounds, ratios and targets; false when a target was missed. */
export function report({ paced, saturated, verdicts }: Measured): boolean {
  const rows = [['', 'desk', 'bare', 'ratio', 'target', '']]
  let reached = true
  const judge = (name: string, desk: number, bare: number, limit: string, holds: boolean, unit = ' ms') => {
    reached &&= holds
    const figure = (value: number) => `${value.toFixed(unit === ' ms' ? 2 : 0)}${unit}`
    rows.push([name, figure(desk), figure(bare), (desk / bare).toFixed(2), limit, holds ? 'reached' : 'MISSED'])
  }
  const atMost = (name: string, rounds: Rounds, figure: Figure, limit: number) => {
    const [desk, bare] = [median(rounds.desk.map(figure)), median(rounds.bare.map(figure))]
    judge(name, desk, bare, `<= ${limit}`, desk / bare <= limit)
  }

  for (const [agents, rounds] of paced) {
    atMost(`${agents} agents, notify to screen p50`, rounds, screenP50, targets.screenP50)
    atMost(`${agents} agents, notify to screen p99`, rounds, screenP99, targets.screenP99)
    atMost(`${agents} agents, answer p50`, rounds, answerP50, targets.answerP50)
  }
  const [desk, bare] = [saturated.desk, saturated.bare].map((side) => median(side.map((round) => round.perSecond)))
  judge(
    '16 connections, saturated',
    desk ?? 0,
    bare ?? 0,
    `>= ${targets.saturated}`,
    (desk ?? 0) / (bare ?? 1) >= targets.saturated,
    '/s',
  )
  printTable(rows)

  const p50 = (agents: number) => median((paced.get(agents)?.desk ?? []).map(screenP50))
  const growth = p50(1_000) / p50(10)
  reached &&= growth <= targets.thousand
  print(
    `  1,000 agents against 10, screen p50: ${growth.toFixed(2)} (target <= ${targets.thousand}, ${growth <= targets.thousand ? 'reached' : 'MISSED'})`,
  )
  for (const who of contenders) {
    const { sent, lost, doubled, wrong } = verdicts[who]
    if (who === 'desk') reached &&= lost + doubled + wrong === 0
    print(`  ${who}: ${sent} notified, ${lost} lost, ${doubled} doubled, ${wrong} at the wrong agent`)
  }
  print(`  ${machineLoad()} at the end`)
  return reached
}
