import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MigrationList } from '@prisma/schema-engine-wasm'
import { home } from '../../config.ts'

/** The folder of Alô's own migrations. */
export const ownMigrations = join(home, 'prisma', 'migrations')

const SCRIPT = 'migration.sql'

/** Names of the migrations in the folder, oldest first; the order in which they are applied. */
export function migrationNames(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, SCRIPT)))
    .map((entry) => entry.name)
    .sort()
}

/** The migrations with their scripts, in the shape that Prisma's engine takes; with `only`, none but those named. */
export function readMigrations(folder: string, only?: readonly string[]): MigrationList {
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: named(folder, only).map((name) => ({
      path: name,
      migrationFile: {
        path: SCRIPT,
        content: { tag: 'ok', value: script(folder, name) },
      },
    })),
  }
}

const named = (folder: string, only: readonly string[] | undefined) =>
  migrationNames(folder).filter((name) => only?.includes(name) ?? true)

/** The scripts alone, oldest first. */
export function migrationScripts(folder: string): string[] {
  return migrationNames(folder).map((name) => script(folder, name))
}

function script(folder: string, name: string): string {
  return readFileSync(join(folder, name, SCRIPT), 'utf8')
}
