import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import pg from 'pg'
import type { Log } from '../../log.ts'

// 5 MB of WebAssembly and a timer of 10 s come with the engine, so it is imported on first use only.
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
 * Prisma's schema engine on the given pool. Scripts go to the database whole: the stock adapter cuts them at every
 * semicolon, which tears function bodies apart. A script that does not get a lock in time is rolled back and tried
 * again until it does. The engine's shadow database is the pool's own database, so `diff` from migrations needs an
 * empty throwaway one. The engine's errors have no code, so `hear` gets PostgreSQL's own error first.
 */
export async function schemaEngine(
  pool: pg.Pool,
  log: Log,
  hear: (error: unknown) => void = () => undefined,
): Promise<SchemaEngine> {
  loading ??= loadEngine()
  const Engine = await loading
  const quiet = () => undefined
  return Engine.new(
    { datamodels: undefined },
    quiet,
    bindMigrationAwareSqlAdapterFactory(wholeScripts(pool, log, hear)),
  )
}

function wholeScripts(pool: pg.Pool, log: Log, hear: (error: unknown) => void): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(markingChars(pool, hear))
  const connect = async () => {
    const adapter = await factory.connect()
    const queryRaw = adapter.queryRaw.bind(adapter)
    adapter.queryRaw = async (query) => readingChars(await queryRaw(query))
    adapter.executeScript = (script) => executeWhole(pool, script, log, hear)
    return adapter
  }
  return { provider: factory.provider, adapterName: factory.adapterName, connect, connectToShadowDb: connect }
}

/** How long a script waits for a lock, while all others wait behind it, and how long it then lets them pass. */
const [lockMs, passMs] = [2_000, 2_000]
const LOCK_NOT_AVAILABLE = '55P03'

// PostgreSQL finishes a script even if its client died, and the engine would take the unfinished record for a failure.
// So the script's own transaction finishes the record, and does so first: its row lock makes the next process that
// starts wait. The table of records is missing when that table itself is made, and in a draft. docs/decisions/0100
const recordFinished = `DO $$ BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    UPDATE _prisma_migrations SET finished_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL;
  END IF;
END $$;
`

/**
 * A script with a COMMIT of its own is not one transaction, so it stays as it is; run again, it goes on where it was.
 */
const recorded = (script: string) => (/\bCOMMIT\b/i.test(script) ? script : recordFinished + script)

// The engine repeats the database's own message only if it comes as the adapter's kind of error.
async function executeWhole(pool: pg.Pool, script: string, log: Log, hear: (error: unknown) => void): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`SET lock_timeout TO ${lockMs}`)
    while (!(await executed(client, recorded(script)))) {
      log.warn({ passMs }, 'a migration waits for a table that is in use: it lets others pass and tries again')
      await pause(passMs)
    }
  } catch (error) {
    hear(error)
    if (!(error instanceof pg.DatabaseError)) throw error
    const { code = 'N/A', severity = 'ERROR', message, detail, column, hint } = error
    throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint })
  } finally {
    // Closes the connection with its `lock_timeout`: the engine waits for its own lock as long as it takes.
    client.release(true)
  }
}

/** False when the script did not get a lock in time: nothing of its last transaction was done. */
async function executed(client: pg.PoolClient, script: string): Promise<boolean> {
  try {
    await client.query(script)
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

// The catalogue tables that `diff` reads have columns of the one-byte type "char". The adapter refuses that type and the
// engine panics when given text instead, so such a column passes the adapter as marked text and leaves it as a character.
const CHAR = 18
const TEXT = 25
const MARK = '"char" '

function markingChars(pool: pg.Pool, hear: (error: unknown) => void): pg.Pool {
  const query = async (...call: [pg.QueryArrayConfig, unknown[]]) => {
    const result = await pool.query(...call).catch((error) => {
      hear(error)
      throw error
    })
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
