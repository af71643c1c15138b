import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import type pg from 'pg'

// The engine's JavaScript holds one WebAssembly instance: a second one would break the engine that the first one made.
let loading: Promise<typeof SchemaEngine> | undefined

async function loadEngine(): Promise<typeof SchemaEngine> {
  // The engine reports a panic here; without this, only a TypeError would show.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => console.error(message) },
  })
  const engine = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  // The package exports its JavaScript only; the binary is that file's sibling.
  const beside = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const bytes = await readFile(beside.replace(/\.js$/, '.wasm'))
  const imports = { './schema_engine_bg.js': { ...engine } }
  const { instance } = await WebAssembly.instantiate(bytes, imports)
  engine.__wbg_set_wasm(instance.exports)
  const { __wbindgen_start: start } = instance.exports
  if (typeof start === 'function') start()
  return engine.SchemaEngine
}

/**
 * Prisma's schema engine on the given pool, for `diff`. Scripts go to the database whole: the stock adapter cuts them at
 * every semicolon, which tears function bodies apart. The engine's shadow database is the pool's own database, so `diff`
 * from migrations needs an empty throwaway one.
 */
export async function schemaEngine(pool: pg.Pool): Promise<SchemaEngine> {
  loading ??= loadEngine()
  const Engine = await loading
  const quiet = () => undefined
  return Engine.new({ datamodels: undefined }, quiet, bindMigrationAwareSqlAdapterFactory(wholeScripts(pool)))
}

function wholeScripts(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(markingChars(pool))
  const connect = async () => {
    const adapter = await factory.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) => readingChars(await queryRaw(query))
    adapter.executeScript = async (script) => void (await pool.query(script))
    return adapter
  }
  return { provider: factory.provider, adapterName: factory.adapterName, connect, connectToShadowDb: connect }
}

// The catalogue tables that `diff` reads have columns of the one-byte type "char". The adapter refuses that type and the
// engine panics when given text instead, so such a column passes the adapter as marked text and leaves it as a character.
const CHAR = 18
const TEXT = 25
const MARK = '"char" '

function markingChars(pool: pg.Pool): pg.Pool {
  const query = async (...call: [pg.QueryArrayConfig, unknown[]]) => {
    const result = await pool.query(...call)
    for (const field of result.fields ?? []) {
      if (field.dataTypeID !== CHAR) continue
      field.dataTypeID = TEXT
      field.name = MARK + field.name
    }
    return result
  }
  return new Proxy(pool, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key)) })
}

function readingChars(set: SqlResultSet): SqlResultSet {
  const isChar = set.columnNames.map((name) => name.startsWith(MARK))
  return {
    ...set,
    columnNames: set.columnNames.map((name) => (name.startsWith(MARK) ? name.slice(MARK.length) : name)),
    columnTypes: set.columnTypes.map((type, i) => (isChar[i] ? ColumnTypeEnum.Character : type)),
  }
}
