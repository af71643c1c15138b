import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/database/embedded/start'
import { bundle } from '../bundle.ts'
import { quiet } from '../embedded/folders.ts'
import { databaseOf } from '../ownDatabase.ts'
import { startPostgres } from '../postgres/startPostgres.ts'
import { fillTemplate } from './fillTemplate.ts'

/** The server and the template database from which each test file copies its own database. */
interface TestBase {
  url: string
  template: string
  /** The built program of the threads that read customer lists. */
  listWorker: string
}

declare module 'vitest' {
  interface ProvidedContext {
    base: TestBase
  }
}

const template = 'alo_template'

/**
 * Starts one server for all test files, with a migrated database that each of them copies. It is the embedded
 * PostgreSQL, or for the project `oldest` the oldest PostgreSQL that Alô promises to support.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = project.name === 'oldest' ? await startPostgres(console.error, 'debian') : await embedded()
  const client = new pg.Client(url)
  await client.connect()
  // No data outlives the tests, so it need not survive a crash.
  await client.query('ALTER SYSTEM SET fsync = off')
  // Keeps the write-ahead log, so that tests can count what was written to it.
  await client.query("ALTER SYSTEM SET wal_keep_size = '256MB'")
  await client.query('SELECT pg_reload_conf()')
  await client.query(`CREATE DATABASE ${template}`)
  await client.end()
  await fillTemplate(databaseOf(url, template))
  project.provide('base', { url, template, listWorker: bundle('server/listagem/rows/listWorker.ts') })
  return stop
}

async function embedded() {
  const folder = mkdtempSync(join(tmpdir(), 'alo-server-'))
  const { url, close } = await startEmbedded(folder, 'cli', quiet)
  const stop = async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, stop }
}
