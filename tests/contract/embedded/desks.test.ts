import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause, setInterval } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { settingsOf, startCommand } from '../../support/cliRun.ts'
import { notificar } from '../../support/desk.ts'
import { makeDemoFolder } from '../../support/embedded/demoFolder.ts'
import { ask, serverIn } from '../../support/embedded/folders.ts'
import { portOf } from '../../support/portOf.ts'
import { type DeskProcess, freePort, spawnDesk, startProcess, startRefused } from '../../support/process.ts'
import { sendRequest } from '../../support/request.ts'

/** The built desk as operators start it, with the embedded database. */
let home: string
let dataDir: string
const running: DeskProcess[] = []
/** A data folder that a demo has used before. The tests that are not about a first start copy it. */
const used = mkdtempSync(join(tmpdir(), 'alo-used-'))
beforeAll(() => makeDemoFolder(used))
afterAll(() => rmSync(used, { recursive: true, force: true }))
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'alo-desks-'))
  dataDir = join(home, 'data')
})
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop()
  rmSync(home, { recursive: true, force: true })
})

async function start(): Promise<DeskProcess> {
  const desk = await startProcess({
    env: { DATA_DIR: dataDir, LIMITE_REQUISICOES_SEGUNDO: '100000' },
    args: ['--demo'],
  })
  running.push(desk)
  return desk
}

const copyUsed = () => cpSync(used, dataDir, { recursive: true })

const address = () => `postgresql://postgres@localhost/postgres?host=${join(dataDir, 'socket')}`

const notify = ({ url }: DeskProcess, n: number) =>
  sendRequest(url, { path: notificar, authorization: demoToken, body: { ramal: 101, ligacao_params: { id: n } } })

/** As fast as they can, the calls would take the processors from what they accompany. */
const betweenCallsMs = 20

test('two desks and an import on one data folder share one database, and the second desk outlives the first', async () => {
  copyUsed()
  const first = await start()
  const second = await start()
  const called = await notify(first, 0)
  const { child, ran } = startCommand(['clientes', 'import', customers(300)], { env: settingsOf({ dataDir }) })
  const answers: number[] = []
  let n = 0
  for await (const _ of setInterval(betweenCallsMs)) {
    if (child.exitCode !== null) break
    n += 1
    answers.push((await notify(n % 2 ? first : second, n % 50)).status)
  }
  expect(JSON.parse((await ran).out)).toMatchObject({ created: 300, refused: 0 })
  expect(answers.length).toBeGreaterThan(4)
  expect(answers.filter((status) => status !== 200)).toEqual([])

  await first.stop()
  expect(await notify(second, 0)).toMatchObject({
    status: 200,
    headers: { 'x-ligacao-id': called.headers['x-ligacao-id'] },
  })
  await second.stop()
  expect(serverIn(dataDir)).toBe(null)
  for (const { output, child } of [first, second]) {
    expect(child.exitCode).toBe(0)
    expect(output()).not.toMatch(/"level":[56]0/)
  }
})

function customers(count: number): string {
  const file = join(home, 'clientes.jsonl')
  const all = [...generateClientes({ count, seed: 7, firstId: 10_000 })]
  writeFileSync(file, all.map((cliente) => JSON.stringify(cliente)).join('\n'))
  return file
}

// If the signal, as Ctrl+C sends it, reached PostgreSQL directly, it would disconnect all clients. system/shutdown.test.ts
// has the other signals.
test('SIGINT to the whole process group lets the desk answer its open request and shut down cleanly', async () => {
  copyUsed()
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH,
    HOME,
    NODE_ENV: 'production',
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    PORT: String(port),
    DEMO_PBX: 'off',
  } as const
  const child = spawn(process.execPath, ['dist/main.js', '--demo'], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 2],
  })
  let said = ''
  child.stdout?.on('data', (piece) => {
    said += piece
  })
  await expect.poll(() => said, { timeout: 60_000 }).toContain('ana')
  // A notification that still waits for a lock when the signal comes.
  const holder = new pg.Client(address())
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE fila_ligacoes IN ACCESS EXCLUSIVE MODE')
  const call = sendRequest(`http://127.0.0.1:${port}`, {
    path: notificar,
    authorization: demoToken,
    body: { ramal: 101, ligacao_params: { id: 1 } },
  })
  const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock'`
  // Asked outside the transaction: pg_stat_activity does not change within one and so lacks later connections.
  await expect.poll(() => ask(address(), waiting)).toEqual({ n: 1 })
  const ended = once(child, 'close')
  if (child.pid) process.kill(-child.pid, 'SIGINT')
  await expect.poll(() => said).toContain('"msg":"shutting down"')
  await holder.query('COMMIT')
  expect((await call).status).toBe(200)
  await holder.end()
  expect(await ended).toEqual([0, null])
  expect(said).toContain('"msg":"closed"')
  expect(said).not.toMatch(/"level":[56]0|does not answer|was lost/)
  expect(serverIn(dataDir)).toBe(null)
})

