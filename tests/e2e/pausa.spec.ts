import type { Page } from '@playwright/test'
import { expectNoBarrier } from './support/barriers.ts'
import { intercept } from './support/holdBack.ts'
import { chamada, expect, type RunningDesk, test } from './support/test.ts'

test.beforeEach(({ desk }) => desk.database.pool.query('DELETE FROM pausa'))

const ring = (desk: RunningDesk) =>
  desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'pausa' } })
const pausa = (page: Page) => page.getByRole('button', { name: /^(Pausa|Em pausa)/ })
const item = (page: Page, name: string) => page.getByRole('menuitem', { name })
/** How many of this browser's tabs ring. */
const ringing = (page: Page) =>
  page.evaluate(async () => (await navigator.locks.query()).held?.filter(({ name }) => name === 'alo:toque').length)

test('the supervisor sees an agent’s pause, during which calls show without a sound in all of the agent’s tabs', async ({
  desk,
  openPage,
}) => {
  const clara = await openPage('clara')
  const ana = await openPage('ana')
  await test.step('a supervisor sees which agent is in which pause, and the button keeps its place', async () => {
    const equipe = clara.getByRole('button', { name: /em pausa$/ })
    await expect(equipe).toHaveAccessibleName('Ninguém em pausa')
    const box = await equipe.boundingBox()
    await expect(ana.getByRole('button', { name: /em pausa$/ })).toHaveCount(0)
    await equipe.press('Enter')
    await expect(clara.getByRole('dialog', { name: 'Ninguém em pausa' })).toBeFocused()
    await clara.keyboard.press('Escape')
    await expect(equipe).toBeFocused()
    await pausa(ana).click()
    await item(ana, 'Treinamento').click()
    await expect(equipe).toHaveAccessibleName('1 em pausa')
    expect(await equipe.boundingBox()).toEqual(box)
    await equipe.click()
    await expect(clara.getByRole('dialog', { name: '1 em pausa' })).toContainText(/Ana Souza · ramal 101.*Treinamento/)
    await expectNoBarrier(clara)
    await clara.close()
  })
  await test.step('calls show without a sound in all of the agent’s tabs, until the pause ends', async () => {
    const second = await ana.context().newPage()
    await second.goto(ana.url())
    await ana.bringToFront()
    await pausa(ana).click()
    await item(ana, 'Almoço').click()
    for (const page of [ana, second]) await expect(pausa(page)).toHaveText(/Em pausa:\s*Almoço\s*0 min/)
    // On a narrow screen the words are hidden, but screen readers read them.
    await second.setViewportSize({ width: 400, height: 800 })
    await expect(pausa(second)).toHaveAccessibleName(/^Em pausa:\s*Almoço\s*0 min$/)
    await expect(ana.getByRole('button', { name: /^Som e avisos/ })).toHaveAccessibleName('Som e avisos (mudo)')
    await expectNoBarrier(ana)

    await ring(desk)
    await expect(chamada(ana)).toBeVisible()
    await expect(chamada(second)).toBeVisible()
    expect(await ringing(ana)).toBe(0)

    // Several parts of a page show the pause, and it is asked for once.
    let asked = 0
    ana.on('request', (request) => request.url().endsWith('/api/painel/pausa') && asked++)
    await pausa(second).click()
    await item(second, 'Encerrar a pausa').click()
    for (const page of [ana, second]) await expect(pausa(page)).toHaveText('Pausa')
    expect(asked).toBe(1)
    await expect.poll(() => ringing(ana)).toBe(1)
  })
})

test('a pause that was refused says so, and one that no event told of shows by itself', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { tolerate: /503/ })
  await test.step('a refused pause shows a message that moves nothing and can be closed', async () => {
    for (const width of [1280, 400]) {
      await ana.setViewportSize({ width, height: 800 })
      const recado = ana.getByRole('alert').filter({ hasText: 'Sem banco de dados.' })
      const page = ana.getByRole('main')
      const before = await page.boundingBox()
      await intercept(ana, '**/api/painel/pausa', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 503, json: { status: 'error', msg: 'Sem banco de dados.' } })
          : route.continue(),
      )
      await pausa(ana).click()
      await item(ana, 'Almoço').click()
      await expect(recado).toBeInViewport({ ratio: 1 })
      await expect(pausa(ana)).toHaveText('Pausa')
      expect(await page.boundingBox()).toEqual(before)
      await expect(ana.getByRole('menu')).toHaveCount(0)
      if (width === 400) await expectNoBarrier(ana)
      await ana.unroute('**/api/painel/pausa')
      await recado.getByRole('button', { name: 'Fechar o aviso' }).click()
      await expect(recado).toHaveCount(0)
    }
  })
  await test.step('a pause that no event told of shows once the desk has had its connections to the database cut', async () => {
    await expect(pausa(ana)).toHaveText('Pausa')
    await desk.database.pool.query(
      `INSERT INTO pausa (usuario_id, motivo, desde) SELECT id, 'almoco', now() FROM usuario WHERE usuario = 'ana'`,
    )
    await desk.database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'alo' AND pid <> pg_backend_pid()`,
    )
    await expect(pausa(ana)).toHaveText(/Em pausa:\s*Almoço/)
  })
})
