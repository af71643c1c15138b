// npm test: runs everything, as named steps in two parallel lanes, for a machine with two processors. The last line
// says how many tests passed and failed; a step that is not a test runner counts as one test.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Count, type FileTime, playwrightReport, type Report, vitestReport } from './support/counts.ts'

interface Step {
  name: string
  /** Expected seconds at most. A slower step is reported but does not fail, because machines differ. */
  budget: number
  command: [program: string, ...args: string[]]
  env?: Record<string, string>
  /** Reads the test runner's report; a step without a report counts as one test. */
  report?: () => Report
}

const reports = mkdtempSync(join(tmpdir(), 'alo-reports-'))
const children = new Set<ChildProcess>()

function vitest(name: string, budget: number, projects: string[]): Step {
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const chosen = projects.flatMap((project) => ['--project', project])
  return {
    ...{ name, budget },
    command: ['vitest', 'run', '--config', 'tests/vitest.config.ts', ...chosen, ...reporters],
    report: () => vitestReport(report),
  }
}

/**
 * End-to-end files that the second lane runs after its other tests, to shorten the first lane.
 */
const atLast = '(administracao|toque|paginas|tipos|ligacoes|sessoes|pesoDaMesa|flutuante|enderecos).spec'

function endToEnd(name: string, budget: number, ...chosen: string[]): Step {
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  return {
    ...{ name, budget },
    command: ['playwright', 'test', '--config', 'tests/playwright.config.ts', ...chosen],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    report: () => playwrightReport(report),
  }
}

const server = [process.execPath, 'server/build.mjs'] as const
const generate: Step = { name: 'generate', budget: 10, command: [...server, 'client'] }
const build: Step = { name: 'build', budget: 40, command: [...server] }
const inChromium: Step[] = [endToEnd('end-to-end in Chromium', 560, '--grep-invert', atLast)]
const withoutBuild: Step[] = [
  { name: 'format and lint', budget: 10, command: ['biome', 'ci', '.'] },
  { name: 'types', budget: 20, command: ['tsc', '--noEmit'] },
  vitest('unit', 40, ['unit', 'apart']),
]
const afterBuild: Step[] = [
  vitest('contract', 320, ['contract']),
  vitest('the oldest PostgreSQL', 40, ['oldest']),
  endToEnd('end-to-end at last', 200, '--grep', atLast, '--output', 'test-results/at-last'),
]

/**
 * Runs a command in its own process group, so that no process that it started outlives it. Resolves to its success and
 * its output.
 */
function run(
  [program, ...args]: Step['command'],
  env?: Record<string, string>,
): Promise<{ ok: boolean; said: string }> {
  const file = join(reports, `${crypto.randomUUID()}.log`)
  const out = openSync(file, 'w')
  return new Promise((resolve) => {
    const PATH = `${join('node_modules', '.bin')}:${process.env.PATH}`
    const child = spawn(program, args, {
      stdio: ['ignore', out, out],
      detached: true,
      env: { ...process.env, PATH, ...env },
    })
    closeSync(out)
    children.add(child)
    const end = (ok: boolean, more = '') => {
      endGroup(child, 'SIGKILL')
      children.delete(child)
      resolve({ ok, said: readFileSync(file, 'utf8') + more })
    }
    child.once('error', (error) => end(false, error.message))
    child.once('exit', (code) => end(code === 0))
  })
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid) process.kill(-pid, signal)
  } catch {
    // The whole group has ended already.
  }
}

function judge(step: Step, ok: boolean): Report {
  const alone: Report = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, files: [], failures: ok ? [] : [step.name] }
  if (!step.report) return alone
  try {
    const report = step.report()
    // A runner may fail without a failed test (a hook, a leak): that counts as a failure too.
    if (report.passed + report.failed === 0) throw new Error('it ran no test')
    if (ok || report.failed > 0) return report
    return { ...report, failed: 1, failures: [`${step.name}: failed beside its tests`] }
  } catch (error) {
    return { passed: 0, failed: 1, files: [], failures: [`${step.name}: no report (${(error as Error).message})`] }
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of children) endGroup(child, signal)
    process.exit(130)
  })
}

/**
 * One of two hundred browser tests may lose a race on a busy machine and pass its retry. If more tests than this need
 * a retry, the desk or a test has a fault.
 */
const secondTries = 2
const second: string[] = []
const failures: string[] = []
const results: string[] = []
const total: Count = { passed: 0, failed: 0 }
const times: FileTime[] = []

async function take(step: Step): Promise<void> {
  const start = performance.now()
  console.log(`— ${step.name} begins`)
  const { ok, said } = await run(step.command, step.env)
  const report = judge(step, ok)
  const seconds = Math.round((performance.now() - start) / 1_000)
  total.passed += report.passed
  total.failed += report.failed
  times.push(...report.files)
  failures.push(...report.failures)
  second.push(...(report.second ?? []))
  const slow = seconds > step.budget ? `, ${step.budget} s were expected` : ''
  results.push(
    `${report.failed === 0 ? 'passed' : 'FAILED'}  ${step.name} (${report.passed} passed, ${report.failed} failed, ${seconds} s${slow})`,
  )
  console.log(`\n— ${step.name}\n${said}\n${results.at(-1)}\n`)
}

async function inTurn(steps: Step[]): Promise<void> {
  for (const step of steps) await take(step)
}

/** One lane builds and tests the screens. The other needs the build only from its contract tests on. */
async function runAll(): Promise<void> {
  await take(generate)
  const built = take(build)
  await Promise.all([
    built.then(() => inTurn(inChromium)),
    inTurn(withoutBuild)
      .then(() => built)
      .then(() => inTurn(afterBuild)),
  ])
}

const began = performance.now()
await runAll()
rmSync(reports, { recursive: true, force: true })
const slowest = times.toSorted((one, other) => other.seconds - one.seconds).slice(0, 10)
console.log(
  `\nThe slowest files:\n${slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`).join('\n')}`,
)
console.log(`\n${results.join('\n')}\n\n${Math.round((performance.now() - began) / 1_000)} s in all\n`)
if (failures.length > 0) console.log(`Failed:\n${failures.join('\n')}\n`)
if (second.length > 0) console.log(`Passed at the second try alone:\n${second.join('\n')}\n`)
if (second.length > secondTries) {
  total.passed -= second.length
  total.failed += second.length
}
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`${total.passed} passed, ${total.failed} failed`)
