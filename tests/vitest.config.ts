import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { keepTemporaryInMemory } from './support/memoryFolder.ts'

keepTemporaryInMemory()

const root = new URL('..', import.meta.url).pathname
const shared = {
  root,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // On a busy machine the default of one second is too short for what tests wait for.
  expect: { poll: { timeout: 20_000 } },
  maxWorkers: 2,
}
const together = { isolate: false }
const onServer = {
  ...shared,
  ...together,
  globalSetup: 'tests/support/setup/database.ts',
  setupFiles: 'tests/support/setup/listWorker.ts',
}

/**
 * Test files that replace modules, the clock or the process's settings run isolated, with their own module instances.
 * Contract tests replace no module and restore whatever else they change, so they need no isolation.
 */
const selfish = /\bvi\.(mock|hoisted|resetModules|useFakeTimers|stubGlobal|stubEnv)\b|process\.umask/
const apart = readdirSync(`${root}/tests/unit`, { recursive: true, encoding: 'utf8' })
  .map((name) => `tests/unit/${name}`)
  .filter((file) => file.endsWith('.test.ts') && selfish.test(readFileSync(`${root}/${file}`, 'utf8')))

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, ...together, name: 'unit', include: ['tests/unit/**/*.test.ts'], exclude: apart } },
      { test: { ...shared, name: 'apart', include: apart } },
      { test: { ...onServer, name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      {
        // Tests whose result could differ on the oldest PostgreSQL that Alô promises to support.
        test: {
          ...onServer,
          name: 'oldest',
          include: [
            'tests/contract/database/versionBefore.test.ts',
            'tests/contract/ligacao/notify.test.ts',
            'tests/contract/cliente/list.test.ts',
            'tests/contract/cliente/busca.test.ts',
            'tests/contract/system/backupSmoke.test.ts',
            'tests/contract/database/twoDesks.test.ts',
          ],
        },
      },
    ],
  },
})
