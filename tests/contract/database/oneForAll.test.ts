import { afterEach, expect, test, vi } from 'vitest'
import { demoSenha } from '#server/demo/accounts'
import { expireLigacoes } from '#server/ligacao/expireLigacoes'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import { startProxy } from '../../support/network/proxy.ts'
import { serverOf, throughPort } from '../../support/ownDatabase.ts'
import { startTwoDesks } from '../../support/twoDesks.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function start(databaseUrl?: string): Promise<TestDesk> {
  const desk = await startDesk({ ...(databaseUrl && { databaseUrl }) })
  ends.push(() => desk.stop())
  return desk
}

const patient = { timeout: 30_000 }

test('only one desk expires old calls, and the other takes over when that desk has left', async () => {
  const one = await start()
  const { pool } = one.database
  // Wait until the desk's first round of chores is over.
  await expireLigacoes(one.desk)
  await vi.waitFor(() => expect(pool.idleCount).toBe(pool.totalCount), patient)
  await one.notify({ ramal: 101 })
  await pool.query(`UPDATE ligacao SET notificada_em = now() - interval '9 hours', exibida_em = now()`)
  const estado = async () => (await pool.query<{ estado: string }>('SELECT estado FROM ligacao')).rows[0]?.estado

  // The first desk's next round comes in a minute. The second desk would begin with a round if it were on duty.
  const two = await start(one.config.databaseUrl)
  await vi.waitFor(() => expect(two.desk.others.count).toBe(1), patient)
  const ana = await two.screen('ana')
  await ana.sync()
  expect(await estado()).toBe('aberta')

  await one.leave()
  await vi.waitFor(() => expect(ana.heard.map(({ event }) => event)).toEqual(['ligacao:encerrada']), patient)
  expect(ana.heard[0]?.ligacao.estado).toBe('expirada')
  // The first desk's chores are over and its database is closed.
  const reader = two.database.pool
  expect((await reader.query<{ estado: string }>('SELECT estado FROM ligacao')).rows).toEqual([{ estado: 'expirada' }])
})

test('a desk that was cut off from the database catches up with calls and ended sessions, and hears the other again', async () => {
  const one = await start()
  const { databaseUrl = '' } = one.config
  const proxy = await startProxy([serverOf(databaseUrl)])
  ends.push(() => proxy.close())
  const two = await start(throughPort(databaseUrl, proxy.port))
  ends.push(() => proxy.resume())
  await vi.waitFor(() => expect([one.desk.others.count, two.desk.others.count]).toEqual([1, 1]), patient)
  const ana = await two.screen('ana')
  const bruno = await two.screen('bruno')
  const asked = new Promise<void>((resolve) => {
    ana.socket.on('mesa:banco', ({ responde }) => void (responde && resolve()))
  })

  // The network is silent: no bytes pass, and the connection shows neither an end nor an error.
  proxy.pause()
  const { headers } = await one.notify({ ramal: 101 })
  await one.database.pool.query(`DELETE FROM sessao WHERE usuario_id = $1`, [await one.idOf('bruno')])
  const noticed = () =>
    new Set(two.log.filter(({ msg }) => msg.includes('does not answer')).map(({ channel }) => channel))
  await vi.waitFor(() => expect(noticed()).toEqual(new Set(['alo_processos', 'alo_acesso'])), patient)
  proxy.resume()
  await asked
  expect((await ana.sync()).ligacoes.map(({ id }) => id)).toEqual([headers['x-ligacao-id']])
  expect(await bruno.ended).toBe('io server disconnect')
  await vi.waitFor(() => expect(two.desk.others.count).toBe(1), patient)
  await one.cancel({ ramal: 101 })
  await vi.waitFor(() => expect(ana.heard.at(-1)?.event).toBe('ligacao:encerrada'), patient)
  two.expectErrors()
})

test('failed sign-ins at both desks count towards one limit', async () => {
  const { one, two, stop } = await startTwoDesks({ signInsPerMinute: 3 })
  ends.push(stop)
  const attempt = async (desk: TestDesk, password = 'not-the-password') => {
    const body = { username: 'ana', password }
    const { status } = await desk.send({ path: '/api/auth/sign-in/username', headers: { origin: desk.url }, body })
    return status
  }
  // Messages between the desks keep their order: once a call has arrived, so have the attempts before it.
  const [ana, bruno] = [await one.screen('ana'), await two.screen('bruno')]
  for (const _ of [1, 2, 3]) expect(await attempt(two, demoSenha)).toBe(200)
  await two.notify({ ramal: 101 })
  await vi.waitFor(() => expect(ana.heard).toHaveLength(1), patient)
  // Those who signed in well there count nowhere.
  for (const _ of [1, 2, 3]) expect(await attempt(one)).toBe(401)
  expect(await attempt(one)).toBe(429)
  await one.notify({ ramal: 102 })
  await vi.waitFor(() => expect(bruno.heard).toHaveLength(1), patient)
  expect(await attempt(two)).toBe(429)
})
