import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/database/database'
import { quantile } from '../../bench/support/quantile.ts'
import { faultsOf } from '../support/compare.ts'
import { billedIn, signIn, victim } from '../support/deskUnderTorture.ts'
import { mixedLoad, nothingSaid, type Said } from '../support/mixedLoad.ts'
import { between } from '../support/random.ts'

const READY_MS = 3_000

/** SIGKILL of the real desk at a random moment under mixed load: nothing acknowledged is lost, doubled or written by half. */
export async function run(rounds: number, say: (line: string) => void) {
  const embedded = await killRounds('embedded', rounds, say)
  const postgresql = await killRounds('postgresql', rounds, say)
  return {
    held: embedded.held && postgresql.held,
    figures: `embedded: ${embedded.figures}; PostgreSQL: ${postgresql.figures}`,
  }
}

export async function killRounds(
  kind: Database['kind'],
  rounds: number,
  say: (line: string) => void,
  template?: string,
) {
  const place = await victim(kind, template)
  let said = nothingSaid({ id_cliente_servico: 0, id_tipo_servico: 0 })
  const faults: string[] = []
  const ready: number[] = []
  const worked: number[] = []
  try {
    let { desk, ms, cpuMs } = await place.start()
    say(`${kind}: first start ${Math.round(ms)} ms`)
    const cookie = await signIn(desk.url, 'ana')
    said = nothingSaid(await billedIn(place))
    for (let round = 1; round <= rounds; round++) {
      let over = false
      const load = mixedLoad(desk.url, cookie, said, () => over)
      // Every few rounds a command writes customers beside, as a guest of the embedded database.
      const command = round % 4 === 1 ? generate(place.env) : undefined
      await answered(said, acknowledged(said))
      await pause(between(0, 2_500))
      await desk.kill()
      over = true
      await Promise.all([load, command])
      ;({ desk, ms, cpuMs } = await place.start())
      ready.push(ms)
      worked.push(cpuMs)
      const database = await place.database()
      const found = await faultsOf(database, said).finally(() => database.close())
      faults.push(...found)
      say(
        `${kind}: round ${round}, ready in ${Math.round(ms)} ms (${cpuMs} ms of CPU), ${summary(said)}${found.map((each) => `\n  ${each}`)}`,
      )
      if (found.length > 0) break
    }
    await desk.stop()
  } finally {
    await place.remove()
  }
  const [p50, most] = [quantile(ready, 0.5), Math.max(...ready)]
  return {
    held: faults.length === 0 && most <= READY_MS,
    faults,
    figures: `${ready.length} kills, ${summary(said)}, ${faults.length} lost, doubled or by half; ready p50 ${Math.round(p50)} ms, max ${Math.round(most)} ms (p50 ${quantile(worked, 0.5)} ms of CPU)`,
  }
}

// A busy machine takes its time; a kill before anything was said would tell nothing.
async function answered(said: Said, before: number): Promise<void> {
  for (const end = performance.now() + 60_000; acknowledged(said) === before && performance.now() < end; )
    await pause(10)
}

const acknowledged = ({ calls, tickets, events }: Said) =>
  [...calls.values()].filter(({ id }) => id !== null).length +
  tickets.size +
  [...events.values()].filter(Boolean).length
const summary = (said: Said) => `${acknowledged(said)} acknowledged`

// Whether it ends well does not matter: its database is taken from under it.
function generate(env: Record<string, string>): Promise<void> {
  const { PATH = '', HOME = '' } = process.env
  const args = ['dist/cli.js', 'clientes', 'generate', '--count', '200']
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { PATH, HOME, NODE_ENV: 'production', ...env }, timeout: 60_000 }, () =>
      resolve(),
    )
  })
}
