import { execFileSync, spawnSync } from 'node:child_process'
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bringUpToDate } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'
import { addWideClientes } from '../../support/addWideClientes.ts'
import { command, settingsOf, startCommand } from '../../support/cliRun.ts'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import { copyNew } from '../../support/embedded/dataFolders.ts'
import { ask, quiet, serverIn } from '../../support/embedded/folders.ts'
import { ownDatabase } from '../../support/ownDatabase.ts'

/** Commands that write into files and to stdout. */
const folder = mkdtempSync(join(tmpdir(), 'alo-files-'))
let desk: TestDesk
beforeAll(async () => {
  desk = await startDesk()
})
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
})
afterAll(async () => {
  await desk.stop()
  rmSync(folder, { recursive: true, force: true })
})

const writers = [
  ['clientes', ['clientes', 'export']],
  ['titular', ['titular', 'export', '1']],
  ['backup', ['backup']],
] as const

// `titular export` writes by the same function as `backup`.
const owned = writers.filter(([name]) => name !== 'titular')
test.each(owned)('only its owner can read the file that %s writes, whatever the umask', async (name, args) => {
  const file = join(folder, name)
  const { ran } = startCommand([...args, file], { env: settingsOf(desk.config), before: 'umask 0;' })
  expect(await ran).toMatchObject({ code: 0 })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual([name])
})

test.each(writers)('%s replaces neither a named pipe nor a folder with its file', async (_, args) => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const path of [pipe, folder])
    expect(await command(desk.config, ...args, path)).toMatchObject({
      code: 1,
      err: `${path} is no file: name one, or - for stdout.\n`,
    })
  expect(statSync(pipe).isFIFO()).toBe(true)
  expect(readdirSync(folder)).toEqual(['pipe'])
})

test.each(writers)('%s says why it cannot write where no folder is', async (_, args) => {
  for (const [path, code] of [
    [join(folder, 'none', 'file'), 'ENOENT'],
    [join(process.execPath, 'file'), 'ENOTDIR'],
  ] as const)
    expect(await command(desk.config, ...args, path)).toMatchObject({
      code: 1,
      err: expect.stringMatching(`^${path} cannot be written \\(${code}.*\\)\n$`),
    })
})

test('commands say that the database is read-only, and leave no file', async () => {
  const own = await ownDatabase()
  onTestFinished(own.remove)
  const name = new URL(own.databaseUrl).pathname.slice(1)
  await ask(own.databaseUrl, `ALTER DATABASE ${name} SET default_transaction_read_only TO on`)
  for (const words of [
    ['clientes', 'export', join(folder, 'file')],
    ['titular', 'export', '1', join(folder, 'file')],
    ['user', 'set', 'ana', '--nome', 'Outra'],
    ['token', 'create', '--name', 'n', '--scopes', 'pbx'],
  ])
    expect(await command(own, ...words)).toMatchObject({
      ...{ code: 1, out: '' },
      err: expect.stringMatching(
        /^The database takes no writes \(cannot execute \w+ in a read-only transaction\)\. .*\n$/,
      ),
    })
  expect(readdirSync(folder)).toEqual([])
})

test.each(writers.slice(1))('%s does not overwrite an existing file', async (_, args) => {
  const path = join(folder, 'mine')
  writeFileSync(path, 'mine')
  expect(await command(desk.config, ...args, path)).toMatchObject({
    code: 1,
    err: `${path} exists already: name another file.\n`,
  })
  expect(readFileSync(path, 'utf8')).toBe('mine')
})

test('a command removes what killed ones left beside its file, and nothing else', async () => {
  const ended = spawnSync('true').pid
  const left = `file.${ended}.part`
  const kept = [`file.${process.ppid}.part`, `other.${ended}.part`, `file.${ended}.part.gz`]
  for (const name of [left, ...kept]) writeFileSync(join(folder, name), '')
  expect(await command(desk.config, 'clientes', 'export', join(folder, 'file'))).toMatchObject({ code: 0 })
  expect(readdirSync(folder).sort()).toEqual(['file', ...kept].sort())
})

test('a command’s file is its own, though somebody had put a link where it begins to write', async () => {
  const [path, theirs] = [join(folder, 'file'), join(folder, 'theirs')]
  writeFileSync(theirs, '', { mode: 0o666 })
  symlinkSync(theirs, `${path}.${process.pid}.part`)
  expect(await command(desk.config, 'clientes', 'export', path)).toMatchObject({ code: 0 })
  expect(readFileSync(theirs, 'utf8')).toBe('')
  expect(lstatSync(path).mode & 0o170_777).toBe(0o100_600)
})

