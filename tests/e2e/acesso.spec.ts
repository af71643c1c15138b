import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { anyChamada, chamada, expect, test } from './support/test.ts'

async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
    )
}

/** A desk with every kind of window: with a ticket, identified, several matches, unknown. */
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the desk and the sign-in have no serious barrier, ${colorScheme}`, async ({ desk, openPage }) => {
    const ana = await openPage('ana', { colorScheme, reducedMotion: 'reduce' })
    await expect(ana.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    expect(await violations(ana)).toEqual([])
    await busy(ana, desk)
    expect(await violations(ana)).toEqual([])
    await ana.context().clearCookies()
    await ana.goto(`${desk.url}/entrar`)
    await expect(ana.getByLabel('Usuário')).toBeVisible()
    expect(await violations(ana)).toEqual([])
  })
}

test('at 400 px of width nothing scrolls sideways', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { viewport: { width: 400, height: 800 } })
  const overflow = () => ana.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow()).toBe(0)
  await busy(ana, desk)
  expect(await overflow()).toBe(0)
  for (const window of await anyChamada(ana).all()) {
    const box = await window.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 400).toBe(true)
  }
})
