import { defineConfig } from 'vitest/config'

const shared = {
  root: new URL('..', import.meta.url).pathname,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is waited for comes when it comes: the default second is too short beside a full machine.
  expect: { poll: { timeout: 20_000 } },
  // Every file of the contract runs a desk with a database of its own.
  maxWorkers: 2,
}
const onEither = { include: ['tests/contract/**/*.test.ts'] }

/** The same contract on both databases; the folders named after one hold what only that one can suffer. */
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          ...onEither,
          name: 'embedded',
          exclude: ['tests/contract/postgresql/**'],
          globalSetup: 'tests/support/setup/embedded.ts',
        },
      },
      {
        test: {
          ...shared,
          ...onEither,
          name: 'postgresql',
          exclude: ['tests/contract/embedded/**'],
          globalSetup: 'tests/support/setup/postgresql.ts',
        },
      },
    ],
  },
})
