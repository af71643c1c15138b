import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draftMigration } from '#server/database/migrations/draft'

const schemaFile = 'prisma/schema.prisma'
const generated = 'server/database/generated'
const stale = `${generated} is not what ${schemaFile} makes: run node server/build.mjs server`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alo-schema-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

test('the migrations make the database that schema.prisma describes', async () => {
  const missing = await draftMigration('prisma/migrations', schemaFile)
  expect(
    missing,
    `no migration brings this: write it with npx tsx server/cli/migration.ts <name>\n${missing}`,
  ).toBeNull()
})

test('the generated types of tables and enums are up to date with schema.prisma', () => {
  const copy = join(folder, 'schema.prisma')
  writeFileSync(
    copy,
    read(schemaFile).replaceAll(/output( +)= "\.\.\/server\/database\/generated/g, `output$1= "${folder}`),
  )
  const bin = resolve('node_modules/.bin')
  execFileSync(join(bin, 'prisma'), ['generate', '--schema', copy, '--generator', 'kysely'], {
    stdio: 'pipe',
    // Prisma finds generators on PATH.
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  })
  for (const file of ['tables.ts', 'enums.ts']) {
    const made = read(join(folder, file))
    expect(made).toContain('export type')
    expect(read(join(generated, file)), stale).toBe(made)
  }
})

test('the generated Prisma client is up to date with schema.prisma', () => {
  // Prisma writes the schema into the generated client, but aligns its columns anew: compare without that spacing.
  const spaced = (text: string) => text.replaceAll(/ +/g, ' ')
  const told = spaced(read(join(generated, 'prisma/internal/class.ts')))
  expect(told.includes(spaced(JSON.stringify(read(schemaFile)))), stale).toBe(true)
})
