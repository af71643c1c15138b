import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const root = new URL('..', import.meta.url).pathname
const shared = {
  root,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is waited for comes when it comes: the default second is too short beside a full machine.
  expect: { poll: { timeout: 20_000 } },
  maxWorkers: 2,
}
const together = { isolate: false }
const onServer = { ...shared, ...together, globalSetup: 'tests/support/setup/database.ts' }

/**
 * Files that replace modules, the clock or the process's own settings have their modules for themselves. Those of the
 * contract replace no module, and put back what else they change.
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
        // The oldest PostgreSQL that is promised: what it could do otherwise.
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
