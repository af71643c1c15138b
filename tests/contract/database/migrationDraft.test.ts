import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draftMigration } from '#server/database/migrations/draft'
import { writeMigration } from '../../support/embedded/migrations.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'alo-draft-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const schema = (fields: string) => {
  const file = join(folder, 'schema.prisma')
  const head = 'datasource db {\n  provider = "postgresql"\n}\n'
  writeFileSync(file, `${head}model Nota {\n  id Int @id\n${fields}\n}\n`)
  return file
}

test('a draft migration has what the schema changed, spares what was written by hand, and is null without changes', async () => {
  const migrations = join(folder, 'migrations')
  const first = await draftMigration(migrations, schema('  texto String\n  dia Int\n  @@index([dia])'))
  expect(first).toContain('CREATE TABLE "Nota"')

  const byHand = 'CREATE EXTENSION pg_trgm;\nCREATE INDEX nota_trgm ON "Nota" USING gin (texto gin_trgm_ops);\n'
  writeMigration(migrations, '1_first', `${first}${byHand}`)
  const same = schema('  texto String\n  dia Int\n  @@index([dia])')
  expect(await draftMigration(migrations, same)).toBeNull()

  const next = await draftMigration(migrations, schema('  texto String\n  dia Int\n  autor String?'))
  expect(next).toContain('DROP INDEX "Nota_dia_idx"')
  expect(next).toContain('ADD COLUMN     "autor" TEXT')
  expect(next).not.toContain('nota_trgm')
})
