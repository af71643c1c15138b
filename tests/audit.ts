// npm run audit: lists known vulnerabilities of the packages that a desk runs on. Exit code 0: none; 1: some; 2: the
// registry did not answer (no network, for example), so the result is unknown.
import { spawnSync } from 'node:child_process'

const LIMIT_MS = 60_000
const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=0'], {
  encoding: 'utf8',
  timeout: LIMIT_MS,
})

const answer = parsed(stdout)
if (!answer?.metadata) {
  const reason = answer?.message ?? stderr.trim().split('\n').at(-1) ?? 'no answer'
  console.error(`The registry did not answer (${reason}): whether there are known weaknesses is unknown.`)
  process.exit(2)
}
const { total } = answer.metadata.vulnerabilities
for (const [name, { severity, range }] of Object.entries(answer.vulnerabilities ?? {})) {
  console.log(`${severity}: ${name} ${range}`)
}
console.log(`${total} known weaknesses in ${answer.metadata.dependencies.prod} packages`)
process.exit(total === 0 ? 0 : 1)

interface Answer {
  message?: string
  metadata?: { vulnerabilities: { total: number }; dependencies: { prod: number } }
  vulnerabilities?: Record<string, { severity: string; range: string }>
}

function parsed(text: string): Answer | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
