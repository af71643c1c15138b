import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import { ask } from '../../support/embedded/folders.ts'
import { startProxy, type TcpProxy } from '../../support/network/proxy.ts'
import { type OwnDatabase, ownDatabase, serverOf, throughPort } from '../../support/ownDatabase.ts'
import { listPath } from '../cliente/listServer.ts'

let own: OwnDatabase
let wire: TcpProxy
let desk: TestDesk
beforeAll(async () => {
  own = await ownDatabase()
  wire = await startProxy([serverOf(own.databaseUrl)])
  desk = await startDesk({ databaseUrl: throughPort(own.databaseUrl, wire.port) })
})
afterEach(() => desk.log.splice(0))
afterAll(async () => {
  await desk.stop()
  await wire.close()
  await own.remove()
})

/** The promise is 5 s on an idle machine. This limit is far above the usual time and far below a hang. */
const limitMs = 12_000

/** Sends all kinds of requests at once, as agents, exchanges and other systems do. */
const everything = (cookie: string) => [
  ...Array.from({ length: 40 }, (_, n) => desk.notify({ ramal: 101 + (n % 2), ligacao_params: { id: `s${n}` } })),
  ...Array.from({ length: 10 }, () => desk.notify({ ramal: 101 })),
  desk.cancel({ ramal: 101 }),
  desk.notify({ ramal: 101 }, 'alo_unknown'),
  desk.send({ path: '/api/painel/eu', headers: { cookie } }),
  desk.send({ path: '/api/painel/ligacoes', headers: { cookie } }),
  desk.send({ path: listPath, authorization: demoToken }),
  desk.send({ path: '/readyz' }),
  desk.send({
    path: '/api/auth/sign-in/username',
    headers: { origin: desk.url },
    body: { username: 'ana', password: 'demo-alo-2026' },
  }),
]

async function timed<T>(works: Promise<T>[]): Promise<{ ms: number; answers: T[] }> {
  const start = performance.now()
  const answers = await Promise.all(works)
  return { ms: performance.now() - start, answers }
}

const stateLines = () =>
  desk.log.filter(({ msg }) => /does not answer: requests|answers again/.test(msg)).map(({ msg }) => msg)

