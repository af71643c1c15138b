import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { draftMigration } from '#server/database/migrations/draft'

const schemaFile = 'prisma/schema.prisma'
const generated = 'server/database/generated'
const stale = `${generated} is not what ${schemaFile} makes: run node server/build.mjs server`

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

test('the migrations make the database that schema.prisma describes', async () => {
  const missing = await draftMigration('prisma/migrations', schemaFile)
  expect(
    missing,
    `no migration brings this: write it with npx tsx server/cli/migration.ts <name>\n${missing}`,
  ).toBeNull()
})

test('the generated types and Prisma client, which one command makes, are up to date with schema.prisma', () => {
  // Prisma writes the schema into the generated client, but aligns its columns anew: compare without that spacing.
  const spaced = (text: string) => text.replaceAll(/ +/g, ' ')
  const told = spaced(read(join(generated, 'prisma/internal/class.ts')))
  expect(told.includes(spaced(JSON.stringify(read(schemaFile)))), stale).toBe(true)
})
