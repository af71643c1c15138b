import { expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'
import { leaveTablesAlone } from './counts.ts'

// PostgreSQL plans a prepared statement five times with its values, and then keeps one generic plan. If the generic
// plan looks more expensive than those five, it plans every run again, which takes longer than the statement itself.

const desk = useDesk()

const times = 15

// A connection's first five plans, and some more after the tables grew, until their mean cost reaches the generic
// plan's.
const fewPlans = 20

test('PostgreSQL does not plan the statements of a call anew for each run, even with thousands of open calls', async () => {
  const { pool } = desk.database
  // Keep idle connections: their plan counts belong to the connection.
  pool.options.idleTimeoutMillis = 0
  await leaveTablesAlone(desk.config.databaseUrl ?? '')
  await openCalls(1, 2000)
  await pool.query('ANALYZE')
  await callsOf('aquecer')
  // The tables grow, and ANALYZE makes PostgreSQL plan anew, as autovacuum does. The new plans are more expensive.
  await openCalls(2001, 2200)
  await pool.query('ANALYZE')
  const [before, ran] = [await plans(), new Map<string, number>()]
  await callsOf('contar')
  const anew: string[] = []
  for (const [place, { name, generic, custom }] of await plans()) {
    const first = before.get(place) ?? { generic: 0, custom: 0 }
    const [once, more] = [generic - first.generic, custom - first.custom]
    ran.set(name, (ran.get(name) ?? 0) + once + more)
    if (custom > fewPlans && more > 0) anew.push(`${name}: ${custom} plans in ${generic + custom} runs`)
  }
  expect(anew).toEqual([])
  // Guard: these statements have run at all.
  for (const name of ['ligacao_open_plain', 'ligacao_end_plain', 'ligacao_facts', 'ligacao_open_of'])
    expect([name, ran.get(name)]).toEqual([name, expect.toSatisfy((n: number) => n > 0)])
})

/** Opens calls of each user, one for each number from `from` to `to`, which gives the telephone. */
const openCalls = (from: number, to: number) =>
  desk.database.pool.query(
    `INSERT INTO ligacao (id, usuario_id, telefone_chave, chave, notificada_em, tocada_em)
     SELECT gen_random_uuid(), u.id, n::text, n::text, now(), now() FROM usuario u, generate_series($1::int, $2) n`,
    [from, to],
  )

async function callsOf(prefix: string): Promise<void> {
  const telefones = prefix === 'contar' ? 37_992_000_000 : 37_991_000_000
  for (let n = 0; n < times; n++) {
    const telefone = String(telefones + n)
    const keyed = { ramal: 101, telefone, ligacao_params: { call_id: `${prefix}-${n}` } }
    // Another caller: one caller ringing two agents is a ring group, and its calls are not plain.
    const keyless = { ramal: 102, telefone: String(telefones + 1_000 + n) }
    for (const call of [keyed, keyless]) {
      expect((await desk.notify(call)).status).toBe(200)
      expect((await desk.notify(call)).status).toBe(200)
    }
    // In one turn of the event loop, so that the desk sends them as one statement.
    await Promise.all(
      [101, 102, 201].map((ramal) => desk.notify({ ramal, telefone: String(telefones + ramal * 1_000 + n) })),
    )
    // A new screen asks for the open windows.
    ;(await desk.screen('ana')).socket.close()
    for (const call of [keyed, keyless]) expect((await desk.cancel(call)).status).toBe(200)
  }
}

/** How often each connection used a generic and a custom plan of each statement. */
async function plans() {
  const { pool } = desk.database
  const all = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  const counted = new Map<string, { name: string; generic: number; custom: number }>()
  for (const client of all) {
    const { rows } = await client.query<{ pid: number; name: string; generic: number; custom: number }>(
      `SELECT pg_backend_pid() AS pid, name, generic_plans::int AS generic, custom_plans::int AS custom
       FROM pg_prepared_statements`,
    )
    for (const { pid, ...row } of rows) counted.set(`${pid} ${row.name}`, row)
    client.release()
  }
  return counted
}
