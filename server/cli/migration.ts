// Developers' command: npm run migration -- <name>
// After a change of prisma/schema.prisma it writes prisma/migrations/<timestamp>_<name>/migration.sql with what the schema
// has and the migrations lack, and prints the file's name alone on stdout. It needs no database: the difference is computed
// on a throwaway one in a temporary folder. Write into the file by hand what Prisma cannot express (expression indexes,
// triggers). Desks apply it at their next start.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { draftMigration } from '../database/migrations/draft.ts'
import { ownMigrations } from '../database/migrations/folder.ts'

const name = process.argv[2]
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('usage: npm run migration -- <name of lower-case letters, digits and _>')
  process.exit(1)
}

const script = await draftMigration(ownMigrations, 'prisma/schema.prisma')
if (script === null) {
  console.error('schema.prisma and the migrations agree: nothing to write')
  process.exit(0)
}

const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14)
const folder = join(ownMigrations, `${stamp}_${name}`)
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'migration.sql'), script)
console.log(join(folder, 'migration.sql'))
process.exit(0) // the engine's timer would hold the process for 10 s
