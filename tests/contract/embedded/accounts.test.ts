import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { AnotherProcess } from '../../support/embedded/anotherProcess.ts'
import { copyNew } from '../../support/embedded/dataFolders.ts'

const [nobody, daemon] = [65_534, 1]
/** Hides `unshare`, as on a machine that forbids namespaces. */
const noNameSpaces = { env: { PATH: '/nonexistent' } }

let home: string
let dataDir: string
/** A folder for temporary files that every user may enter: TMPDIR may be its owner's alone. */
const everybodys = statSync(tmpdir()).mode & 0o001 ? tmpdir() : '/tmp'
beforeEach(() => {
  // Every user may enter this folder, so that only the data folder's own permissions matter.
  home = mkdtempSync(join(everybodys, 'alo-accounts-'))
  chmodSync(home, 0o755)
  dataDir = join(home, 'data')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Makes a data folder of root's with a database. */
const copyUsed = () => copyNew(dataDir)

/** Opens the database and closes it again. */
async function open(as: ConstructorParameters<typeof AnotherProcess>[2] = {}): Promise<void> {
  const desk = await AnotherProcess.open('server', dataDir, as)
  expect(await desk.query('SELECT 1 AS n')).toEqual([{ n: 1 }])
  await desk.close()
}
const refusal = (as = {}) =>
  open(as).then(
    () => '',
    (error) => String(error),
  )

const names = () => readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
const owners = () => [...new Set(names().map((name) => lstatSync(join(dataDir, name)).uid))]
const give = (uid: number) => execFileSync('chown', ['-R', String(uid), dataDir])

// Without root the tests run as an ordinary user, which every other file here covers.
if (process.getuid?.() === 0) {
  test('root runs PostgreSQL in a namespace, and all files belong to root', async () => {
    await open()
    expect(owners()).toEqual([0])
  })

  test('where namespaces are forbidden PostgreSQL runs as the user nobody, who owns the cluster from then on', async () => {
    await open(noNameSpaces)
    expect(lstatSync(join(dataDir, 'postgresql', 'base')).uid).toBe(nobody)
    expect(lstatSync(dataDir)).toMatchObject({ uid: 0, mode: 0o40711 })
    await open()
    expect(lstatSync(join(dataDir, 'postgresql', 'base')).uid).toBe(nobody)
  })

  test('where namespaces are forbidden a cluster of root’s is given whole to the user nobody', async () => {
    copyUsed()
    await open(noNameSpaces)
    const cluster = join(dataDir, 'postgresql')
    const all = readdirSync(cluster, { recursive: true, encoding: 'utf8' })
    expect(new Set(all.map((name) => lstatSync(join(cluster, name)).uid))).toEqual(new Set([nobody]))
  })

  test('root is refused with two ways out when the user nobody cannot reach the data folder', async () => {
    chmodSync(home, 0o700)
    expect(await refusal(noNameSpaces)).toMatch(/may not be run as root.*ordinary user, or set DATABASE_URL/)
  })

  test('root is refused in another user’s data folder, and leaves nothing there', async () => {
    mkdirSync(dataDir)
    give(daemon)
    expect(await refusal()).toMatch(/belongs to daemon.* runs as root.*sudo -u daemon .*chown -R 0 /s)
    expect(names()).toEqual([])
    copyUsed()
    give(daemon)
    const before = names()
    expect(await refusal()).toMatch(/sudo -u daemon/)
    expect(names()).toEqual(before)
    expect(owners()).toEqual([daemon])
  })

  test('another user is refused in root’s data folder, even when its mode lets everybody in', async () => {
    copyUsed()
    expect(await refusal({ uid: daemon, gid: daemon })).toMatch(/belongs to root.* runs as daemon.*sudo -u root/s)
    chmodSync(dataDir, 0o777)
    expect(await refusal({ uid: daemon, gid: daemon })).toMatch(/belongs to root/)
    expect(owners()).toEqual([0])
  })

  test('an owner without rights to the data folder is told how to get them', async () => {
    mkdirSync(dataDir, { mode: 0o500 })
    chownSync(dataDir, daemon, daemon)
    expect(await refusal({ uid: daemon, gid: daemon })).toMatch(
      /belongs to daemon, as whom this runs.*chmod -R u\+rwX .*EACCES/s,
    )
    chmodSync(dataDir, 0o700)
    await open({ uid: daemon, gid: daemon })
  })

  test('a user id without a user name can run the database', async () => {
    mkdirSync(dataDir)
    chownSync(dataDir, 4_321, 4_321)
    await open({ uid: 4_321, gid: 4_321 })
    expect(owners()).toEqual([4_321])
  })

  test.each([
    ['full', 'size=2m', /its disk is full/],
    ['read-only', 'ro', /mounted read-only/],
  ])('a start on a disk that is %s says so, and leaves nothing half made', async (_, option, words) => {
    mkdirSync(dataDir)
    execFileSync('mount', ['-t', 'tmpfs', '-o', option, 'alo', dataDir])
    try {
      expect(await refusal()).toMatch(words)
      expect(names().filter((name) => /draft/.test(name))).toEqual([])
    } finally {
      execFileSync('umount', [dataDir])
    }
  })

  test('a join of 200,000 rows works with the 64 MB of shared memory that containers have', () => {
    // The small /dev/shm hides what is in the machine's own.
    const place = mkdtempSync('/tmp/alo-small-')
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    copyNew(place)
    const sql = `CREATE TABLE t AS SELECT g AS n, md5(g::text) AS x FROM generate_series(1, 200000) g; CREATE INDEX ON t (x); VACUUM ANALYZE t`
    const work = `
      const { startEmbedded } = await import(${JSON.stringify(new URL('../../../server/database/embedded/start.ts', import.meta.url).href)})
      const { ask, quiet } = await import(${JSON.stringify(new URL('../../support/embedded/folders.ts', import.meta.url).href)})
      const { url, close } = await startEmbedded(${JSON.stringify(place)}, 'cli', quiet)
      for (const each of ${JSON.stringify(sql)}.split(';')) await ask(url, each)
      console.log(JSON.stringify(await ask(url, 'SELECT count(DISTINCT x)::int AS n FROM t JOIN t u USING (x)')))
      await close()
      process.exit()`
    const mounted = 'mount -t tmpfs -o size=64m shm /dev/shm && exec "$@"'
    const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', work]
    const ended = spawnSync('unshare', ['--mount', 'sh', '-c', mounted, 'sh', ...node], { encoding: 'utf8' })
    expect(ended.stderr).toBe('')
    expect(ended.stdout).toBe('{"n":200000}\n')
  })
}
