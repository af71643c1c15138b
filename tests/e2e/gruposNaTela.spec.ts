import type { Page } from '@playwright/test'
import { type Answer, sendRequest } from '../support/request.ts'
import { insertSession } from '../support/session.ts'
import { endCalls, movableClock } from './support/clearDesk.ts'
import { intercept } from './support/holdBack.ts'
import { anyChamada, chamada, expect, lookAgain, type RunningDesk, test } from './support/test.ts'

const maria = '37999912222'
const outro = '37998889998'
const ring = (desk: RunningDesk, ramal: number, telefone: string) =>
  desk.pbx('notificar', {
    ramal,
    telefone,
    ligacao_params: { linkedid: `g${telefone}`, call_id: `${ramal}${telefone}` },
  })
const cancel = (desk: RunningDesk, ramal: number, telefone: string) =>
  desk.pbx('cancelar', { ramal, ligacao_params: { call_id: `${ramal}${telefone}` } })

/** The positions of all buttons, fields and links in calls. */
const places = (page: Page) =>
  page.locator('[data-ligacao] :is(button, input, a)').evaluateAll((all) =>
    all.map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect()
      return [each.textContent || each.getAttribute('aria-label'), x, y, width, height]
    }),
  )

/** Expects that a call shows the other ramais that its caller rings, while they ring, and that nothing moves. */
async function expectGroupsThatMoveNothing(desk: RunningDesk, ana: Page): Promise<void> {
  // Calls that rang 15 s ago show as waiting, and no longer as ringing.
  await desk.database.pool.query(`UPDATE ligacao SET tocada_em = tocada_em - interval '15 s', versao = versao + 1`)
  await lookAgain(ana)
  await expect(chamada(ana).getByText('Aguardando').first()).toBeVisible()
  // The customers' data comes a moment after the windows, so wait until nothing moves.
  let before: Awaited<ReturnType<typeof places>> = []
  const settled = async () => {
    const last = before
    before = await places(ana)
    return JSON.stringify(last) === JSON.stringify(before)
  }
  await expect.poll(settled, { intervals: [300] }).toBe(true)

  for (const telefone of [maria, outro]) for (const ramal of [102, 201]) await ring(desk, ramal, telefone)
  const group = ana.locator('[data-ligacao] [data-grupo]')
  await expect(group).toHaveCount(2)
  await expect(chamada(ana)).toContainText('também tocando em 102, 201')
  await expect(chamada(ana).locator('[data-grupo]')).toBeVisible()
  await expect(chamada(ana, '(37) 99888-9998')).toContainText('em 102, 201')
  expect(await places(ana)).toEqual(before)

  await cancel(desk, 201, outro)
  await expect(chamada(ana, '(37) 99888-9998').locator('[data-grupo]')).toHaveAttribute(
    'title',
    'Também tocando: Bruno Lima (102)',
  )
  await cancel(desk, 102, outro)
  await expect(group).toHaveCount(1)
  expect(await places(ana)).toEqual(before)
}

test('a call shows the other ramais that its caller rings, while they ring, and moves nothing', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { viewport: { width: 1280, height: 900 }, prepare: movableClock })
  const more = [...Array(6).keys()].map((at) => `3799777000${at}`)
  for (const { como, width, telefones } of [
    { como: 'cards beside a wide call', width: 1280, telefones: [maria, outro] },
    { como: 'a narrow screen', width: 400, telefones: [maria, outro] },
    { como: 'rows of a full queue', width: 1280, telefones: [maria, outro, ...more] },
  ])
    await test.step(como, async () => {
      await endCalls(desk, ana)
      await ana.setViewportSize({ width, height: 900 })
      for (const telefone of telefones) await ring(desk, 101, telefone)
      await expect(anyChamada(ana)).toHaveCount(telefones.length)
      await expect(ana.locator('[data-densa]')).toHaveCount(telefones.length > 4 ? 1 : 0)
      await expectGroupsThatMoveNothing(desk, ana)
    })
})

test('when a colleague is first to attend a call of both, the other is told by whom, and may attend it too', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /40[49]/, prepare: movableClock })
  const cookie = await insertSession(desk.database, 'bruno')
  /** Bruno does that with his call, which rang last. */
  const bruno = async ({ headers }: Answer, what: 'atender' | 'atendimento') => {
    const path = `/api/painel/ligacoes/${headers['x-ligacao-id']}/${what}`
    expect((await sendRequest(desk.url, { path, body: {}, headers: { cookie } })).status).toBe(200)
  }
  await test.step('a call that a colleague attends says by whom; one key brings it back, and both agents can attend it', async () => {
    await ring(desk, 101, maria)
    const his = await ring(desk, 102, maria)
    await expect(chamada(ana)).toContainText('também tocando em 102')
    await bruno(his, 'atender')
    await expect(ana.getByText('em atendimento por Bruno Lima').first()).toBeVisible()
    await ana.keyboard.press('z')
    await expect(chamada(ana)).toContainText('também em atendimento em 102')
    await chamada(ana).getByRole('button', { name: 'Atendi', exact: true }).click()
    await expect(chamada(ana)).toContainText('Em atendimento')
    await endCalls(desk, ana)
  })
  await test.step('an agent who opens a group’s ticket after a colleague is told by whom, and offered no retry', async () => {
    const shown = '(37) 99888-9998'
    const taken = ana.getByText(`Chamada de ${shown}: em atendimento por Bruno Lima`).first()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await intercept(ana, '**/api/painel/ligacoes/*/atendimento', async (route) => {
      await held
      await route.continue()
    })
    await ring(desk, 101, outro)
    const his = await ring(desk, 102, outro)
    await expect(chamada(ana, shown)).toContainText('também tocando em 102')
    const answered = ana.waitForResponse(/\/atendimento$/)
    await chamada(ana, shown).getByRole('button', { name: 'Abrir atendimento', exact: true }).click()
    await bruno(his, 'atendimento')
    await expect(taken).toBeVisible()
    release()
    expect((await answered).status()).toBeGreaterThanOrEqual(400)
    await expect(taken).toBeVisible()
    await expect(ana.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0)
    const { rows } = await desk.database.pool.query(
      'SELECT u.usuario FROM atendimento a JOIN usuario u ON u.id = a.usuario_id',
    )
    expect(rows).toEqual([{ usuario: 'bruno' }])
  })
})
