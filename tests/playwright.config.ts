import { defineConfig } from '@playwright/test'
import { type Browser, findOrInstallChromium } from './support/browser/findOrInstallChromium.ts'

// Found once; the workers inherit what was found.
process.env.ALO_TEST_BROWSER ??= JSON.stringify(await findOrInstallChromium())
const { executablePath, args, env }: Browser = JSON.parse(process.env.ALO_TEST_BROWSER)
const reportFile = process.env.PLAYWRIGHT_JSON_OUTPUT_NAME

export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  // One desk, two browsers' worth of agents at a time: the machine may have two cores.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A trace costs a third of a test: what failed runs once more with one. tests/run.ts says how many of those it lets pass.
  retries: 1,
  reporter: [['list'], ...(reportFile ? [['json', { outputFile: reportFile }] as const] : [])] as never,
  use: {
    // No page lives long enough to earn back what optimising compilers cost: a tenth of the processor.
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
