import { writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import type { Bench } from './support/bench.ts'
import { heads, missed, Sheet } from './support/figure.ts'
import { firstVersion } from './support/firstVersion.ts'
import { machineLoad, print, printTable } from './support/print.ts'

const here = new URL('.', import.meta.url)
const page = new URL('./RESULTS.md', here)
/** Folders beside this file, with a `run.ts` each, in the order of the page. */
const known = 'ring agents list start cluster desk billing calls tickets contexto search'.split(' ')

interface Program {
  title: string
  run(bench: Bench): Promise<void>
}

/**
 * `npm run bench -- [names] [--without first] [--rounds N] [--profile FOLDER]`. Without names all of them run, and
 * RESULTS.md is written.
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
  const began = { date: new Date(), load: machineLoad() }
  const sheets: Sheet[] = []
  for (const name of positionals.length > 0 ? positionals : known) {
    const { title, run } = (await import(new URL(`./${name}/run.ts`, here).href)) as Program
    const started = performance.now()
    print(`\n${name}: ${title} (${machineLoad()})`)
    const sheet = new Sheet(title)
    sheets.push(sheet)
    await run({ sheet, rounds, first, profile: values.profile }).catch((error: unknown) => {
      // The others are worth their time all the same.
      sheet.brokeOff = String(error)
      console.error(error)
    })
    printTable([heads, ...sheet.rows()])
    print(`  ${((performance.now() - started) / 1_000).toFixed(0)} s, ${machineLoad()}`)
  }
  if (positionals.length === 0) writeFileSync(page, pageOf(sheets, rounds, began))
  process.exit(sheets.some((sheet) => sheet.brokeOff || sheet.rows().some((row) => row.includes(missed))) ? 1 : 0)
}

function pageOf(sheets: Sheet[], rounds: number, { date, load }: { date: Date; load: string }): string {
  const [processor] = cpus()
  const machine = `${cpus().length} × ${processor?.model.trim()}, ${(totalmem() / 1e9).toFixed(0)} GB, ${process.platform} ${release()}, Node ${process.versions.node}`
  return `# What \`npm run bench\` measured

${date.toISOString().slice(0, 16).replace('T', ' ')} UTC, on ${machine}; ${load} when it began, ${machineLoad()} when it ended.
Medians of ${rounds} rounds, in which this version, the first one (50728db) and the yardstick take turns; a ratio is the median of the
rounds’ ratios to the yardstick, and where there is one the reach is for the ratio.
${sheets.map(sectionOf).join('')}`
}

function sectionOf(sheet: Sheet): string {
  const rows = [heads, heads.map(() => '---'), ...sheet.rows()].map((cells) => `| ${cells.join(' | ')} |\n`)
  return `\n## ${sheet.title}\n${sheet.brokeOff ? `\nIt broke off: ${sheet.brokeOff}\n` : ''}\n${rows.join('')}`
}

await main()
