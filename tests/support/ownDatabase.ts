import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { bringKey } from './templateKey.ts'

export interface OwnDatabase {
  databaseUrl: string
  dataDir: string
  remove(): Promise<void>
}

/** The address of another database of the same server. */
export function databaseOf(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** The same database reached through another port of this machine, such as a proxy's. */
export function throughPort(url: string, port: number): string {
  const address = new URL(url)
  address.searchParams.delete('host')
  address.hostname = '127.0.0.1'
  address.port = String(port)
  return address.href
}

/** Where the server of that address listens. The embedded server's socket folder is the query parameter `host`. */
export function serverOf(url: string): { path: string } | { host: string; port: number } {
  const address = new URL(url)
  const folder = address.searchParams.get('host')
  return folder ? { path: join(folder, '.s.PGSQL.5432') } : { host: address.hostname, port: Number(address.port) }
}

/** Creates a copy of the migrated template database, and a data folder with its key. */
export async function ownDatabase(): Promise<OwnDatabase> {
  const { template } = inject('base')
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-desk-'))
  bringKey(dataDir)
  // Copied as files, it costs a third of what it costs through the write-ahead log.
  const { databaseUrl, remove } = await newDatabase(`TEMPLATE ${template} STRATEGY FILE_COPY`)
  return {
    databaseUrl,
    dataDir,
    remove: async () => {
      await remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Creates a database without any table on this run's server; `as` is appended to its CREATE DATABASE. */
export const emptyDatabase = (as = '') => newDatabase(as)

async function newDatabase(as: string): Promise<{ databaseUrl: string; remove(): Promise<void> }> {
  const { url } = inject('base')
  const name = `alo_${randomBytes(6).toString('hex')}`
  await asSuperuser(url, `CREATE DATABASE ${name} ${as}`)
  const remove = () => asSuperuser(url, `DROP DATABASE ${name} WITH (FORCE)`)
  return { databaseUrl: databaseOf(url, name), remove }
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
