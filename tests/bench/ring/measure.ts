import type { Database } from '#server/database/database'
import type { Child } from '../support/child.ts'
import type { Verdict } from './ledger.ts'
import type { Burst, LoadOrder } from './loadProcess.ts'
import { closeWindows } from './prepare.ts'
import { type Contender, contenders } from './servers.ts'

/** One round's figures. Milliseconds; `perSecond` only where the server was saturated. */
export interface Round extends Burst {
  perSecond: number
}

export type Rounds = Record<Contender, Round[]>

export interface Measured {
  /** By the number of agents connected. */
  paced: Map<number, Rounds>
  saturated: Rounds
  verdicts: Record<Contender, Verdict>
}

/** Open windows that an agent has at most. */
const maxWindows = 10
const perSecond = 50
const notifiesARound = 100
/** Before anything counts, so that no code is met for the first time. */
const warmUps = 4
const saturation = { connections: 16, atMost: 10_000, ms: 1_500 }
/** Ten come twice, before and after the thousand, so that a machine whose mood changes does not decide. */
const stages = [1, 10, 100, 1_000, 10]
const saturatedAt = 1_000

/** Alternates rounds of both servers, at every number of agents. Windows are closed between bursts, never during one. */
export async function measure(load: Child, database: Database, rounds: number): Promise<Measured> {
  const tell = <Answer>(order: LoadOrder) => load.ask<Answer>(order)
  const measured: Measured = {
    paced: new Map(),
    saturated: { desk: [], bare: [] },
    verdicts: {} as Measured['verdicts'],
  }

  async function pacedRound(who: Contender, agents: number): Promise<Round> {
    const round: Round = { screen: [], answer: [], elapsed: 0, perSecond }
    const size = Math.min(notifiesARound, agents * maxWindows)
    for (let first = 0; first < notifiesARound; first += size) {
      const burst = await tell<Burst>({ order: 'paced', who, agents, first, count: size, perSecond })
      round.screen.push(...burst.screen)
      round.answer.push(...burst.answer)
      if (who === 'desk') await closeWindows(database)
    }
    return round
  }

  async function saturatedRound(who: Contender, agents: number): Promise<Round> {
    const atMost = Math.min(saturation.atMost, agents * maxWindows)
    const burst = await tell<Burst>({ order: 'saturate', who, agents, ...saturation, atMost })
    if (who === 'desk') await closeWindows(database)
    return { ...burst, perSecond: (burst.screen.length / burst.elapsed) * 1_000 }
  }

  for (const who of contenders) {
    await tell({ order: 'connect', who, agents: 100 })
    for (let n = 0; n < warmUps; n++) await saturatedRound(who, 100)
  }
  for (const agents of stages) {
    for (const who of contenders) await tell({ order: 'connect', who, agents })
    const rows = measured.paced.get(agents) ?? { desk: [], bare: [] }
    measured.paced.set(agents, rows)
    for (let n = 0; n < rounds; n++) {
      for (const who of inTurn(n)) rows[who].push(await pacedRound(who, agents))
    }
    if (agents !== saturatedAt) continue
    for (let n = 0; n < rounds; n++) {
      for (const who of inTurn(n)) measured.saturated[who].push(await saturatedRound(who, agents))
    }
    for (const who of contenders) measured.verdicts[who] = await tell<Verdict>({ order: 'verdict', who })
  }
  for (const who of contenders) measured.verdicts[who] = await tell<Verdict>({ order: 'verdict', who })
  return measured
}

/** Who goes first changes from round to round. */
const inTurn = (n: number) => (n % 2 === 0 ? contenders : contenders.toReversed())
