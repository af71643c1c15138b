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
const onServer = { ...shared, globalSetup: 'tests/support/setup/database.ts' }

/** Files that replace modules, the clock or the process's own settings have their modules for themselves. */
const selfish = /\bvi\.(mock|hoisted|useFakeTimers|stubGlobal|stubEnv)\b|process\.umask/
const found = ['tests/unit', 'tests/contract'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
)
const isTest = (file: string) => file.endsWith('.test.ts')
const apart = found.filter((file) => isTest(file) && selfish.test(readFileSync(`${root}/${file}`, 'utf8')))

const together = { isolate: false, exclude: apart }

export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, ...together, name: 'unit', include: ['tests/unit/**/*.test.ts'] } },
      { test: { ...onServer, ...together, name: 'contract', include: ['tests/contract/**/*.test.ts'] } },
      { test: { ...onServer, name: 'apart', include: apart } },
      {
        // The oldest PostgreSQL that is promised: what it could do otherwise.
        test: {
          ...onServer,
          ...together,
          name: 'oldest',
          include: [
            'tests/contract/versionBefore.test.ts',
            'tests/contract/pbx/notify.test.ts',
            'tests/contract/cliente/list.test.ts',
            'tests/contract/busca.test.ts',
            'tests/contract/system/backupSmoke.test.ts',
            'tests/contract/database/twoDesks.test.ts',
          ],
          exclude: [],
        },
      },
    ],
  },
})
