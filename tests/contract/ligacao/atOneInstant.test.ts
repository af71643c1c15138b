import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { joinCalls } from '#server/ligacao/rows/callGroups'
import { callOf } from '#server/ligacao/rules/call'
import { useDesk } from '../../support/useDesk.ts'

// A plain ring does not raise the version of the user's queue. Even so the result must be right when another process
// writes at the same instant. This client plays the other process: it has written and has not committed yet.

const desk = useDesk()
let other: pg.Client
let ana: number
beforeEach(async () => {
  other = new pg.Client(desk.config.databaseUrl)
  await other.connect()
  ana = await desk.idOf('ana')
  await other.query('BEGIN')
})
afterEach(async () => {
  await other.end()
  await desk.clear()
})

const key = { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'agora' } }

const { telefone_chave } = callOf({ telefone: key.telefone }, undefined)

/** Inserts a plain ring in the other process's transaction, with the same locks as plainRing.ts. */
async function ringThere(chave: string | null = 'agora'): Promise<string> {
  const id = randomUUID()
  await other.query('SELECT versao FROM fila_ligacoes WHERE usuario_id = $1 FOR SHARE', [ana])
  await other.query(
    `INSERT INTO ligacao (id, usuario_id, ramal, telefone, telefone_chave, chave, notificada_em, tocada_em)
     VALUES ($1, $2, '101', '37999912222', $3, $4, now(), now())`,
    [id, ana, telefone_chave, chave],
  )
  return id
}

/** Waits until `work` waits for the other client's lock, and then commits the other client's transaction. */
async function meets<T>(work: Promise<T>): Promise<T> {
  const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(async () => (await desk.database.pool.query(waits)).rowCount, { timeout: 20_000 }).toBe(1)
  await other.query('COMMIT')
  return work
}

const states = async () => (await other.query('SELECT id, estado FROM ligacao ORDER BY notificada_em, id')).rows
const marks = async () => (await other.query('SELECT chave FROM marca_cancelamento')).rows

test('a cancel by key at the instant of its ring closes the window and leaves no cancel mark', async () => {
  const id = await ringThere()
  expect((await meets(desk.cancel(key))).status).toBe(200)
  expect({ states: await states(), marks: await marks() }).toEqual({ states: [{ id, estado: 'cancelada' }], marks: [] })
})

test('a cancel by telephone at the instant of its ring closes the window and leaves no cancel mark', async () => {
  const id = await ringThere()
  expect((await meets(desk.cancel({ ramal: 101, telefone: key.telefone }))).status).toBe(200)
  expect({ states: await states(), marks: await marks() }).toEqual({ states: [{ id, estado: 'cancelada' }], marks: [] })
})

test('a cancel by key at the instant of its ring, which its agent has closed already, leaves no cancel mark', async () => {
  const id = await ringThere()
  await other.query(
    `UPDATE ligacao SET estado = 'fechada', encerrada_por = 'atendente', encerrada_em = now() WHERE id = $1`,
    [id],
  )
  expect((await meets(desk.cancel(key))).status).toBe(200)
  expect({ states: await states(), marks: await marks() }).toEqual({ states: [{ id, estado: 'fechada' }], marks: [] })
})

test.each([{ ramal: 101 }, { identificador_interno: 'ana01' }])(
  'a ring for %o at the instant of its cancel mark opens no window, is recorded as cancelled and uses up the mark',
  async (called) => {
    const screen = await desk.screen('ana')
    await other.query('UPDATE fila_ligacoes SET versao = versao + 1 WHERE usuario_id = $1', [ana])
    await other.query(`INSERT INTO marca_cancelamento (usuario_id, chave, criada_em) VALUES ($1, 'agora', now())`, [
      ana,
    ])
    expect((await meets(desk.notify({ ...key, ramal: undefined, ...called }))).status).toBe(200)
    expect((await states()).map(({ estado }) => estado)).toEqual(['cancelada'])
    expect(await marks()).toEqual([])
    expect((await screen.events()).filter((event) => event.startsWith('ligacao:'))).toEqual([])
  },
)

test('a ring whose cancel came first opens no window though another message of its user is decided meanwhile', async () => {
  await desk.cancel(key)
  expect(await marks()).toEqual([{ chave: 'agora' }])
  await other.query('UPDATE fila_ligacoes SET versao = versao + 1 WHERE usuario_id = $1', [ana])
  expect((await meets(desk.notify(key))).status).toBe(200)
  expect((await states()).map(({ estado }) => estado)).toEqual(['cancelada'])
})

test('a ring with a key that two processes get at once opens one window, with the id of the first', async () => {
  const id = await ringThere()
  const answer = await meets(desk.notify(key))
  expect({ status: answer.status, id: answer.headers['x-ligacao-id'] }).toEqual({ status: 200, id })
  expect(await states()).toEqual([{ id, estado: 'aberta' }])
})

test('a ring without a key that two processes get at once opens one window, with the id of the first', async () => {
  const id = await ringThere(null)
  const answer = await meets(desk.notify({ ramal: 101, telefone: key.telefone }))
  expect({ status: answer.status, id: answer.headers['x-ligacao-id'] }).toEqual({ status: 200, id })
  expect(await states()).toEqual([{ id, estado: 'aberta' }])
})

test('several rings at once open each call once, though another process opens one of them at that instant', async () => {
  const id = await ringThere()
  const bruno = Array.from({ length: 4 }, (_, n) => ({
    ramal: 102,
    telefone: `3799994000${n}`,
    ligacao_params: { call_id: `b${n}` },
  }))
  const answers = await meets(Promise.all([desk.notify(key), ...bruno.map((each) => desk.notify(each))]))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(answers[0]?.headers['x-ligacao-id']).toBe(id)
  expect((await states()).map(({ estado }) => estado)).toEqual(Array(5).fill('aberta'))
})

test('an agent who attends while another process adds a ring to the ring group ends that ring too', async () => {
  const { database } = desk
  const ring = async (ramal: number, telefone: string) =>
    String((await desk.notify({ ramal, telefone })).headers['x-ligacao-id'])
  const [hers, his] = [await ring(101, key.telefone), await ring(102, key.telefone)]
  const grouped = 'SELECT 1 FROM ligacao WHERE grupo IS NOT NULL'
  await expect.poll(async () => (await database.pool.query(grouped)).rowCount, { timeout: 20_000 }).toBe(2)
  // This call has another number, so the desk itself does not join it to the group.
  const third = await ring(201, '37999913333')
  const there = { ...database, run: ((of, values) => database.run(of, values, other)) as typeof database.run }
  expect((await joinCalls(there, [his, third], new Date())).map(({ id }) => id).sort()).toEqual(
    [hers, his, third].sort(),
  )
  const act = async (usuario: string, id: string) =>
    (
      await desk.send({
        path: `/api/painel/ligacoes/${id}/atender`,
        headers: { cookie: await desk.cookie(usuario) },
        body: {},
      })
    ).status
  expect(await meets(act('ana', hers))).toBe(200)
  const { rows } = await other.query('SELECT id, estado, encerrada_por FROM ligacao WHERE id <> $1', [hers])
  const closed = { estado: 'fechada', encerrada_por: 'grupo' }
  expect(rows.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([his, third].sort().map((id) => ({ id, ...closed })))
  expect(await act('clara', third)).toBe(409)
})
