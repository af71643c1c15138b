import type { Page } from '@playwright/test'
import { endCalls, restHand } from './support/clearDesk.ts'
import { listen, notes, ringing } from './support/heard.ts'
import { anyChamada, cancel, chamada, connected, expect, lookAgain, ring, test } from './support/test.ts'

// Events that come twice, too late or in another order, a wrong clock, and more calls than a snapshot holds.

const numeros = ['37998889996', '37998889997', '37998889998'] as const
const shown = ['(37) 99888-9996', '(37) 99888-9997', '(37) 99888-9998'] as const
const hour = 3_600_000

/** Holds back the events about the calls of a page that it prepares, so that the test can deliver them in any order. */
function holdEvents() {
  const held: string[] = []
  let tell: (message: string) => void = () => undefined
  const prepare = async (page: Page) => {
    await page.routeWebSocket(/\/socket\.io\//, (screen) => {
      const desk = screen.connectToServer()
      tell = (message) => screen.send(message)
      screen.onMessage((message) => desk.send(message))
      desk.onMessage((message) => {
        if (typeof message === 'string' && message.startsWith('42["ligacao:')) held.push(message)
        else screen.send(message)
      })
    })
    await listen(page)
  }
  return {
    prepare,
    held,
    tell: (messages: string[]) => {
      for (const message of messages) tell(message)
    },
  }
}

test('events that come twice, reversed, late or after a sleep show no ended call and no call twice, and do not ring', async ({
  desk,
  openPage,
}) => {
  const { prepare, held, tell } = holdEvents()
  const ana = await openPage('ana', {
    async prepare(page) {
      await page.clock.install({ time: Date.now() })
      await prepare(page)
    },
  })
  await ana.getByRole('main').click()
  await test.step('events that come twice, reversed or late reopen no ended call, show no call twice, and do not ring', async () => {
    for (const numero of numeros) await ring(desk, numero)
    await cancel(desk, numeros[0])
    await expect.poll(() => held.filter((message) => message.includes('"cancelada"')).length).toBe(1)
    await expect(anyChamada(ana)).toHaveCount(0)

    const backwards = held.toReversed()
    tell([...backwards, ...backwards])
    for (const numero of [shown[1], shown[2]]) await expect(chamada(ana, numero)).toBeVisible()
    await expect(anyChamada(ana)).toHaveCount(2)
    // The calls take the order in which they rang, whatever the order of their events.
    const names = await ana.locator('[data-ligacao]').evaluateAll((calls) => calls.map(({ ariaLabel }) => ariaLabel))
    expect(names.toSorted()).toEqual([`Chamada de ${shown[1]}`, `Chamada de ${shown[2]}`])
    const top = async (numero: string) =>
      (await ana.locator(`[data-zona="fila"]`).filter({ hasText: numero }).first().boundingBox())?.y ?? 0
    // The calls move to their places once the pointer is away.
    await ana.mouse.move(5, 5)
    await expect.poll(async () => (await top(shown[1])) < (await top(shown[2]))).toBe(true)

    for (const numero of numeros.slice(1)) await cancel(desk, numero)
    await expect.poll(() => held.filter((message) => message.includes('"cancelada"')).length).toBe(3)
    tell(held.slice(-2))
    await expect(anyChamada(ana)).toHaveCount(0)
    await expect.poll(() => ringing(ana)).toEqual({ held: 0, pending: 0 })
    tell(held)
    // Events are read in order: once this last one is shown, all earlier ones have been read.
    await ring(desk, '37999912222')
    await expect.poll(() => held.at(-1)).toContain('37999912222')
    tell(held.slice(-1))
    await expect(chamada(ana)).toBeVisible()
    await expect(anyChamada(ana)).toHaveCount(1)
    await expect(ana.getByRole('log', { name: 'Avisos' }).locator('p')).toHaveCount(2)
  })
  await test.step('after the computer has slept, a call that was cancelled meanwhile makes no sound', async () => {
    await cancel(desk, '37999912222')
    await expect.poll(() => held.at(-1)).toContain('"cancelada"')
    tell(held)
    await expect(anyChamada(ana)).toHaveCount(0)
    await expect.poll(() => ringing(ana)).toEqual({ held: 0, pending: 0 })
    const earlier = await notes(ana)
    await ring(desk, '37998889995')
    await expect.poll(() => held.at(-1)).toContain('37998889995')
    tell(held.slice(-1))
    await expect.poll(() => notes(ana)).toBeGreaterThan(earlier)
    await cancel(desk, '37998889995')
    await expect.poll(() => held.at(-1)).toContain('"cancelada"')
    const before = await notes(ana)
    await ana.clock.fastForward(hour)
    // After waking, the page asks for a snapshot and gets the truth.
    await expect(anyChamada(ana)).toHaveCount(0)
    expect(await notes(ana)).toBe(before)
  })
})

