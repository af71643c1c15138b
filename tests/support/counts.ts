import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

export interface Count {
  passed: number
  failed: number
}
export interface FileTime {
  file: string
  seconds: number
}
/**
 * `failures`: titles of failed tests. `second`: titles of tests that passed only on a retry; `passed` includes them.
 */
export type Report = Count & { files: FileTime[]; failures: string[]; second?: string[] }

/** Reads vitest's JSON report. A skipped test counts as failed; a file that could not run counts as one failure. */
export function vitestReport(report: string): Report {
  const { numPassedTests, numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numTotalTests: number
    testResults: {
      name: string
      status: string
      startTime: number
      endTime: number
      message: string
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
    }[]
  }
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status === 'passed'),
  )
  const files = testResults.map(({ name, startTime, endTime }) => ({
    file: relative('.', name),
    seconds: (endTime - startTime) / 1_000,
  }))
  const failures = [
    ...broken.map(({ name, message }) => `${relative('.', name)}: ${firstLine(message)}`),
    ...testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed')
        .map(
          (test) => `${relative('.', name)}: ${test.fullName} (${firstLine(test.failureMessages[0] ?? test.status)})`,
        ),
    ),
  ]
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests + broken.length, files, failures }
}

const firstLine = (words: string) => words.split('\n', 1)[0] ?? ''

interface Suite {
  file: string
  suites?: Suite[]
  specs?: { title: string; tests: { status: string; results: { duration: number }[] }[] }[]
}

/** Reads Playwright's JSON report. A skipped test counts as failed. */
export function playwrightReport(report: string): Report {
  const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; skipped: number; unexpected: number; flaky: number }
    errors: { message: string }[]
    suites: Suite[]
  }
  const files = suites.map((suite) => ({ file: `tests/e2e/${suite.file}`, seconds: msOf(suite) / 1_000 }))
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.skipped + stats.unexpected + errors.length,
    files,
    failures: [
      ...errors.map(({ message }) => firstLine(message)),
      ...suites.flatMap((suite) => titlesOf(suite, ['unexpected', 'skipped'])),
    ],
    second: suites.flatMap((suite) => titlesOf(suite, ['flaky'])),
  }
}

const msOf = ({ suites = [], specs = [] }: Suite): number =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration, 0) + suites.reduce((sum, suite) => sum + msOf(suite), 0)

const titlesOf = ({ file, suites = [], specs = [] }: Suite, wanted: string[]): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => wanted.includes(status)))
    .map(({ title }) => `${file}: ${title}`),
  ...suites.flatMap((suite) => titlesOf(suite, wanted)),
]
