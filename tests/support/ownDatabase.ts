import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { bringKey } from './templateKey.ts'

export interface OwnDatabase {
  databaseUrl: string | undefined
  dataDir: string
  remove(): Promise<void>
}

/** The address of another database of the same server. */
export function databaseOf(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** A copy of the migrated template, on the database that this run is about. */
export async function ownDatabase(): Promise<OwnDatabase> {
  const base = inject('base')
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-desk-'))
  bringKey(dataDir)
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (base.kind === 'embedded') {
    cpSync(join(base.template, 'postgres'), join(dataDir, 'postgres'), { recursive: true })
    return { databaseUrl: undefined, dataDir, remove: async () => removeFolder() }
  }
  const name = `alo_${randomBytes(6).toString('hex')}`
  await asSuperuser(base.url, `CREATE DATABASE ${name} TEMPLATE ${base.template}`)
  return {
    databaseUrl: databaseOf(base.url, name),
    dataDir,
    remove: async () => {
      await asSuperuser(base.url, `DROP DATABASE ${name} WITH (FORCE)`)
      removeFolder()
    },
  }
}

/** A PostgreSQL database without a single table, on the server of this run. */
export async function emptyDatabase(): Promise<{ databaseUrl: string; remove(): Promise<void> }> {
  const base = inject('base')
  if (base.kind !== 'postgresql') throw new Error('only a run on PostgreSQL has a server for it')
  const name = `alo_${randomBytes(6).toString('hex')}`
  await asSuperuser(base.url, `CREATE DATABASE ${name}`)
  const remove = () => asSuperuser(base.url, `DROP DATABASE ${name} WITH (FORCE)`)
  return { databaseUrl: databaseOf(base.url, name), remove }
}

async function asSuperuser(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