test('with a clock an hour ahead or behind, calls ring and show their true age, also after the clock is corrected', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', {
    async prepare(page) {
      await page.clock.install({ time: Date.now() + hour })
      await listen(page)
    },
  })
  await ana.getByRole('main').click()
  for (const [clock, next] of [
    ['an hour ahead', -hour],
    ['an hour behind', 0],
  ] as const)
    await test.step(clock, async () => {
      await ring(desk, numeros[0])
      await expect.poll(() => ringing(ana)).toEqual({ held: 1, pending: 0 })
      await expect(chamada(ana, shown[0]).locator('time')).toHaveText(/^(agora|há \d+ s)$/)
      await cancel(desk, numeros[0])
      await expect.poll(() => ringing(ana)).toEqual({ held: 0, pending: 0 })
      // The ended call's place disappears even if the clock changes meanwhile.
      await ana.clock.setSystemTime(Date.now())
      await restHand(ana)
      await expect(ana.locator('[data-ligacao]')).toHaveCount(0)
      await ring(desk, numeros[1])
      await expect.poll(() => ringing(ana)).toEqual({ held: 1, pending: 0 })
      await expect(chamada(ana, shown[1]).locator('time')).toHaveText(/^(agora|há \d+ s)$/)
      // A call that rang an hour ago does not ring again after a reload.
      await desk.database.pool.query(
        `UPDATE ligacao SET tocada_em = tocada_em - interval '1 hour', aberta_em = aberta_em - interval '1 hour',
         notificada_em = notificada_em - interval '1 hour'`,
      )
      await ana.clock.setSystemTime(Date.now() + next)
      await ana.reload()
      await connected(ana)
      await ana.getByRole('main').click()
      await expect(chamada(ana, shown[1]).locator('time')).toHaveText(/^há 1 h/)
      expect(await ringing(ana)).toEqual({ held: 0, pending: 0 })
      await endCalls(desk, ana)
    })
})

test('with 210 calls open the desk says how many it does not show, and keeps what the agent types meanwhile', async ({
  desk,
  openPage,
}) => {
  test.setTimeout(120_000)
  const slowly = { timeout: 60_000 }
  await desk.database.pool.query(
    `INSERT INTO ligacao (id, usuario_id, ramal, telefone, telefone_chave, chave, notificada_em, tocada_em, aberta_em, toque_entregue)
     SELECT gen_random_uuid(), u.id, u.ramal, (3732200000 + n)::text, (3732200000 + n)::text, 'muitas ' || n, at, at, at, at
     FROM usuario u, generate_series(1, 210) n, LATERAL (SELECT now() - (300 - n) * interval '1 s' AS at) t
     WHERE u.usuario = 'ana'`,
  )
  const ana = await openPage('ana')
  await expect(anyChamada(ana)).toHaveCount(200, slowly)
  const outras = ana.getByRole('status').filter({ hasText: 'chamadas abertas além das' })
  await expect(outras).toHaveText('Mais 10 chamadas abertas além das 200 mais recentes, que estão aqui')
  await expect(ana).toHaveTitle('(210) Painel · Alô')
  // A new call comes, and no other window disappears.
  await ring(desk, numeros[0])
  await expect(anyChamada(ana)).toHaveCount(201)
  const ativa = ana.locator('[data-ligacao][data-ativa]')
  await ativa.getByRole('button', { name: 'Abrir atendimento', exact: true }).click()
  const palavras = ana.getByLabel('Anotações do atendimento')
  await palavras.pressSequentially('antes ')
  await lookAgain(ana)
  await expect(ana).toHaveTitle('(211) Painel · Alô')
  await expect(anyChamada(ana)).toHaveCount(201)
  // What the agent types meanwhile stays.
  await ana.keyboard.type('e depois')
  await expect(palavras).toHaveValue('antes e depois')
  for (let n = 200; n < 205; n++) await desk.pbx('cancelar', { ramal: 101, ligacao_params: { call_id: `muitas ${n}` } })
  await expect(outras).toContainText('Mais 6 chamadas', slowly)
  await expect(ana).toHaveTitle('(206) Painel · Alô')
  await expect(anyChamada(ana)).toHaveCount(200, slowly)
  await expect(palavras).toHaveValue('antes e depois')
  await expect(ana.getByRole('log', { name: 'Avisos' })).not.toContainText('sem conexão')
})