const ends = ['SIGTERM', 'SIGHUP'] as const
test.each(ends)('a desk that gets %s while it starts says so, exits with 0 and leaves no database', async (signal) => {
  copyUsed()
  const { child, output, ended } = spawnDesk(['--demo'], { DATA_DIR: dataDir, PORT: String(await freePort()) })
  await expect.poll(output, { timeout: 60_000, interval: 20 }).toContain('starting PostgreSQL')
  child.kill(signal)
  await ended
  expect(child.exitCode).toBe(0)
  expect(output()).toContain('told to end while starting')
  expect(output()).not.toMatch(/"level":[56]0|did not start/)
  expect(serverIn(dataDir)).toBe(null)
})

// embedded/refused.test.ts has the other reasons, without a process.
test('a desk does not start on a data folder that is a link to nowhere, and says why in one line without a stack trace', async () => {
  symlinkSync(join(home, 'disk'), dataDir)
  const { code, output } = await startRefused({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  expect(code).toBe(1)
  expect(output).toMatch(/^Alô did not start\. .*is a link to .*disk, and no folder is there.*\n$/m)
  expect(output).not.toMatch(/^ {4}at /m)
})

test.each([
  ['a port that another program has', '127.0.0.1', 'Port PORT is taken by another program.'],
  ['an address of another machine', '192.0.2.1', '192.0.2.1 is no address of this machine '],
])(
  'a desk that cannot listen on %s says so without a stack trace, and leaves no database running',
  async (_, HOST, words) => {
    copyUsed()
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const PORT = String(portOf(taken))
    const { code, output } = await startRefused({ DATA_DIR: dataDir, HOST, PORT }, ['--demo'])
    taken.close()
    expect(code).toBe(1)
    expect(output).toContain(`Alô did not start. ${words.replace('PORT', PORT)}`)
    expect(output).not.toMatch(/"level":[56]0|^ {4}at /m)
    expect(serverIn(dataDir)).toBe(null)
  },
)

test('a desk that lacks a package says so without a stack trace, and leaves no database running', async () => {
  copyUsed()
  const told = (program: string) => `data:text/javascript,${encodeURIComponent(program)}`
  const hook = told(`export const resolve = (name, from, next) => next(name === 'fastify' ? 'not-here' : name, from)`)
  const NODE_OPTIONS = `--import ${told(`import { register } from 'node:module'; register(${JSON.stringify(hook)})`)}`
  const { code, output } = await startRefused({ DATA_DIR: dataDir, NODE_OPTIONS, PORT: String(await freePort()) })
  expect(code).toBe(1)
  expect(output).toMatch(/^Alô did not start\. Its modules cannot be loaded \(.*not-here.*\)\. .*npm ci/m)
  expect(output).not.toMatch(/"level":[56]0|^ {4}at /m)
  expect(serverIn(dataDir)).toBe(null)
})

// Only root can mount a separate small disk.
if (process.getuid?.() === 0)
  test('a full disk makes requests fail with 503; with room again the desk recovers by itself, with every call', async () => {
    mkdirSync(dataDir)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'alo', dataDir])
    try {
      copyUsed()
      const desk = await start()
      const acknowledged = new Map<number, unknown>()
      let n = 0
      const call = async () => {
        const key = ++n
        const answer = await notify(desk, key)
        if (answer.status === 200) acknowledged.set(key, answer.headers['x-ligacao-id'])
        return answer.status
      }
      expect(await call()).toBe(200)
      // Fill the disk until dd fails: the database writes meanwhile, so the free space measured before would be wrong.
      const filled = spawnSync('dd', ['if=/dev/zero', `of=${join(dataDir, 'filler')}`, 'bs=64k'], { encoding: 'utf8' })
      expect(filled.stderr).toContain('No space left')
      const log = `SELECT pg_logical_emit_message(false, 'alo', repeat('x', 40000000))`
      // Calls go on until the disk is full. Every one that was acknowledged must still be there afterwards.
      let full = false
      const calling = Array.from({ length: 6 }, async () => {
        for (; !full; await pause(betweenCallsMs)) await call()
      })
      await expect.poll(() => acknowledged.size).toBeGreaterThan(50)
      await expect(ask(address(), log)).rejects.toThrow()
      await expect.poll(call).toBe(503)
      full = true
      await Promise.all(calling)
      rmSync(join(dataDir, 'filler'))
      await expect
        .poll(call, { timeout: 60_000 })
        .toBe(200)
        .catch((cause) => {
          throw new Error(`no call is taken though there is room:\n${desk.output().slice(-8_000)}`, { cause })
        })
      for (const [key, id] of acknowledged) expect((await notify(desk, key)).headers['x-ligacao-id']).toBe(id)
      await desk.stop()
      expect(desk.child.exitCode).toBe(0)
    } finally {
      for (const desk of running.splice(0)) await desk.kill()
      execFileSync('umount', ['-l', dataDir])
    }
  })
