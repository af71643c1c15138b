import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { databaseOf } from '../ownDatabase.ts'
import { startPostgres } from '../postgres/startPostgres.ts'
import { fillTemplate } from './template.ts'

const template = 'alo_template'

/** A PostgreSQL of the tests' own with one migrated database, which every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query(`CREATE DATABASE ${template}`)
  await client.end()
  await fillTemplate({ databaseUrl: databaseOf(postgres.url, template), dataDir: 'unused' })
  project.provide('base', { kind: 'postgresql', url: postgres.url, template })
  return () => postgres.stop()
}
