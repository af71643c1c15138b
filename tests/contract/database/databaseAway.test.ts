import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { flushRastros } from '#server/rastro/noteRequest'
import { startDesk } from '../../support/desk.ts'
import { ask } from '../../support/embedded/folders.ts'
import { databaseOf } from '../../support/ownDatabase.ts'
import { startPostgres } from '../../support/postgres/startPostgres.ts'
import { fillTemplate } from '../../support/setup/fillTemplate.ts'

test('when the database crashes, requests answer 503; when it is back, the desk works as before', async () => {
  // A separate server, because other tests need theirs to stay up.
  const postgres = await startPostgres()
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query('CREATE DATABASE alo')
  await client.end()
  const databaseUrl = databaseOf(postgres.url, 'alo')
  await fillTemplate(databaseUrl)
  const desk = await startDesk({ databaseUrl })
  const cookie = await desk.cookie('ana')
  const { headers } = await desk.notify({ ramal: 101 })

  await postgres.crash()
  const financeiro = '/api/v1/integracao/financeiro/evento_faturamento'
  const writes = [
    await desk.notify({ ramal: 101 }),
    await desk.cancel({ ramal: 101 }, 'alo_unknown'),
    await desk.send({ path: financeiro, body: {}, authorization: demoToken }),
  ]
  expect(writes.map(({ json }) => json.msg)).toEqual([
    expect.stringMatching(/pode já ter sido notificada: repita o pedido como está/),
    expect.stringMatching(/pode já ter sido feito: repita-o se ele diz a chave/),
    expect.stringMatching(/pode já estar cadastrado: repita com a mesma Idempotency-Key/),
  ])
  const reads = await desk.send({ path: '/api/v1/integracao/cliente/all', authorization: demoToken })
  expect(reads.json.msg).toBe('O banco de dados não responde no momento: tente de novo em instantes')
  for (const answer of [
    ...writes,
    reads,
    await desk.send({ path: '/api/painel/eu', headers: { cookie } }),
    await desk.send({
      path: '/api/auth/sign-in/username',
      headers: { origin: desk.url },
      body: { username: 'ana', password: 'x' },
    }),
  ]) {
    expect(answer.status).toBe(503)
    expect(answer.json).toMatchObject({ status: 'error', msg: expect.stringContaining('banco de dados') })
    expect(answer.text).not.toMatch(/ECONN|5432|alo:|prisma/i)
  }
  expect((await desk.send({ path: '/readyz' })).status).toBe(503)
  expect((await desk.send({ path: '/healthz' })).status).toBe(200)

  // Traces that cannot be written now are kept for later.
  await flushRastros(desk.desk)
  await postgres.restart()
  await expect.poll(async () => (await desk.send({ path: '/readyz' })).status, { timeout: 20_000 }).toBe(200)
  const ana = await desk.screen('ana', cookie)
  // The call is uncertain, because its cancel may have come while the database was away.
  await expect
    .poll(async () => (await ana.sync()).ligacoes.map(({ id, incerta }) => ({ id, incerta })), { timeout: 20_000 })
    .toEqual([{ id: headers['x-ligacao-id'], incerta: true }])
  expect((await desk.notify({ ramal: 101, ligacao_params: { id: 1 } })).status).toBe(200)
  expect(await ana.events()).toEqual(['ligacao:aberta'])
  // Requests that came while the database was away appear in the traces once it is back.
  const clara = { cookie: await desk.cookie('clara') }
  const asked = async () => (await desk.send({ path: '/api/painel/ligacoes/diagnostico', headers: clara })).json.rastros
  await expect
    .poll(async () => (await asked()).map((each: { status: number }) => each.status).toSorted(), { timeout: 10_000 })
    .toEqual([200, 200, 503, 503])
  expect(JSON.stringify(await asked())).toContain('O banco de dados não responde no momento')
  expect(desk.expectErrors().length).toBeGreaterThan(0)
  await desk.stop()
  await postgres.stop()
})

test('while the database is read-only, lets nobody in, or has no tables of ours, the desk counts it as away', async () => {
  const desk = await startDesk()
  onTestFinished(() => desk.stop())
  const state = async () => ({
    ready: (await desk.send({ path: '/readyz' })).status,
    away: /^alo_database_away (\d)$/m.exec((await desk.send({ path: '/metrics' })).text)?.[1],
    notified: (await desk.notify({ ramal: 101 })).status,
  })
  const turn = async (how: string) => {
    const { url } = inject('base')
    const name = new URL(desk.config.databaseUrl ?? '').pathname.slice(1)
    await ask(url, `ALTER DATABASE ${name} ${how}`)
    await ask(
      url,
      `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    )
  }
  const [well, away] = [
    { ready: 200, away: '0', notified: 200 },
    { ready: 503, away: '1', notified: 503 },
  ]
  expect(await state()).toEqual(well)
  await turn('SET default_transaction_read_only TO on')
  await expect.poll(state).toEqual(away)
  expect((await desk.send({ path: '/readyz' })).json).toMatchObject({ msg: 'the database takes no writes' })
  await turn('SET default_transaction_read_only TO off')
  await expect.poll(state).toEqual(well)
  await turn('ALLOW_CONNECTIONS false')
  await expect.poll(state).toEqual(away)
  await turn('ALLOW_CONNECTIONS true')
  await expect.poll(state).toEqual(well)
  const url = desk.config.databaseUrl ?? ''
  await ask(url, 'ALTER TABLE _prisma_migrations RENAME TO moved')
  await expect.poll(state).toEqual({ ready: 503, away: '1', notified: 200 })
  expect((await desk.send({ path: '/readyz' })).json).toMatchObject({
    msg: expect.stringMatching(/^the database is empty/),
  })
  await ask(url, 'ALTER TABLE moved RENAME TO _prisma_migrations')
  await expect.poll(state).toEqual(well)
  desk.expectErrors()
})
