import { readdirSync, readlinkSync } from 'node:fs'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { exportTexts, readClientesById } from '#server/cliente/rows/joiner/texts'
import { type CopyProxy, putCopyProxy } from '../../support/network/copyProxy.ts'
import { type ListServer, startList } from './listServer.ts'

let list: ListServer
let proxy: CopyProxy
let all: number[]
beforeAll(async () => {
  list = await startList(0)
  const { rows } = await list.database.pool.query('SELECT id_cliente FROM cliente ORDER BY data_cadastro, id_cliente')
  all = rows.map((row) => row.id_cliente)
  proxy = await putCopyProxy(list.database)
})
afterAll(async () => {
  await proxy?.close()
  await list.stop()
})
beforeEach(() => {
  Object.assign(proxy, { cutAt: null, swallow: 0, copies: 0, held: null })
})

const listed = async (query = ''): Promise<number[]> =>
  (await list.get(query)).json.clientes.map((cliente: { id_cliente: number }) => cliente.id_cliente)
async function exported(): Promise<number[]> {
  const ids: number[] = []
  for await (const texts of exportTexts(list.database)) ids.push(...texts.map((text) => JSON.parse(text).id_cliente))
  return ids
}

/**
 * Holds every COPY open until the returned function is called, so that two lists need two threads: at most one that still
 * waits for a list, since every earlier reading is over, and a new one.
 */
async function holdCopies(): Promise<() => void> {
  await expect.poll(heldFiles).toBe(0)
  let release = () => {}
  proxy.held = new Promise((resolve) => (release = resolve))
  onTestFinished(release)
  return release
}

/** Splits the end of a COPY at every byte: in its last row, and between and inside the messages after it. */
async function everyCut(read: () => Promise<number[]>, expected: number[]): Promise<void> {
  expect(await read()).toEqual(expected)
  const { from, to } = proxy.bounds
  expect([from < -20, to > 20]).toEqual([true, true])
  for (let at = Math.max(from, -24); at <= to; at++) {
    proxy.cutAt = at
    expect(await read(), `cut ${at} bytes from CopyDone`).toEqual(expected)
  }
}

test('the list is complete wherever the connection splits the end of a COPY', () =>
  everyCut(() => listed('?limit=30'), all.slice(0, 30)))

test('lists are complete when their threads load the TypeScript sources, as in development', async () => {
  setEnvironmentData('cliente-list-worker', undefined)
  onTestFinished(() => setEnvironmentData('cliente-list-worker', inject('base').listWorker))
  // One of the two needs a new thread, even if an earlier thread still waits for a list.
  const release = await holdCopies()
  const lists = [listed('?limit=31'), listed('?limit=32')]
  await expect.poll(() => proxy.copies, { timeout: 10_000 }).toBe(2)
  release()
  expect(await Promise.all(lists)).toEqual([all.slice(0, 31), all.slice(0, 32)])
})

test.each(['process.exit()', 'throw new Error()'])(
  'a list whose thread dies of %s is refused and leaves nothing open, and the next is complete',
  async (death) => {
    const program = getEnvironmentData('cliente-list-worker')
    setEnvironmentData('cliente-list-worker', `data:text/javascript,${death}`)
    onTestFinished(() => setEnvironmentData('cliente-list-worker', program))
    // An earlier thread may still wait for a list: it reads one of the two.
    const release = await holdCopies()
    const both = [list.get('?limit=33'), list.get('?limit=34')]
    expect((await Promise.race(both)).status).toBe(500)
    release()
    await Promise.all(both)
    expect(new Set(list.errors.splice(0))).toContain('a customer list was not read to its end')
    setEnvironmentData('cliente-list-worker', program)
    expect(await listed('?limit=33')).toEqual(all.slice(0, 33))
    await expect.poll(heldFiles).toBe(0)
  },
)

/** How many files without a name this process holds open: lists are read into such. */
const heldFiles = () =>
  readdirSync('/proc/self/fd').filter((each) => {
    try {
      return readlinkSync(`/proc/self/fd/${each}`).endsWith(' (deleted)')
    } catch {
      return false
    }
  }).length

test('a look-up by id is complete wherever the connection splits the end of a COPY', async () => {
  const some = all.slice(40, 44)
  await everyCut(
    async () => [...(await throughProxy((pool) => readClientesById({ ...list.database, pool }, some))).keys()],
    some,
  )
})

test('an export is complete wherever the connection splits the end of each batch’s COPY', async () => {
  for (const at of [-1, 0, 4, 5, 6, 12, 16, 17]) {
    proxy.cutAt = at
    expect(await exported(), `cut ${at} bytes from CopyDone`).toEqual(all)
  }
})

/** Reads through a new pool: the desk's pool has connections from before the proxy. */
async function throughProxy<T>(read: (pool: ListServer['database']['pool']) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: list.database.pool.options.connectionString, max: 1 })
  try {
    return await read(pool as ListServer['database']['pool'])
  } finally {
    await pool.end()
  }
}

describe('customers whose rows are lost on the way', () => {
  test('are read again by a look-up, which has no snapshot', async () => {
    proxy.swallow = 3
    expect([
      ...(await throughProxy((pool) => readClientesById({ ...list.database, pool }, all.slice(0, 9)))).keys(),
    ]).toEqual(all.slice(0, 9))
    expect([proxy.swallow, proxy.copies]).toEqual([0, 2])
  })

  test('break off a list that reads from one snapshot: it is not cached, and the log has the error', async () => {
    proxy.swallow = 1
    const broken = await list.get('?limit=50').catch((error: NodeJS.ErrnoException) => error.code)
    expect(typeof broken === 'string' || broken?.status === 500).toBe(true)
    expect(list.errors.splice(0)).toContain('a customer list was not read to its end')
    expect(await listed('?limit=50')).toEqual(all.slice(0, 50))
  })

  test('are left out after one read if they do not exist', async () => {
    const some = [all[0] ?? 0, 2_000_000_000]
    // Nor is anything looked up again because a service has no interface.
    await list.database.pool.query('UPDATE cliente_servico SET id_interface = NULL WHERE id_cliente = $1', [some[0]])
    const read = await throughProxy((pool) => readClientesById({ ...list.database, pool }, some))
    expect([[...read.keys()], proxy.copies]).toEqual([some.slice(0, 1), 1])
  })

  test('are an error, and are not left out, if three reads do not return them', async () => {
    proxy.swallow = Number.POSITIVE_INFINITY
    await expect(throughProxy((pool) => readClientesById({ ...list.database, pool }, all.slice(0, 2)))).rejects.toThrow(
      '2 of 2 customers were not read',
    )
    expect(proxy.copies).toBe(3)
  })
})