test('when the database stops answering, requests get 503 in time, and the desk recovers when it answers again', async () => {
  const cookie = await desk.cookie('ana')
  expect((await desk.notify({ ramal: 101, ligacao_params: { id: 'before' } })).status).toBe(200)
  const ana = await desk.screen('ana', cookie)
  const ended = await desk.screen('bruno')
  const listed = async () => {
    const { status, json } = await desk.send({ path: `${listPath}?limit=1`, authorization: demoToken })
    return [status, json.clientes?.[0].rg]
  }
  expect((await listed())[0]).toBe(200)
  const { nome, secret } = await desk.token()
  const rung = async () => (await desk.notify({ ramal: 201 }, secret)).status
  expect(await rung()).toBe(200)
  wire.cut('silence')
  // The desk hears nothing of what others change meanwhile.
  await ask(own.databaseUrl, `DELETE FROM sessao WHERE usuario_id = (SELECT id FROM usuario WHERE usuario = 'bruno')`)
  await ask(own.databaseUrl, `UPDATE cliente SET rg = 'mudado em silêncio'`)
  await ask(own.databaseUrl, `UPDATE token SET escopos = '{cliente}' WHERE nome = '${nome}'`)
  await ask(own.databaseUrl, `INSERT INTO ajuste (nome, valor) VALUES ('nome_provedor', 'Silêncio Telecom')`)

  const first = await timed(everything(cookie))
  expect(first.answers.map(({ status }) => status)).toEqual(first.answers.map(() => 503))
  for (const { headers, text } of first.answers.filter(({ json }) => json.id_requisicao)) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(text).toContain('banco de dados')
    expect(text).not.toMatch(/ETIMEDOUT|ECONN|prisma/i)
  }
  expect(first.ms).toBeLessThan(limitMs)
  const next = await timed(everything(cookie))
  expect(next.answers.map(({ status }) => status)).toEqual(next.answers.map(() => 503))
  expect(next.ms).toBeLessThan(limitMs / 2)
  expect((await desk.send({ path: '/healthz' })).status).toBe(200)

  wire.resume()
  await expect.poll(async () => (await desk.send({ path: '/readyz' })).status, { timeout: limitMs }).toBe(200)
  expect((await desk.notify({ ramal: 101, ligacao_params: { id: 'after' } })).status).toBe(200)
  expect((await desk.send({ path: '/api/painel/eu', headers: { cookie } })).status).toBe(200)
  await expect.poll(listed, { timeout: limitMs }).toEqual([200, 'mudado em silêncio'])
  await expect.poll(() => ended.socket.connected, { timeout: limitMs }).toBe(false)
  await expect.poll(rung, { timeout: limitMs }).toBe(403)
  await expect.poll(() => desk.desk.config.nomeProvedor, { timeout: limitMs }).toBe('Silêncio Telecom')
  await ana.sync()
  expect(ana.everything).toContainEqual({ event: 'mesa:banco', body: { responde: false } })
  expect(ana.everything).toContainEqual({ event: 'mesa:banco', body: { responde: true } })
  expect(ana.heard.map(({ ligacao }) => ligacao.ligacao_params)).toContainEqual({ id: 'after' })
  // The log has one line for each change of state, not one for each request.
  expect(stateLines()).toEqual([
    'the database does not answer: requests get 503 until it does',
    'the database answers again',
  ])
  const errors = desk.log.filter(({ level }) => level >= 50).map(({ msg }) => msg)
  expect(errors).toEqual(['the database does not answer: requests get 503 until it does'])
})

test.each(['reset', 'halfClose'] as const)(
  'when every database connection gets a %s, requests end in time and the desk soon answers 200 again',
  async (end) => {
    expect((await desk.notify({ ramal: 101 })).status).toBe(200)
    wire[end]()
    const { answers, ms } = await timed(Array.from({ length: 20 }, () => desk.notify({ ramal: 101 })))
    for (const { status } of answers) expect([200, 503]).toContain(status)
    expect(ms).toBeLessThan(limitMs)
    await expect.poll(async () => (await desk.notify({ ramal: 101 })).status, { timeout: limitMs }).toBe(200)
  },
)

test('a connection whose statement never answers is not used again, and the database does not count as away', async () => {
  const blocker = await desk.database.pool.connect()
  const { rows } = await blocker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await expect(blocker.query('SET statement_timeout TO 0; SELECT pg_sleep(600)')).rejects.toMatchObject({
    code: 'ETIMEDOUT',
  })
  blocker.release()
  const seen = await Promise.all(
    Array.from({ length: 20 }, () => desk.database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')),
  )
  expect(seen.map((each) => each.rows[0]?.pid)).not.toContain(rows[0]?.pid)
  expect(stateLines()).toEqual([])
})

test('while a table is locked, notifications get 503 in time, also those that wait behind others', async () => {
  const holder = new pg.Client(own.databaseUrl)
  await holder.connect()
  try {
    await holder.query('BEGIN; LOCK TABLE fila_ligacoes IN ACCESS EXCLUSIVE MODE')
    const ring = (n: number) => desk.notify({ ramal: [101, 102, 201][n % 3], ligacao_params: { id: `l${n}` } })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => ring(n)))
    expect(answers.map(({ status, headers }) => [status, Number(headers['retry-after']) > 0])).toEqual(
      answers.map(() => [503, true]),
    )
    // The first statement was given up. The statement with the requests gathered after it still waits, though all of
    // them have been answered.
    const { rowCount } = await holder.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    expect(rowCount).toBe(1)
  } finally {
    await holder.end()
  }
  expect((await desk.notify({ ramal: 101 })).status).toBe(200)
  expect(stateLines()).toEqual([])
})