test('clientes export overwrites its file, through a symlink too, in the format of --format or the file’s name', async () => {
  const [file, link] = [join(folder, 'real.jsonl'), join(folder, 'link.csv')]
  writeFileSync(file, 'before')
  symlinkSync(file, link)
  const exported = async (path: string, ...more: string[]) => {
    expect(await command(desk.config, 'clientes', 'export', ...more, path)).toMatchObject({ code: 0 })
    return readFileSync(path, 'utf8')
  }
  expect(await exported(link)).toMatch(/^id_cliente,/)
  expect(readFileSync(file, 'utf8')).toMatch(/^id_cliente,/)
  expect(await exported(file)).toMatch(/^\{"id_cliente":/)
  expect(await exported(file, '--format', 'json')).toMatch(/^\{"clientes":/)
  expect(await exported(join(folder, 'other'))).toMatch(/^\{"clientes":/)
})

test.each([
  ['token list', ['token', 'list']],
  ['clientes export', ['clientes', 'export']],
  ['backup', ['backup', '-']],
])('%s ends with code 1 and a sentence when stdout is a full disk or a closed pipe', async (_, words) => {
  const env = settingsOf(desk.config)
  const full = await startCommand(words, { env, before: 'exec >/dev/full;' }).ran
  expect(full).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The result was not written whole: ENOSPC.*\n$/),
  })
  const { child, ran } = startCommand(words, { env })
  child.stdout?.destroy()
  expect(await ran).toMatchObject({ code: 1, err: 'The result was not written whole: write EPIPE\n' })
})

// Without a running desk, each command starts the embedded database itself.
describe('without a running desk', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-cut-'))
  beforeAll(async () => {
    copyNew(dataDir)
    const database = await openDatabase({ dataDir, role: 'server', log: quiet })
    await bringUpToDate(database.pool, quiet)
    await addWideClientes(database, 3_000)
    await database.close()
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  test.each([
    ['clientes export', 'SIGINT', 130],
    ['backup', 'SIGTERM', 143],
    ['clientes export', 'SIGHUP', 129],
  ] as const)('%s, ended by %s, leaves no draft file and no database server running', async (name, signal, code) => {
    const { child, ran } = startCommand([...name.split(' '), join(folder, 'file')], { env: settingsOf({ dataDir }) })
    await expect.poll(() => readdirSync(folder), { interval: 5 }).toEqual([expect.stringMatching(/^file\.\d+\.part$/)])
    child.kill(signal)
    expect(await ran).toMatchObject({ code, out: '', err: '' })
    expect(readdirSync(folder)).toEqual([])
    expect(serverIn(dataDir)).toBe(null)
  })

  test.each(['user list', 'backup -'])('%s, ended while its server comes up, leaves none running', async (name) => {
    const { child, ran } = startCommand(name.split(' '), { env: settingsOf({ dataDir }) })
    await expect.poll(() => serverIn(dataDir), { interval: 5 }).not.toBe(null)
    child.kill('SIGTERM')
    expect(await ran).toMatchObject({ code: 143, out: '', err: '' })
    expect(serverIn(dataDir)).toBe(null)
  })
})

test('an import names the file that it cannot read on', async () => {
  const unreadable = '/proc/self/mem'
  expect(await command(desk.config, 'clientes', 'import', unreadable)).toMatchObject({
    code: 1,
    err: `${unreadable} cannot be read (EIO)\n`,
  })
})

test('restore refuses a folder and a missing file', async () => {
  const place = { dataDir: join(folder, 'new') }
  for (const [path, why] of [
    [folder, 'is a folder'],
    [join(folder, 'none'), 'cannot be read (ENOENT)'],
  ] as const)
    expect(await command(place, 'restore', path)).toMatchObject({ code: 1, err: `${path} ${why}\n` })
  expect(readdirSync(folder)).toEqual([])
})

test('a command with an unknown option prints its own usage, and no other command’s', async () => {
  const { code, err } = await command(desk.config, 'token', 'list', '--loud')
  expect(code).toBe(1)
  expect(err).toMatch(/^Unknown option '--loud'.*\n\n {2}token create /s)
  expect(err).toContain('\n  token revoke NAME\n')
  expect(err).not.toMatch(/user create|backup|restore/)
})
