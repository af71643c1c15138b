import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What a test file's own database is copied from: a server, and a database of it. */
export interface TestBase {
  url: string
  template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    base: TestBase
  }
}

const program = new URL('./fillTemplate.ts', import.meta.url).pathname

/** Makes the database that test files copy: migrated, with the demo's accounts, token and customers. */
export async function fillTemplate({ dataDir, databaseUrl }: { dataDir: string; databaseUrl: string }): Promise<void> {
  const args = ['--import', 'tsx', program, dataDir, databaseUrl]
  await promisify(execFile)(process.execPath, args)
}
