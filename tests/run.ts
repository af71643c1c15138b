// npm test: everything, as a list of named steps. Its last line says how many tests passed and failed; a step that is no
// test runner counts as one.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Count, playwrightCount, vitestCount } from './support/counts.ts'

interface Step {
  name: string
  command: [program: string, ...args: string[]]
  env?: Record<string, string>
  /** Reads what a test runner reported; a step without it counts as one test. */
  count?: () => Count
}

const reports = mkdtempSync(join(tmpdir(), 'alo-reports-'))
let child: ChildProcess | undefined

function vitest(name: string, project: string, ...filters: string[]): Step {
  const report = join(reports, `${name.replaceAll(' ', '-')}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    name,
    command: ['vitest', 'run', '--config', 'tests/vitest.config.ts', '--project', project, ...reporters, ...filters],
    count: () => vitestCount(report),
  }
}

function endToEnd(): Step {
  const report = join(reports, 'playwright.json')
  return {
    name: 'end-to-end in Chromium',
    command: ['playwright', 'test', '--config', 'tests/playwright.config.ts'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    count: () => playwrightCount(report),
  }
}

const steps: Step[] = [
  { name: 'generate and build', command: [process.execPath, 'server/build.mjs'] },
  { name: 'format and lint', command: ['biome', 'ci', '.'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  vitest('order', 'unit', 'tests/unit/order.test.ts'),
  vitest('unit', 'unit', '--exclude', 'tests/unit/order.test.ts'),
  vitest('contract on the embedded database', 'embedded'),
  vitest('contract on PostgreSQL', 'postgresql'),
  endToEnd(),
]

/** Runs one command in a group of its own, so that nothing it started outlives it. */
function run({ command: [program, ...args], env }: Step): Promise<boolean> {
  return new Promise((resolve) => {
    const PATH = `${join('node_modules', '.bin')}:${process.env.PATH}`
    child = spawn(program, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
      env: { ...process.env, PATH, ...env },
    })
    child.once('error', (error) => {
      console.error(error.message)
      resolve(false)
    })
    child.once('exit', (code) => {
      endChildren('SIGKILL')
      resolve(code === 0)
    })
  })
}

function endChildren(signal: NodeJS.Signals): void {
  try {
    if (child?.pid) process.kill(-child.pid, signal)
  } catch {
    // Nothing of the group is left.
  }
}

async function judge(step: Step): Promise<Count> {
  const ok = await run(step)
  const alone = { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  if (!step.count) return alone
  try {
    const count = step.count()
    // A runner that failed without a failed test (a hook, a leak) did not pass.
    if (count.passed + count.failed === 0) throw new Error('it ran no test')
    return !ok && count.failed === 0 ? { ...count, failed: 1 } : count
  } catch (error) {
    console.error(`${step.name}: no report to read (${(error as Error).message})`)
    return { passed: 0, failed: 1 }
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    endChildren(signal)
    process.exit(130)
  })
}

const results: string[] = []
const total: Count = { passed: 0, failed: 0 }
for (const step of steps) {
  const start = performance.now()
  console.log(`\n— ${step.name}`)
  const { passed, failed } = await judge(step)
  total.passed += passed
  total.failed += failed
  const seconds = Math.round((performance.now() - start) / 1_000)
  results.push(`${failed === 0 ? 'passed' : 'FAILED'}  ${step.name} (${passed} passed, ${failed} failed, ${seconds} s)`)
  console.log(results.at(-1))
}
rmSync(reports, { recursive: true, force: true })
console.log(`\n${results.join('\n')}\n`)
process.exitCode = total.failed === 0 ? 0 : 1
console.log(`${total.passed} passed, ${total.failed} failed`)
