import { spawnSync } from 'node:child_process'
import { appendFileSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { asSomebody, type Command } from '#server/database/embedded/programs'
import { followServerLog } from '#server/database/embedded/serverLog'
import { refusal } from '#server/database/embedded/trouble'

vi.mock('node:child_process', { spy: true })

const at = (rest: string) => `2026-11-28 03:04:32.346 UTC [25439] ${rest}\n`

test.each([
  [
    'its FATAL, with the detail, and not what follows from it',
    at('LOG:  starting PostgreSQL 18.4') +
      at('FATAL:  data directory has wrong ownership') +
      at('DETAIL:  The server must be started by its owner.') +
      at('FATAL:  the database system is starting up') +
      at('LOG:  database system is shut down'),
    /does not start: FATAL: {2}data directory has wrong ownership DETAIL: {2}The server must be started by its owner\.$/,
  ],
  [
    'what it was, before what sums it up',
    at('LOG:  could not bind Unix address "/s/.s.PGSQL.5432": Address in use') +
      at('HINT:  Is another postmaster already running on port 5432?') +
      at('WARNING:  could not create Unix-domain socket in directory "/s"') +
      at('FATAL:  could not create any Unix-domain sockets') +
      at('LOG:  database system is shut down'),
    /does not start: LOG: {2}could not bind Unix address.*: Address in use FATAL: {2}could not create any Unix-domain sockets$/,
  ],
  [
    'the line of a configuration',
    at('LOG:  syntax error in file "postgresql.conf" line 889') +
      at('FATAL:  configuration file "postgresql.conf" contains errors'),
    /does not start: LOG: {2}syntax error.* line 889 FATAL: {2}configuration file .* contains errors$/,
  ],
  [
    'no client’s refusal, nor what else went wrong',
    at('PANIC:  could not locate a valid checkpoint record') +
      at('FATAL:  password authentication failed for user "x"') +
      at('FATAL:  database "x" does not exist') +
      at('LOG:  could not remove file "x"'),
    /does not start: PANIC: {2}could not locate a valid checkpoint record$/,
  ],
  [
    'its end, though it is of a database’s files',
    at('LOG:  could not open "x"') + at('FATAL:  database files are incompatible with server'),
    /does not start: FATAL: {2}database files are incompatible with server$/,
  ],
  [
    'what could not be done',
    at('LOG:  could not open file "global/pg_control"') + at('LOG:  aborting startup'),
    /does not start: LOG: {2}could not open file "global\/pg_control"$/,
  ],
  [
    'initdb’s error',
    'initdb: error: no such locale\ninitdb: removing contents of data directory',
    /does not start: initdb: error: no such locale$/,
  ],
  ['the last of what else it said', 'one\ntwo\n', /does not start: two$/],
  ['that it says nothing', '', /does not start: it says nothing$/],
])('when the embedded database does not start, the error tells %s', (_, said, told) => {
  expect(String(refusal(tmpdir(), said))).toMatch(told)
})

// Nothing can be written into /proc, as on a full disk, where a server cannot even write its error.
test('when the embedded database says nothing and its folder takes no file, the error tells of a full disk', () => {
  expect(String(refusal('/proc', ''))).toMatch(/its disk is full/)
})

test('a probe of name spaces that cannot run changes no file’s owner, and one that succeeded is not repeated', () => {
  const path = mkdtempSync(join(tmpdir(), 'alo-apart-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  const root = vi.spyOn(process, 'getuid').mockReturnValue(0)
  onTestFinished(() => root.mockRestore())
  const cluster = join(path, 'postgresql')
  mkdirSync(cluster)
  const given: Command = ['postgres', [], { env: { NODE_ENV: 'test' }, cwd: path }]
  const probe = (outcome: object) =>
    vi.mocked(spawnSync).mockReturnValueOnce({
      ...{ pid: 0, output: [], stdout: '', stderr: '', status: null, signal: null },
      ...outcome,
    })
  const owner = lstatSync(cluster).uid

  for (const code of ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']) {
    probe({ error: Object.assign(new Error(`spawnSync unshare ${code}`), { code }) })
    expect(() => asSomebody(given, { path, cluster })).toThrow(new RegExp(`could not be tried .*${code}`))
  }
  for (const status of [126, 127]) {
    probe({ status, stderr: 'unshare: error while loading shared libraries: libc.so.6\n' })
    expect(() => asSomebody(given, { path, cluster })).toThrow(/could not be tried \(unshare: .*libc\.so\.6\): /)
  }
  expect(lstatSync(cluster).uid).toBe(owner)
  probe({ status: 0 })
  expect(asSomebody(given, { path, cluster })[0]).toBe('unshare')
  probe({ error: Object.assign(new Error('spawnSync unshare ENOENT'), { code: 'ENOENT' }) })
  expect(asSomebody(given, { path, cluster })[0]).toBe('unshare')
  expect(lstatSync(cluster).uid).toBe(owner)
})

test('what the server tells a client that comes too early is no warning in the desk’s log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alo-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const said: string[] = []
  const level = (name: string) => (_: object, text: string) => void said.push(`${name} ${text}`)
  const stop = followServerLog(join(folder, 'log'), { info: level('info'), warn: level('warn'), error: level('error') })
  const lines = ['the database system is starting up', 'could not open file "base/5/1259"']
  for (const line of lines) appendFileSync(join(folder, 'log'), at(`FATAL:  ${line}`))
  stop()
  expect(said).toEqual([`info ${lines[0]}`, `warn ${lines[1]}`])
})
