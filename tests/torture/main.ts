// npm run torture -- <names | all> [--short] [--rounds N] [--seed N]: does faults to a desk that it must survive, many
// times. A table at the end says what held and how long it took; the exit code is 1 if something did not hold.
// `all --short` is for every night.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { seedRandom } from './support/random.ts'

interface Torture {
  /** Does `rounds` rounds; `tortures` says how many by default. */
  run(rounds: number, say: (line: string) => void): Promise<{ held: boolean; figures: string }>
}

/** By name: what is done to the desk, the default rounds of a full and of a short run, and the program. */
const tortures: Record<string, { fault: string; rounds: number; short: number; load: () => Promise<Torture> }> = {
  sigkill: {
    fault:
      'SIGKILL of desk, embedded database, one of its processes, or all, under mixed load; the desk alone on PostgreSQL',
    rounds: 100,
    short: 10,
    load: () => import('./sigkill/run.ts'),
  },
  postgres: {
    fault: 'PostgreSQL stopped 30 s, restarted twice in a second, silent for 20 s',
    rounds: 1,
    short: 1,
    load: () => import('./postgres/run.ts'),
  },
  floods: {
    fault: 'resets, slow bytes, half-open sockets, floods of events, sockets, tokens, sign-ins, lists and calls',
    rounds: 1,
    short: 1,
    load: () => import('./floods.ts'),
  },
  networkCut: {
    fault: 'the network between browsers and the desk reset, silent, one-way or cut within a frame; rounds are minutes',
    rounds: 10,
    short: 2,
    load: () => import('./networkCut/run.ts'),
  },
  generated: {
    fault: 'requests and socket events generated from the contract, valid and not; rounds are requests',
    rounds: 1_000_000,
    short: 20_000,
    load: () => import('./generated.ts'),
  },
  wholeLists: {
    fault: 'cold lists of 10,000 customers, each counted id by id, on both databases',
    rounds: 50,
    short: 10,
    load: () => import('./wholeLists.ts'),
  },
  hugeImport: {
    fault: 'files of a GiB imported beside a desk, some records of them larger than any may be; rounds are files',
    rounds: 1,
    short: 1,
    load: () => import('./hugeImport.ts'),
  },
  soak: {
    fault: '200 agents, 20 calls/s, connections coming and going; rounds are minutes',
    rounds: 30,
    short: 3,
    load: () => import('./soak/run.ts'),
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, short: { type: 'boolean' } },
})
const names = positionals.includes('all') ? Object.keys(tortures) : positionals
if (names.length === 0 || names.some((name) => !(name in tortures))) {
  const list = Object.entries(tortures).map(
    ([name, { fault, rounds, short }]) => `  ${name.padEnd(10)} ${fault} (${rounds}, short ${short})`,
  )
  const usage = 'npm run torture -- <names | all> [--short] [--rounds N] [--seed N], where names are of'
  process.stderr.write(`${usage}\n${list.join('\n')}\n`)
  process.exit(1)
}

const seed = Number(values.seed ?? randomInt(2 ** 31))
const rows: string[][] = [['fault', 'rounds', 'held', 'minutes', 'figures']]
console.log(`seed ${seed}`)
for (const name of names) {
  const torture = tortures[name]
  if (!torture) continue
  const rounds = Number(values.rounds ?? (values.short ? torture.short : torture.rounds))
  const start = performance.now()
  seedRandom(seed)
  const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${name}: ${line}`)
  const { held, figures } = await attempt(torture.load, rounds, say)
  if (!held) process.exitCode = 1
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  rows.push([name, `${rounds}`, held ? 'yes' : 'NO', minutes, figures])
}
console.log(`\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n\nseed ${seed}`)
process.exit()

async function attempt(load: () => Promise<Torture>, rounds: number, say: (line: string) => void) {
  try {
    return await (await load()).run(rounds, say)
  } catch (error) {
    console.error(error)
    return { held: false, figures: String(error).split('\n')[0] ?? '' }
  }
}
