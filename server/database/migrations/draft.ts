import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import pg from 'pg'
import { schemaEngine } from './engine.ts'
import { migrationScripts, readMigrations } from './folder.ts'

/**
 * The SQL that leads from the migrations in `folder` to `schemaFile`, computed on a throwaway database in memory;
 * null when they agree. Tables named in `external` (as `public.name`) are written by hand, never read by Prisma, and left alone.
 */
export async function draftMigration(
  folder: string,
  schemaFile: string,
  external: string[] = [],
): Promise<string | null> {
  const schema = { path: schemaFile, content: await readFile(schemaFile, 'utf8') }
  return onThrowawayDatabase(async (pool) => {
    const engine = await schemaEngine(pool, console)
    const { stdout, exitCode } = await engine.diff({
      from: { tag: 'migrations', ...readMigrations(folder) },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: true,
      filters: { externalTables: external, externalEnums: [] },
    })
    engine.free()
    const draft = exitCode === 0 ? '' : keepHandWrittenIndexes(stdout ?? '', folder)
    return draft === '' ? null : `${draft}\n`
  })
}

async function onThrowawayDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-draft-'))
  const db = await PGlite.create({ extensions: { pg_trgm } })
  const server = new PGLiteSocketServer({ db, path: join(folder, '.s.PGSQL.5432'), maxConnections: 5 })
  await server.start()
  const pool = new pg.Pool({ host: folder, user: 'postgres', database: 'postgres', max: 1 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
    await server.stop()
    await db.close()
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
  for (const script of migrationScripts(folder)) {
    for (const [, heading, name] of script.matchAll(INDEX)) if (!heading && name) byHand.add(name)
  }
  return draft.replace(DROP, (statement, name) => (byHand.has(name) ? '' : statement)).trim()
}
