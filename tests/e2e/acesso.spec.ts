import type { Page } from '@playwright/test'
import { expectNoBarriers, expectToFit, wideAndDark } from './support/barriers.ts'
import { anyChamada, chamada, expect, test } from './support/test.ts'

/** Rings calls for every kind of window: with a ticket, identified, several matches, unknown. */
async function busy(page: Page, desk: { pbx(operation: 'notificar', body: object): Promise<unknown> }): Promise<void> {
  for (const telefone of ['37999912222', '37998883030', '37998889999', '37998884040']) {
    await desk.pbx('notificar', { ramal: 101, telefone, ligacao_params: { call_id: telefone, fila: 'suporte' } })
  }
  await expect(anyChamada(page)).toHaveCount(4)
  await chamada(page).getByRole('button', { name: 'Abrir atendimento' }).click()
  await expect(chamada(page).getByRole('button', { name: 'Copiar protocolo' })).toBeVisible()
  await chamada(page, '(37) 99888-9999').getByLabel('Buscar cliente').fill('silva')
  await expect(page.getByRole('option').first()).toBeVisible()
}

test('the desk and the sign-in page have no accessibility barrier, and at 400 px of width no call is cut off', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', wideAndDark)
  await expectNoBarriers(ana)
  await busy(ana, desk)
  await expectNoBarriers(ana)
  await ana.setViewportSize({ width: 400, height: 800 })
  await expectToFit(ana)
  for (const window of await anyChamada(ana).all()) {
    const box = await window.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 400).toBe(true)
  }
  await ana.goto(`${desk.url}/atendimentos/modelos`)
  await expect(ana.getByRole('heading', { level: 1 })).toHaveText('Página da supervisão')
  await expectNoBarriers(ana)
  // Leave the page first: without its session it would go to the sign-in by itself.
  await ana.goto('about:blank')
  await ana.context().clearCookies()
  await ana.goto(`${desk.url}/entrar`)
  await expect(ana.getByLabel('Usuário')).toBeVisible()
  await expectNoBarriers(ana)
})
