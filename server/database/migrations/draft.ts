import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MigrationList } from '@prisma/schema-engine-wasm'
import type pg from 'pg'
import type { Log } from '../../log.ts'
import { startEmbedded } from '../embedded/start.ts'
import { commandName } from '../patience.ts'
import { PatientPool } from '../pool.ts'
import { schemaEngine } from './engine.ts'
import { migrationNames, migrationScript, SCRIPT } from './folder.ts'

/**
 * The SQL that leads from the migrations in `folder` to `schemaFile`, computed on a throwaway database; null when they
 * agree.
 */
export async function draftMigration(folder: string, schemaFile: string): Promise<string | null> {
  const schema = { path: schemaFile, content: await readFile(schemaFile, 'utf8') }
  return onThrowawayDatabase(async (pool) => {
    const engine = await schemaEngine(pool)
    const { stdout, exitCode } = await engine.diff({
      from: { tag: 'migrations', ...migrationsIn(folder) },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    })
    engine.free()
    const draft = exitCode === 0 ? '' : keepHandWrittenIndexes(stdout ?? '', folder)
    return draft === '' ? null : `${draft}\n`
  })
}

/** The migrations with their scripts, in the shape that Prisma's engine takes. */
const migrationsIn = (folder: string): MigrationList => ({
  baseDir: folder,
  lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
  shadowDbInitScript: '',
  migrationDirectories: migrationNames(folder).map((path) => ({
    path,
    migrationFile: { path: SCRIPT, content: { tag: 'ok', value: migrationScript(folder, path) } },
  })),
})

async function onThrowawayDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-draft-'))
  const quiet: Log = { info: () => undefined, warn: () => undefined, error: console.error }
  const embedded = await startEmbedded(folder, 'cli', quiet)
  const pool = new PatientPool(embedded.url, commandName)
  try {
    return await work(pool)
  } finally {
    await pool.end()
    await embedded.close()
    await rm(folder, { recursive: true, force: true })
  }
}

// Prisma heads every index that it makes with this comment.
const INDEX = /(-- CreateIndex\n)?^\s*CREATE (?:UNIQUE )?INDEX (?:CONCURRENTLY )?(?:IF NOT EXISTS )?"?(\w+)"?/gm
const DROP = /-- DropIndex\nDROP INDEX "(\w+)";\n*/g

/**
 * The draft without the removal of indexes that the migrations in `folder` write by hand: schema.prisma cannot say
 * them (operator classes, expressions), so the engine takes them for left-overs.
 */
function keepHandWrittenIndexes(draft: string, folder: string): string {
  const byHand = new Set<string>()
  for (const migration of migrationNames(folder))
    for (const [, heading, name] of migrationScript(folder, migration).matchAll(INDEX))
      if (!heading && name) byHand.add(name)
  return draft.replace(DROP, (statement, name) => (byHand.has(name) ? '' : statement)).trim()
}
