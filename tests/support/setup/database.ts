import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/database/embedded/start'
import { bundle } from '../bundle.ts'
import { cluster, quiet } from '../embedded/folders.ts'
import { databaseOf } from '../ownDatabase.ts'
import { startPostgres } from '../postgres/startPostgres.ts'
import { fillTemplate } from './fillTemplate.ts'

/** The server and the template database from which each test file copies its own database. */
interface TestBase {
  url: string
  template: string
  /** A data folder whose embedded database is new, for tests to copy; empty for the project `oldest`. */
  dataFolder: string
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
  const oldest = async () => ({ ...(await startPostgres(console.error, 'debian')), dataFolder: '' })
  const { url, dataFolder, stop } = await (project.name === 'oldest' ? oldest() : embedded())
  const client = new pg.Client(url)
  await client.connect()
  // No data outlives the tests, so it need not survive a crash.
  await client.query('ALTER SYSTEM SET fsync = off')
  await client.query('ALTER SYSTEM SET full_page_writes = off')
  // Keeps the write-ahead log, so that tests can count what was written to it.
  await client.query("ALTER SYSTEM SET wal_keep_size = '256MB'")
  await client.query('SELECT pg_reload_conf()')
  await client.query(`CREATE DATABASE ${template}`)
  await client.end()
  await fillTemplate(databaseOf(url, template))
  project.provide('base', { url, template, dataFolder, listWorker: bundle('server/listagem/rows/listWorker.ts') })
  return stop
}

async function embedded() {
  const folder = mkdtempSync(join(tmpdir(), 'alo-server-'))
  const dataFolder = mkdtempSync(join(tmpdir(), 'alo-new-'))
  await (await startEmbedded(folder, 'cli', quiet)).close()
  cpSync(join(folder, cluster), join(dataFolder, cluster), { recursive: true })
  const { url, close } = await startEmbedded(folder, 'cli', quiet)
  const stop = async () => {
    await close()
    for (const each of [folder, dataFolder]) rmSync(each, { recursive: true, force: true })
  }
  return { url, dataFolder, stop }
}
