import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import type pg from 'pg'

// 5 MB of WebAssembly and a timer of 10 s come with the engine, so it is imported on first use only.
let loading: Promise<typeof SchemaEngine> | undefined

async function loadEngine(): Promise<typeof SchemaEngine> {
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  // The package exports its JavaScript only; the binary is that file's sibling.
  const beside = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = await readFile(beside.replace(/\.js$/, '.wasm'))
  const imports = { './schema_engine_bg.js': engine as unknown as WebAssembly.ModuleImports }
  const { instance } = await WebAssembly.instantiate(bytes, imports)
  engine.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start as () => void
  start()
  return engine.SchemaEngine
}

/**
 * Prisma's schema engine on the given pool. Scripts go to the database whole: the stock adapter cuts them at every
 * semicolon, which tears function bodies apart. The engine's shadow database is the pool's own database, so `diff` from
 * migrations wants an empty throwaway one.
 */
export async function schemaEngine(pool: pg.Pool): Promise<SchemaEngine> {
  loading ??= loadEngine()
  const Engine = await loading
  const quiet = () => undefined
  return Engine.new({ datamodels: undefined }, quiet, bindMigrationAwareSqlAdapterFactory(wholeScripts(pool)))
}

function wholeScripts(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(withReadableChar(pool))
  const connect = async () => {
    const adapter = await factory.connect()
    adapter.executeScript = async (script) => {
      await pool.query(script)
    }
    return adapter
  }
  return { provider: factory.provider, adapterName: factory.adapterName, connect, connectToShadowDb: connect }
}

// The catalogue tables that `diff` reads have columns of the one-byte type "char", which the adapter refuses.
const CHAR = 18
const TEXT = 25

function withReadableChar(pool: pg.Pool): pg.Pool {
  const query = async (...call: [pg.QueryArrayConfig, unknown[]]) => {
    const result = await pool.query(...call)
    for (const field of result.fields ?? []) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT
    return result
  }
  return new Proxy(pool, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) })
}
