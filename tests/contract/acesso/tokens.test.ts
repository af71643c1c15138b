import { beforeEach, describe, expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { cancelar, notificar } from '../../support/desk.ts'
import { useDesk } from '../../support/useDesk.ts'
import { evento, ledger } from '../faturamento/evento.ts'

const desk = useDesk()
beforeEach(() => desk.clear())

const body = { ramal: 101 }

const revokeUnheard = (nome: string) =>
  desk.database.pool.query(
    `BEGIN; ALTER TABLE token DISABLE TRIGGER token_announce; UPDATE token SET revogado_em = now() WHERE nome = '${nome}';
     ALTER TABLE token ENABLE TRIGGER token_announce; COMMIT`,
  )

describe.each([notificar, cancelar])('%s', (path) => {
  const tried = (authorization: string | undefined, headers = {}) => desk.send({ path, body, authorization, headers })

  test.each([
    'alo_demo_token',
    'Bearer alo_demo_token',
    'bearer alo_demo_token',
    'BEARER  alo_demo_token',
    '  alo_demo_token ',
  ])('accepts the Authorization %j', async (authorization) => expect((await tried(authorization)).status).toBe(200))

  test.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'alo_demo_toke',
    'alo_demo_tokenn',
    'ALO_DEMO_TOKEN',
    'Basic YWxvOmRlbW8=',
    'Token alo_demo_token',
    'Bearer alo_demo_token x',
    "' OR 1=1 --",
    'x'.repeat(4_000),
  ])('refuses the Authorization %j with 401 and sends no event', async (authorization) => {
    const ana = await desk.screen('ana')
    const answer = await tried(authorization)
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
    expect(answer.json.status).toBe('error')
    expect(await ana.events()).toEqual([])
  })

  test('refuses a request that has a session but no token', async () => {
    expect((await tried(undefined, { cookie: await desk.cookie('admin') })).status).toBe(401)
  })

  test('refuses a token of other scopes with 403 and names the missing scope', async () => {
    const { secret } = await desk.token({ escopos: ['cliente', 'financeiro'] })
    const answer = await tried(secret)
    expect(answer.status).toBe(403)
    expect(answer.json.msg).toContain('pbx')
  })

  test('refuses an expired token, also one that it accepted before it expired', async () => {
    const { secret: old } = await desk.token({ expira_em: new Date(Date.now() - 1_000) })
    expect((await tried(old)).status).toBe(401)
    const { secret, nome } = await desk.token({ expira_em: new Date(Date.now() + 60_000) })
    expect((await tried(secret)).status).toBe(200)
    await desk.database.pool.query('UPDATE token SET expira_em = now() WHERE nome = $1', [nome])
    expect((await tried(secret)).status).toBe(401)
  })

  test('refuses the first request after a revocation that another connection made', async () => {
    const { secret, nome } = await desk.token()
    for (let n = 0; n < 3; n++) expect((await tried(secret)).status).toBe(200)
    await desk.database.pool.query('UPDATE token SET revogado_em = now() WHERE nome = $1', [nome])
    expect((await tried(secret)).status).toBe(401)
  })

  test('refuses a revoked token, and records no call, even if the notice of the revocation is lost', async () => {
    const { secret, nome } = await desk.token()
    // Each request is about a new call, so that the refused ones are plain calls like the accepted one.
    const asked = (call_id: string) =>
      desk.send({ path, body: { ...body, ligacao_params: { call_id } }, authorization: secret })
    expect((await asked('antes')).status).toBe(200)
    await revokeUnheard(nome)
    expect((await asked('depois')).status).toBe(401)
    expect(await desk.database.prisma.ligacao.count({ where: { chave: 'depois' } })).toBe(0)
  })
})

test('the cancel of a revoked token closes no window, even if the notice of the revocation is lost', async () => {
  const { secret, nome } = await desk.token()
  const asked = (path: string, call_id: string) =>
    desk.send({
      path,
      body: { ...body, ligacao_params: { call_id } },
      authorization: secret,
    })
  for (const call_id of ['um', 'dois']) expect((await asked(notificar, call_id)).status).toBe(200)
  expect((await asked(cancelar, 'um')).status).toBe(200)
  await revokeUnheard(nome)
  expect((await asked(cancelar, 'dois')).status).toBe(401)
  expect(await desk.database.prisma.ligacao.findMany({ where: { chave: 'dois' } })).toMatchObject([
    { estado: 'aberta' },
  ])
})

test('a revoked token registers no billing event, even if the notice of the revocation is lost', async () => {
  const { secret, nome } = await desk.token({ escopos: ['financeiro'] })
  const book = ledger(desk)
  const sent = evento(await book.anyIds())
  expect((await book.register(sent, {}, secret)).status).toBe(200)
  await revokeUnheard(nome)
  const before = [await book.count('evento_faturamento'), await book.count('auditoria')]
  expect((await book.register(sent, {}, secret)).status).toBe(401)
  expect([await book.count('evento_faturamento'), await book.count('auditoria')]).toEqual(before)
})

test('the database does not hold a token’s secret in clear', async () => {
  const { secret } = await desk.token()
  expect(secret).toMatch(/^alo_[\w-]{43}$/)
  const { rows } = await desk.database.pool.query('SELECT * FROM token')
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(JSON.stringify(rows)).not.toContain(demoToken)
})

test('the screens’ routes refuse a token with 401', async () => {
  for (const path of ['/api/painel/eu', '/api/painel/atendimentos', '/api/painel/clientes/busca?termo=maria']) {
    expect((await desk.send({ path, authorization: demoToken })).status).toBe(401)
  }
})
