import { defineConfig } from '@playwright/test'
import { type Browser, findOrInstallChromium } from './support/browser/findOrInstallChromium.ts'

// The browser is looked for once; workers inherit the result in their environment.
process.env.ALO_TEST_BROWSER ??= JSON.stringify(await findOrInstallChromium())
const { executablePath, args, env }: Browser = JSON.parse(process.env.ALO_TEST_BROWSER)
const reportFile = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME

export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  // The machine may have only two cores, and a test already runs a desk and several browsers.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A trace costs a third of a test's time, so only the retry of a failed test records one. tests/run.ts limits how
  // many tests may pass by a retry.
  retries: 1,
  reporter: [['list'], ...(reportFile ? [['json', { outputFile: reportFile }] as const] : [])] as never,
  use: {
    // V8's optimising compilers cost a tenth of the processor, and no page lives long enough to gain that back.
    launchOptions: {
      executablePath,
      args: [...args, '--js-flags=--no-opt --no-maglev'],
      env: { ...process.env, ...env } as Record<string, string>,
    },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1280, height: 800 },
    trace: 'on-first-retry',
  },
})
