import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../../bench/support/quantile.ts'
import { startCommand } from '../../support/cliRun.ts'
import type { Place } from '../../support/place.ts'
import { faultsOf } from '../support/compare.ts'
import { billedIn, signIn, victim } from '../support/deskUnderTorture.ts'
import { mixedLoad, nothingSaid, type Said } from '../support/mixedLoad.ts'
import { between } from '../support/random.ts'
import { anyDeath, type Death, strike } from './deaths.ts'

/** Limits: for a restarted desk to be ready, and for a surviving desk to be answered by its database again. */
const [READY_MS, BACK_MS] = [3_000, 10_000]

/**
 * Kills the real desk, the embedded database, one of its processes, or all of them with SIGKILL at a random moment
 * under mixed load. Nothing acknowledged may be lost, doubled or half written, and the desk must go on working.
 */
export async function run(rounds: number, say: (line: string) => void) {
  const embedded = await killRounds('embedded', rounds, say)
  const postgresql = await killRounds('postgresql', rounds, say)
  return {
    held: embedded.held && postgresql.held,
    figures: `embedded: ${embedded.figures}; PostgreSQL: ${postgresql.figures}`,
  }
}

/** `deaths` says what dies in each round; rounds without an entry choose at random. */
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
      // In every fourth round a command writes customers at the same time.
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
        // Requests under way may still be answered. Any answer beyond those proves that the database is back.
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

/** More requests than the load has under way at once. */
const UNDER_WAY = 10

// Waits for one more acknowledgement, however slow the machine is: a kill before the first one would prove nothing.
async function answered(said: Said, before: number): Promise<void> {
  for (const end = performance.now() + 60_000; acknowledged(said) <= before && performance.now() < end; )
    await pause(10)
}

const acknowledged = ({ calls, tickets, events }: Said) =>
  [...calls.values()].filter(({ id }) => id !== null).length +
  tickets.size +
  [...events.values()].filter(Boolean).length
const summary = (said: Said) => `${acknowledged(said)} acknowledged`

// Whether the command succeeds does not matter: its database is killed while it runs.
async function generate(env: Record<string, string>): Promise<void> {
  const { child, ran } = startCommand(['clientes', 'generate', '--count', '200'], { env })
  const tooLong = setTimeout(() => child.kill(), 60_000)
  await ran
  clearTimeout(tooLong)
}
