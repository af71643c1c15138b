import { chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { bringUpToDate } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'
import { databaseName } from '#server/database/place'
import { command, runCommand, settingsOf, startCommand } from '../../support/cliRun.ts'
import { quiet } from '../../support/embedded/folders.ts'
import { installInto } from '../../support/installation.ts'
import { emptyDatabase, type OwnDatabase, ownDatabase } from '../../support/ownDatabase.ts'

/** An operator's command chooses its database by the settings, and names it. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'alo-which-')))
let own: OwnDatabase
beforeAll(async () => {
  own = await ownDatabase()
})
afterAll(async () => {
  await own?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const emptyPlace = () => ({ dataDir: join(mkdtempSync(join(folder, 'new-')), 'data') })

test.each([
  ['user', 'list'],
  ['user', 'create', '--usuario', 'rita', '--senha', 'uma senha bem comprida'],
  ['clientes', 'generate', '--count', '1'],
  ['senhas', 'status'],
])('%s %s creates no database: it says where one is missing, and what to do', async (...args) => {
  const place = emptyPlace()
  const { code, out, err, database } = await command(place, ...args)
  expect({ code, out, database }).toEqual({ code: 1, out: '', database: databaseName(place) })
  expect(err).toBe(
    `There is no database of Alô in ${databaseName(place)}, and commands make none. ` +
      'Start the desk first (npm start), or set DATA_DIR or DATABASE_URL to the one that is meant.\n',
  )
  expect(existsSync(place.dataDir)).toBe(false)
})

test('backup of a database that was never used says so, ends with code 3 and writes no file', async () => {
  const { databaseUrl, remove } = await emptyDatabase()
  onTestFinished(remove)
  const place = { ...emptyPlace(), databaseUrl }
  const file = join(folder, 'none.backup.gz')
  const database = await openDatabase({ ...place, role: 'server', log: quiet })
  await bringUpToDate(database.pool, quiet)
  await database.close()
  const empty = await command(place, 'backup', file)
  expect(empty).toMatchObject({ code: 3, out: '' })
  expect(empty.err).toContain(`The database ${databaseName(place)} is empty, and no backup was written.`)
  expect(existsSync(file)).toBe(false)
  await command(place, 'user', 'create', '--usuario', 'rita', '--senha', 'uma senha bem comprida')
  expect((await command(place, 'backup', file)).code).toBe(0)
  expect(existsSync(file)).toBe(true)
})

test('a command says that a DATA_DIR below a file cannot be reached, and what to do', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const refused = await command({ dataDir: join(file, 'data') }, 'user', 'list')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/^\S+a-file\/data cannot be reached \(ENOTDIR\): .*sudo -u .* DATA_DIR\.\n$/)
})

test('a command names its database first, without the password', async () => {
  expect(await command(own, 'user', 'list')).toMatchObject({ database: databaseName(own), err: '' })
  const url = 'postgresql://alo:segredo@127.0.0.1:1/alo?password=segredo'
  const away = await command({ dataDir: folder, databaseUrl: url }, 'user', 'list')
  expect(away).toMatchObject({ code: 1, database: 'postgresql://alo@127.0.0.1:1/alo' })
  expect(away.err).not.toContain('segredo')
})

test.each([
  ['a database that is not there', { pathname: '/nenhum' }, 'database ".*" does not exist'],
  ['a role that is not there', { username: 'ninguem' }, 'role ".*" does not exist'],
  ['a database for nobody', { pathname: '/template0' }, 'database ".*" is not currently accepting connections'],
])('%s: the command repeats PostgreSQL’s refusal, and says what to check', async (_what, change, words) => {
  const address = Object.assign(new URL(own.databaseUrl), change)
  const refused = await command({ ...own, databaseUrl: address.href }, 'user', 'list')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(new RegExp(`^PostgreSQL refuses \\(${words}\\). Check DATABASE_URL.*\\n$`))
})

test('a command uses the settings of its installation, not those of the folder where it is typed', async () => {
  const [installation, elsewhere] = [join(folder, 'opt'), join(folder, 'elsewhere')]
  mkdirSync(installation)
  mkdirSync(elsewhere)
  installInto(installation)
  const lines = Object.entries(settingsOf(own)).map(([name, value]) => `${name}="${value}"\n`)
  writeFileSync(join(installation, '.env'), lines.join(''))
  writeFileSync(join(elsewhere, '.env'), 'DATABASE_URL=postgresql://alo@127.0.0.1:1/another\n')
  const program = join(installation, 'dist/cli.js')
  const list = () => startCommand(['user', 'list'], { env: {}, cwd: elsewhere, program }).ran
  const listed = await list()
  expect(listed).toMatchObject({ code: 0, database: databaseName(own), err: '' })
  expect(listed.out).toContain('\tana\t')
  // Without settings the command uses the installation's own data folder.
  rmSync(join(installation, '.env'))
  rmSync(join(elsewhere, '.env'))
  expect((await list()).database).toBe(join(installation, '.data'))
})

test('a command leaves another user’s data folder alone, and prints the sudo line to type', async () => {
  const dataDir = process.getuid?.() === 0 ? mkdtempSync(join(folder, 'theirs-')) : '/'
  if (dataDir !== '/') chownSync(dataDir, 65_534, 65_534)
  const env = settingsOf({ dataDir, databaseUrl: own.databaseUrl })
  const refused = (words: string, program: string) => {
    const typed = `sudo -u \\S+ --preserve-env=DATA_DIR,DATABASE_URL ${process.execPath} ${program} ${words}\n`
    const err = new RegExp(`${dataDir} belongs to .* Nothing was done. Type:\n {2}${typed}`)
    return { code: 1, out: '', err: expect.stringMatching(err) }
  }
  const built = await startCommand(['user', 'list'], { env }).ran
  expect(built).toMatchObject(refused('user list', resolve('dist/cli.js')))
  for (const verb of ['backup', 'restore'])
    expect(await runCommand([verb, '-'], { env })).toMatchObject(refused(`${verb} -`, '\\S+'))
  const secret = await command({ dataDir }, 'user', 'create', '--usuario', 'x', '--senha', 'segredo')
  expect(secret.err).toMatch(/sudo -u .*--senha '…'/)
  expect(secret.err).not.toContain('segredo')
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})
