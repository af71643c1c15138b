import { readFileSync } from 'node:fs'

export interface Count {
  passed: number
  failed: number
}

/** Of vitest's JSON report. What was skipped did not pass; a file that could not run counts as one failure. */
export function vitestCount(report: string): Count {
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numTotalTests: number
    testResults: { status: string; assertionResults: { status: string }[] }[]
  }
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status === 'passed'),
  )
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests + broken.length }
}

/** Of Playwright's JSON report. A test that passed only on a second try, or was skipped, did not pass. */
export function playwrightCount(report: string): Count {
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; skipped: number; unexpected: number; flaky: number }
    errors: unknown[]
  }
  return { passed: stats.expected, failed: stats.skipped + stats.unexpected + stats.flaky + errors.length }
}
