import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../../bench/support/quantile.ts'
import { startCommand } from '../../support/cliRun.ts'
import type { Place } from '../../support/place.ts'
import { faultsOf } from '../support/compare.ts'
import { billedIn, signIn, victim } from '../support/deskUnderTorture.ts'
import { mixedLoad, nothingSaid, type Said } from '../support/mixedLoad.ts'
import { between } from '../support/random.ts'
import { anyDeath, type Death, strike } from './deaths.ts'

/** For a desk to be ready again, and for one that lives to be answered by its database again. */
const [READY_MS, BACK_MS] = [3_000, 10_000]

/**
 * SIGKILL at a random moment under mixed load, of the real desk, of the database inside, of one of its processes, or of all:
 * nothing acknowledged is lost, doubled or written by half, and it goes on.
 */
export async function run(rounds: number, say: (line: string) => void) {
  const embedded = await killRounds('embedded', rounds, say)
  const postgresql = await killRounds('postgresql', rounds, say)
  return {
    held: embedded.held && postgresql.held,
    figures: `embedded: ${embedded.figures}; PostgreSQL: ${postgresql.figures}`,
  }
}

/** `deaths` are those of the rounds, one after another; else chance has it. */
export async function killRounds(kind: Place, rounds: number, say: (line: string) => void, deaths: Death[] = []) {
  const place = await victim(kind)
  let said = nothingSaid({ id_cliente_servico: 0, id_tipo_servico: 0 })
  const faults: string[] = []
  const ready: number[] = []
  const back: number[] = []
  const worked: number[] = []
  try {
    let { desk, ms, cpuMs } = await place.start()
    say(`${kind}: first start ${Math.round(ms)} ms`)
    const cookie = await signIn(desk.url, 'ana')
    said = nothingSaid(await billedIn(place))
    for (let round = 1; round <= rounds; round++) {
      let over = false
      const load = mixedLoad(desk.url, cookie, said, () => over)
      // Every few rounds a command writes customers beside.
      const command = round % 4 === 1 ? generate(place.env) : undefined
      await answered(said, acknowledged(said))
      await pause(between(0, 2_500))
      const who = kind === 'embedded' ? (deaths[round - 1] ?? anyDeath()) : 'desk'
      const began = performance.now()
      const before = acknowledged(said)
      await strike(who, desk, place.env.DATA_DIR ?? '')
      if (who === 'desk' || who === 'all') {
        over = true
        await Promise.all([load, command])
        ;({ desk, ms, cpuMs } = await place.start())
        ready.push(ms)
        worked.push(cpuMs)
      } else {
        // What was under way may still be answered; what is answered after that was asked of a database that is back.
        await answered(said, before + UNDER_WAY)
        back.push(performance.now() - began)
        over = true
        await Promise.all([load, command])
      }
      const database = await place.database()
      const found = await faultsOf(database, said).finally(() => database.close())
      faults.push(...found)
      const took = Math.round(performance.now() - began)
      say(`${kind}: round ${round}, ${who} killed, ${took} ms, ${summary(said)}${found.map((each) => `\n  ${each}`)}`)
      if (found.length > 0) break
    }
    await desk.stop()
  } finally {
    await place.remove()
  }
  const spread = (all: number[]) =>
    all.length === 0 ? '-' : `p50 ${Math.round(quantile(all, 0.5))} ms, max ${Math.round(Math.max(...all))} ms`
  return {
    held: faults.length === 0 && Math.max(0, ...ready) <= READY_MS && Math.max(0, ...back) <= BACK_MS,
    faults,
    acknowledged: acknowledged(said),
    figures: `${rounds} kills, ${summary(said)}, ${faults.length} lost, doubled or by half; ready ${spread(ready)} (CPU ${spread(worked)}); back ${spread(back)}`,
  }
}

/** More than the load asks at once. */
const UNDER_WAY = 10

// A busy machine takes its time; a kill before anything was said would tell nothing.
async function answered(said: Said, before: number): Promise<void> {
  for (const end = performance.now() + 60_000; acknowledged(said) <= before && performance.now() < end; )
    await pause(10)
}

const acknowledged = ({ calls, tickets, events }: Said) =>
  [...calls.values()].filter(({ id }) => id !== null).length +
  tickets.size +
  [...events.values()].filter(Boolean).length
const summary = (said: Said) => `${acknowledged(said)} acknowledged`

// Whether it ends well does not matter: its database is taken from under it.
async function generate(env: Record<string, string>): Promise<void> {
  const { child, ran } = startCommand(['clientes', 'generate', '--count', '200'], { env })
  const tooLong = setTimeout(() => child.kill(), 60_000)
  await ran
  clearTimeout(tooLong)
}
