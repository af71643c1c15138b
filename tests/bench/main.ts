import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Bench } from './support/bench.ts'
import { heads, missed, Sheet } from './support/figure.ts'
import { firstVersion } from './support/firstVersion.ts'
import { machineLoad, print, printTable } from './support/print.ts'

const here = new URL('.', import.meta.url)
const page = new URL('./RESULTS.md', here)
/** Folders beside this file, each with a `run.ts`, in the order of RESULTS.md. */
const known = 'ring agents list start cluster billing calls tickets contexto search desk'.split(' ')

/** A bench that takes longer is given up, so that one that hangs does not stop the others. */
const limitMinutes = 12

interface Program {
  title: string
  run(bench: Bench): Promise<void>
}

/**
 * `npm run bench -- [names] [--without first] [--rounds N] [--profile FOLDER]`. Without names all benches run. Each
 * result replaces its part of RESULTS.md, unless it broke off or was measured without the first version or with a
 * profile.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { without: { type: 'string' }, rounds: { type: 'string', default: '3' }, profile: { type: 'string' } },
    allowPositionals: true,
  })
  const rounds = Number(values.rounds)
  const strangers = positionals.filter((name) => !known.includes(name))
  if (strangers.length > 0 || !(rounds >= 1) || ![undefined, 'first'].includes(values.without)) {
    print(
      `npm run bench -- [names] [--without first] [--rounds N] [--profile FOLDER]; the names are ${known.join(', ')}`,
    )
    process.exit(1)
  }
  const first = values.without === 'first' ? undefined : firstVersion()
  const sheets: Sheet[] = []
  for (const name of positionals.length > 0 ? positionals : known) {
    const { title, run } = (await import(new URL(`./${name}/run.ts`, here).href)) as Program
    const [started, load] = [performance.now(), machineLoad()]
    print(`\n${name}: ${title} (${machineLoad()})`)
    const sheet = new Sheet(title)
    sheets.push(sheet)
    const late = pause(limitMinutes * 60_000).then(() => {
      throw new Error(`not done within ${limitMinutes} minutes`)
    })
    const done = run({ sheet, rounds, first, profile: values.profile })
    await Promise.race([done, late]).catch((error: unknown) => {
      // A bench that fails does not stop the others.
      sheet.brokeOff = String(error)
      console.error(error)
    })
    printTable([heads, ...sheet.rows()])
    print(`  ${((performance.now() - started) / 1_000).toFixed(0)} s, ${machineLoad()}`)
    if (first && !values.profile && !sheet.brokeOff) record(sheet, rounds, load)
  }
  process.exit(sheets.some((sheet) => sheet.brokeOff || sheet.rows().some((row) => row.includes(missed))) ? 1 : 0)
}

const about = `# What \`npm run bench\` measured

Medians of rounds, in which this version, the first one (50728db) and the yardstick take turns; a ratio is the median of the
rounds’ ratios to the yardstick, and where there is one the reach is for the ratio.
`

/** Writes the result into RESULTS.md: in place of the section with the same heading, or at the end. */
function record(sheet: Sheet, rounds: number, load: string): void {
  const [, ...known] = existsSync(page) ? readFileSync(page, 'utf8').split(/^## /m) : []
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model.trim()}, ${(totalmem() / 1e9).toFixed(0)} GB, ${process.platform} ${release()}, Node ${process.versions.node}`
  const when = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, on ${machine}; rounds: ${rounds}; ${load} before, ${machineLoad()} after.`
  const rows = [heads, heads.map(() => '---'), ...sheet.rows()].map((cells) => `| ${cells.join(' | ')} |\n`)
  const measured = `${sheet.title}\n\n${when}\n\n${rows.join('')}`
  const sections = known.map((each) => each.trimEnd().concat('\n'))
  const at = sections.findIndex((each) => each.startsWith(`${sheet.title}\n`))
  sections.splice(at < 0 ? sections.length : at, at < 0 ? 0 : 1, measured)
  writeFileSync(page, [about, ...sections.map((each) => `## ${each}`)].join('\n'))
}

await main()
