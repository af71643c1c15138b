import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { dataFolders } from '../support/embedded/folders.ts'

let folders: Awaited<ReturnType<typeof dataFolders>>
beforeAll(async () => {
  folders = await dataFolders()
})
afterAll(() => folders.remove())

// Processes that take their time, on a machine that is busy.
vi.setConfig({ testTimeout: 120_000 })
const patienceMs = 4_000

async function run(sql: string) {
  const program = new URL('../support/embedded/longStatement.ts', import.meta.url).pathname
  const args = ['--import', 'tsx', program, folders.fresh(), String(patienceMs), sql]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'pipe'] })
  const [[code, signal], said] = await Promise.all([once(child, 'close'), text(child.stderr)])
  return { code, signal, said }
}

test('a database’s thread that spins ends its process, which says why', async () => {
  const ended = await run('DO $$ BEGIN LOOP END LOOP; END $$')
  expect(ended).toMatchObject({
    code: null,
    signal: 'SIGKILL',
    said: expect.stringMatching(/^\nAlô ends at once: .*\n$/),
  })
})

test.each([
  ['written', 'INSERT INTO t SELECT g FROM generate_series(1, 50000) g'],
  [
    'sorted',
    'PERFORM count(*) FROM (SELECT md5(g::text) AS x FROM generate_series(1, 200000) g ORDER BY 1 OFFSET 1) s',
  ],
])('however long something is %s, it goes on', async (_, work) => {
  const long = `CREATE TABLE t (n int); DO $$ DECLARE over timestamptz := clock_timestamp() + interval '${3 * patienceMs} ms';
    BEGIN WHILE clock_timestamp() < over LOOP ${work}; END LOOP; END $$`
  expect(await run(long)).toEqual({ code: 0, signal: null, said: '' })
})
