import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDesk } from '../../support/desk.ts'
import { startTwoDesks } from '../../support/twoDesks.ts'

// Hourly limits hold for all processes together, even for requests at the same instant.

let desks: TestDesk[]
let stop: () => Promise<void>
let other: pg.Client
beforeAll(async () => {
  const { one, two, stop: stopBoth } = await startTwoDesks({ revealsPerHour: 1 })
  desks = [one, two]
  stop = stopBoth
  other = new pg.Client(one.config.databaseUrl)
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await stop()
})

/**
 * Asks both desks for the document at once: a lock holds back both records until both wait. Returns the sorted
 * statuses.
 */
async function revealAtBoth(usuario: string): Promise<number[]> {
  await other.query('BEGIN; LOCK TABLE auditoria IN EXCLUSIVE MODE')
  const answers = desks.map(async (desk) => {
    const headers = { cookie: await desk.cookie(usuario) }
    return (await desk.send({ method: 'POST', path: '/api/painel/clientes/1/documento', headers })).status
  })
  const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(async () => (await desks[0]?.database.pool.query(waits))?.rowCount, { timeout: 20_000 }).toBe(2)
  await other.query('COMMIT')
  return (await Promise.all(answers)).sort()
}

const recorded = async (usuario: string) =>
  (
    await other.query(
      `SELECT acao FROM auditoria WHERE usuario_id = (SELECT id FROM usuario WHERE usuario = $1) ORDER BY id`,
      [usuario],
    )
  ).rows.map(({ acao }) => acao)

test('of two requests at once in two processes, with one left in the hourly limit, one is refused', async () => {
  expect(await revealAtBoth('ana')).toEqual([200, 429])
  expect(await recorded('ana')).toEqual(['documento_revelado', 'limite_de_documento_revelado'])
})

test('two requests that are refused at once in two processes are recorded as one alarm', async () => {
  const [{ database }] = desks as [TestDesk]
  const data = { acao: 'documento_revelado', usuario_id: await (desks[0] as TestDesk).idOf('bruno'), alvo: 'cliente:1' }
  await database.prisma.auditoria.create({ data })
  expect(await revealAtBoth('bruno')).toEqual([429, 429])
  expect(await recorded('bruno')).toEqual(['documento_revelado', 'limite_de_documento_revelado'])
})
