import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { home } from '../../config.ts'

/** The folder of Alô's own migrations. */
export const ownMigrations = join(home, 'prisma', 'migrations')

export const SCRIPT = 'migration.sql'

/** Names of the migrations in the folder, oldest first; the order in which they are applied. */
export function migrationNames(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, SCRIPT)))
    .map((entry) => entry.name)
    .sort()
}

export const migrationScript = (folder: string, name: string) => readFileSync(join(folder, name, SCRIPT), 'utf8')
