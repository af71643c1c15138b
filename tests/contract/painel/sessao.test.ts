import { afterEach, expect, test } from 'vitest'
import { demoSenha } from '#server/demo/accounts'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import { sessionCookie } from '../../support/session.ts'

let desk: TestDesk
afterEach(() => desk.stop())

const signIn = (username: string, password = demoSenha, headers = {}) =>
  desk.send({
    path: '/api/auth/sign-in/username',
    headers: { origin: desk.url, ...headers },
    body: { username, password },
  })

test('signing in gives an HttpOnly cookie that opens the desk; the name’s case does not matter', async () => {
  desk = await startDesk()
  const answer = await signIn('Ana')
  expect(answer.status).toBe(200)
  const [set = ''] = answer.headers['set-cookie'] ?? []
  expect(set).toMatch(new RegExp(`^${sessionCookie}=.+; HttpOnly; SameSite=Lax`))
  const cookie = set.split(';')[0] ?? ''
  const eu = await desk.send({ path: '/api/painel/eu', headers: { cookie } })
  expect(eu.json.usuario).toMatchObject({
    usuario: 'ana',
    papel: 'atendente',
    ramal: '101',
    identificador_interno: 'ana01',
  })
  expect((await desk.screen('ana', cookie)).first).toEqual({ ligacoes: [] })

  // Nobody is told whether the name or the password was wrong, and nobody signs up.
  const [name, password] = [await signIn('ninguem'), await signIn('ana', 'outra-senha')]
  expect([name.status, password.status]).toEqual([401, 401])
  const told = ({ json: { id_requisicao: _, ...body } }: typeof name) => body
  expect(told(name)).toEqual(told(password))
  for (const path of ['/api/auth/sign-up/email', '/api/auth/is-username-available', '/api/auth/admin/list-users']) {
    expect((await desk.send({ path, headers: { cookie, origin: desk.url }, body: { username: 'x' } })).status).toBe(404)
  }
})

test('ten attempts a minute for an address, whatever X-Forwarded-For claims', async () => {
  desk = await startDesk({ signInsPerMinute: 10 })
  const attempts = []
  for (let n = 0; n < 12; n++)
    attempts.push(
      await signIn(`alguem${n}`, 'senha-errada', {
        'x-forwarded-for': `10.0.0.${n}`,
        'x-alo-ip': `10.0.0.${n}`,
        forwarded: `for=10.0.0.${n}`,
      }),
    )
  expect(attempts.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429])
  expect(Number(attempts.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  expect(attempts.at(-1)?.json).toMatchObject({ status: 'error', msg: expect.stringContaining('Tentativas demais') })
  // Who is signed in is not locked out.
  expect((await desk.send({ path: '/api/painel/eu', headers: { cookie: await desk.cookie('ana') } })).status).toBe(200)
})

test('ten attempts a minute for an account, from however many addresses behind a trusted proxy', async () => {
  desk = await startDesk({ signInsPerMinute: 10, trustProxy: ['127.0.0.1'] })
  const attempts = []
  for (let n = 0; n < 11; n++)
    attempts.push((await signIn(n % 2 ? 'ana' : 'ANA', 'senha-errada', { 'x-forwarded-for': `10.0.0.${n}` })).status)
  expect(attempts).toEqual([...Array(10).fill(401), 429])
  expect((await signIn('bruno', demoSenha, { 'x-forwarded-for': '10.0.0.99' })).status).toBe(200)
})

test('a page of another origin can neither sign in nor act with a good session', async () => {
  desk = await startDesk()
  expect((await signIn('ana', demoSenha, { origin: 'http://evil.example' })).status).toBe(403)
  const headers = { cookie: await desk.cookie('ana'), origin: 'http://evil.example' }
  const { headers: told } = await desk.notify({ ramal: 101 })
  expect(
    (await desk.send({ method: 'POST', path: `/api/painel/ligacoes/${told['x-ligacao-id']}/fechar`, headers })).status,
  ).toBe(403)
  expect((await desk.screen('ana')).first.ligacoes).toHaveLength(1)
})
