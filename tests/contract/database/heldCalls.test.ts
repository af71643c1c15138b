import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askOf } from '#server/ligacao/readCall'
import { reportShown } from '#server/ligacao/reportShown'
import { jsonOf } from '#server/ligacao/rows/factsStatement'
import { openSeveral } from '#server/ligacao/rows/plainRing'
import { markSeen } from '#server/ligacao/rows/seenWindows'
import { ligacaoRequest } from '#server/ligacao/wire/ligacao'
import { judge } from '#server/refusal'
import { useDesk } from '../../support/useDesk.ts'

// Two processes want the same calls at one instant. This client plays the other process and holds the row locks.

const desk = useDesk()
let other: pg.Client
let ids: { ana: string; bruno: string }
beforeEach(async () => {
  other = new pg.Client(desk.config.databaseUrl)
  await other.connect()
  const ring = async (ramal: number, telefone: number) =>
    String((await desk.notify({ ramal, telefone })).headers['x-ligacao-id'])
  ids = { ana: await ring(101, 37998880001), bruno: await ring(102, 37998880002) }
})
afterEach(async () => {
  await other.end()
  await desk.clear()
})

const hold = (id: string) => other.query('SELECT id FROM ligacao WHERE id = $1 FOR UPDATE NOWAIT', [id])
/**
 * Resolves when a statement waits for a held row. It asks outside the transaction, because pg_stat_activity does not
 * change within one and so lacks later connections.
 */
const untilWaiting = () =>
  expect
    .poll(
      async () =>
        (
          await desk.database.pool.query(
            `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rowCount,
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0)

test.each(['atender', 'atendimento'])(
  '%s on a call that joins a ring group at that moment closes the group’s other calls',
  async (what) => {
    await other.query('BEGIN')
    await other.query('UPDATE ligacao SET grupo = $1, versao = versao + 1 WHERE id = ANY($2)', [
      ids.ana,
      Object.values(ids),
    ])
    const attending = desk.send({
      path: `/api/painel/ligacoes/${ids.ana}/${what}`,
      headers: { cookie: await desk.cookie('ana') },
      body: {},
    })
    const early = attending.then(({ status, text }) => {
      throw new Error(`answered ${status} and waited for nobody: ${text}`)
    })
    await Promise.race([untilWaiting(), early])
    await other.query('COMMIT')
    expect((await attending).status).toBe(200)
    const { rows } = await other.query('SELECT estado, encerrada_por FROM ligacao WHERE id = $1', [ids.bruno])
    expect(rows).toEqual([{ estado: 'fechada', encerrada_por: 'grupo' }])
  },
)

test('a cancel that arrives while its agent attends ends a conversation and no missed call', async () => {
  await other.query('BEGIN')
  await other.query('UPDATE ligacao SET atendida_em = now(), versao = versao + 1 WHERE id = $1', [ids.ana])
  const cancelling = desk.cancel({ ramal: 101, telefone: 37998880001 })
  await untilWaiting()
  await other.query('COMMIT')
  expect((await cancelling).headers['x-ligacao-id']).toBe(ids.ana)
  const { rows } = await other.query('SELECT estado FROM ligacao WHERE id = $1', [ids.ana])
  expect(rows).toEqual([{ estado: 'fechada' }])
})

test('the update that marks windows as shown locks the calls by id, whatever order they are given in', async () => {
  for (let n = 0; n < 10; n++) await desk.notify({ ramal: 101, telefone: 37998880010 + n })
  const usuario_id = await desk.idOf('ana')
  const { rows } = await other.query('SELECT id FROM ligacao WHERE usuario_id = $1 ORDER BY id DESC', [usuario_id])
  const windows = rows.map(({ id }) => ({ id, usuario_id, exibida: true, toque: new Date().toISOString() }))
  await other.query('BEGIN')
  await hold(rows.at(-1)?.id)
  const marking = markSeen(desk.database, windows, new Date())
  await untilWaiting()
  for (const { id } of rows) await hold(id)
  await other.query('COMMIT')
  await marking
  const { rowCount } = await other.query('SELECT 1 FROM ligacao WHERE exibida_em IS NOT NULL')
  expect(rowCount).toBe(rows.length)
})

test('the report that a window was shown is written again after a failed write, without another report', async () => {
  await other.query('BEGIN')
  await hold(ids.ana)
  reportShown(desk.desk, await desk.idOf('ana'), ids.ana)
  await untilWaiting()
  await other.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  await other.query('COMMIT')
  const shown = async () =>
    (await other.query('SELECT exibida_em IS NOT NULL AS shown FROM ligacao WHERE id = $1', [ids.ana])).rows[0]?.shown
  await expect.poll(shown).toBe(true)
})

/** Plain rings for every user with an extension, the last id first, and those users' ids. */
async function ringsOfAll() {
  const { rows: users } = await other.query<{ id: number; ramal: string }>(
    'SELECT id, ramal FROM usuario WHERE ramal IS NOT NULL ORDER BY id DESC',
  )
  const { rows: tokens } = await other.query<{ id: number }>(`SELECT id FROM token WHERE 'pbx' = ANY(escopos) LIMIT 1`)
  const asker = { tokenId: tokens[0]?.id ?? 0, ip: '' }
  const questions = users.map(({ ramal }, n) => {
    const message = judge(ligacaoRequest, { ramal, ligacao_params: { call_id: `junto-${n}` } })
    return askOf(desk.desk, { ...message, ...asker }, new Date()).question
  })
  return { users, open: () => desk.database.run(openSeveral, { questions: jsonOf(questions) }) }
}

test('calls that are opened in one statement lock their agents’ queues in one order, whatever order they came in', async () => {
  const { users, open } = await ringsOfAll()
  const queue = (id: number | undefined) =>
    other.query('SELECT versao FROM fila_ligacoes WHERE usuario_id = $1 FOR UPDATE NOWAIT', [id])
  await other.query('BEGIN')
  await queue(users.at(-1)?.id)
  const opening = open()
  await untilWaiting()
  for (const { id } of users) await queue(id)
  await other.query('COMMIT')
  expect((await opening).map(({ n }) => n).sort()).toEqual(users.map((_, n) => n))
})

test('calls that are opened in one statement take their call keys in one order, so two processes do not deadlock', async () => {
  const { users, open } = await ringsOfAll()
  const take = (n: number) =>
    other.query(
      `INSERT INTO ligacao (id, usuario_id, telefone_chave, chave, notificada_em, tocada_em)
       VALUES (gen_random_uuid(), $1, '', $2, now(), now())`,
      [users[n]?.id, `junto-${n}`],
    )
  await other.query('BEGIN')
  await other.query(`SET LOCAL deadlock_timeout = '1min'; SET LOCAL lock_timeout = '2s'`)
  await take(users.length - 1)
  const opening = open()
  opening.catch(() => undefined)
  await untilWaiting()
  for (let n = users.length - 2; n >= 0; n--) await take(n)
  await other.query('COMMIT')
  await expect(opening).rejects.toMatchObject({ code: '23505' })
})
