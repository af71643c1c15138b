import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeMigration } from '../../support/embedded/migrations.ts'
import { installInto } from '../../support/installation.ts'
import { type OwnDatabase, ownDatabase } from '../../support/ownDatabase.ts'
import { type DeskProcess, said, startProcess } from '../../support/process.ts'

/** A newer version: the same program with one migration more. */
const newer = mkdtempSync(join(tmpdir(), 'alo-newer-'))
const later = '29990101000000_later'
let own: OwnDatabase
let desk: DeskProcess

const env = () => ({ DATA_DIR: own.dataDir, DATABASE_URL: own.databaseUrl ?? '' })
beforeAll(async () => {
  installInto(newer)
  writeMigration(join(newer, 'prisma/migrations'), later, 'CREATE TABLE later (n integer)')
  own = await ownDatabase()
  desk = await startProcess({ env: env(), args: ['--demo'] })
})
afterAll(async () => {
  await desk.stop()
  await own.remove()
  rmSync(newer, { recursive: true, force: true })
})

function command(installation: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { PATH = '', HOME = '' } = process.env
  const options = { env: { PATH, HOME, ...env(), NODE_ENV: 'production' as const } }
  return new Promise((settle) => {
    execFile(process.execPath, [resolve(installation, 'dist/cli.js'), ...args], options, (error, out, err) =>
      settle({ code: error ? Number(error.code) : 0, out, err: said(err) }),
    )
  })
}

test('a command of a newer version does not change the database under a running desk, unless told to', async () => {
  const refused = await command(newer, 'user', 'list')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain(later)
  expect(refused.err).toMatch(/Stop that desk.*--migrate/)
  expect(refused.err).not.toMatch(/^ {4}at /m)
  // Nothing was changed: a command of the desk's own version has nothing to say of it.
  expect(await command('.', 'user', 'list')).toMatchObject({ code: 0, err: '' })

  expect(await command(newer, 'user', 'list', '--migrate')).toMatchObject({
    code: 0,
    out: expect.stringContaining('ana'),
  })
  const old = await command('.', 'user', 'list')
  expect([old.code, old.err]).toEqual([0, expect.stringContaining('newer version of Alô')])
})

test('a desk that finds a newer database says so, and runs', async () => {
  await desk.stop()
  desk = await startProcess({ env: env(), args: ['--demo'] })
  expect(desk.output()).toContain('newer version of Alô')
  expect(desk.output()).toContain(later)
})

test('where no desk runs, a command changes the database as it always did', async () => {
  await desk.stop()
  writeMigration(join(newer, 'prisma/migrations'), '29990102000000_again', 'CREATE TABLE again (n integer)')
  expect((await command(newer, 'user', 'list')).code).toBe(0)
})
