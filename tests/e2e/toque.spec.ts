import type { Page } from '@playwright/test'
import { expectNoBarrier } from './support/barriers.ts'
import { heard, listen, notes, ringing } from './support/heard.ts'
import { chamada, expect, type RunningDesk, test } from './support/test.ts'

const telefone = '37999912222'

const ring = (desk: RunningDesk, call_id: string) =>
  desk.pbx('notificar', { ramal: 101, telefone, ligacao_params: { call_id } })
const cancel = (desk: RunningDesk, call_id: string) => desk.pbx('cancelar', { ramal: 101, ligacao_params: { call_id } })

const bell = (page: Page) => page.getByRole('button', { name: /^(Som e avisos|O navegador calou)/ })

test('the tone repeats while it rings, in one tab, and stops with the call', async ({ desk, openPage }) => {
  const ana = await openPage('ana')
  await listen(ana)
  await ana.getByRole('main').click()
  const second = await ana.context().newPage()
  await second.goto(ana.url())
  await listen(second)
  await second.getByRole('main').click()
  await expect(bell(ana)).toHaveAccessibleName('Som e avisos')
  await expect(bell(second)).toHaveAccessibleName('Som e avisos')

  // Said by the page: what is fetched for it is asked without end, and holds a connection in a network that swallows.
  const icon = ana.locator('link[rel~="icon"]')
  await expect(icon).toHaveAttribute('href', /^data:/)
  const own = String(await icon.getAttribute('href'))

  await ring(desk, 'repete')
  await expect(chamada(ana)).toBeVisible()
  await expect(chamada(second)).toBeVisible()
  await expect.poll(() => ringing(ana)).toEqual({ held: 1, pending: 1 })
  // Two notes a tone: it came again.
  await expect.poll(async () => (await notes(ana)) + (await notes(second)), { timeout: 20_000 }).toBeGreaterThan(2)
  expect(Math.min(await notes(ana), await notes(second))).toBe(0)
  expect(await ana.title()).toBe('(1) Alô')
  await expect(icon).not.toHaveAttribute('href', own)
  await expect(icon).toHaveAttribute('href', /^data:/)
  // On another page, too.
  await ana.getByRole('link', { name: /^Perdidas/ }).click()
  await expect(ana.getByRole('heading', { level: 1 })).toHaveText('Chamadas perdidas')
  await expect(ana).toHaveTitle('(1) Alô')

  await cancel(desk, 'repete')
  await expect.poll(() => ringing(ana)).toEqual({ held: 0, pending: 0 })
  await expect.poll(() => ana.title()).toBe('Alô')
  await expect(icon).toHaveAttribute('href', own)
})

test('what the agent attends rings no more', async ({ desk, openPage }) => {
  const ana = await openPage('ana')
  await ana.getByRole('main').click()
  await ring(desk, 'atendida')
  await expect.poll(() => ringing(ana)).toEqual({ held: 1, pending: 0 })
  await chamada(ana).getByRole('button', { name: 'Atendi', exact: true }).click()
  await expect.poll(() => ringing(ana)).toEqual({ held: 0, pending: 0 })
  await expect(chamada(ana)).toBeVisible()
})

test('do not disturb holds in all tabs and after a reload; the tone can be tried', async ({ desk, openPage }) => {
  const ana = await openPage('ana')
  await listen(ana)
  await ana.getByRole('main').click()
  await bell(ana).click()
  const menu = ana.getByRole('dialog', { name: 'Som e avisos' })
  await menu.getByRole('button', { name: 'Testar o toque' }).click()
  await expect.poll(() => notes(ana)).toBe(2)
  await menu.getByRole('switch', { name: 'Não perturbe' }).click()
  await expect(menu.getByRole('switch', { name: 'Não perturbe' })).toBeChecked()
  await expectNoBarrier(ana)
  await ana.reload()
  await ana.getByRole('main').click()
  await expect(bell(ana)).toHaveAccessibleName('Som e avisos (mudo)')
  await ring(desk, 'calada')
  await expect(chamada(ana)).toBeVisible()
  expect(await ringing(ana)).toEqual({ held: 0, pending: 0 })
  expect(await notes(ana)).toBe(0)
})

test('a notice of the system’s says who calls while the agent looks elsewhere, and goes with the ring', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana')
  await listen(ana, { noticesAllowed: true })
  await bell(ana).click()
  // A browser that gave the page no sound yet is asked with the first click.
  const menu = ana.getByRole('dialog', { name: 'Som e avisos' })
  if (!(await menu.isVisible())) await bell(ana).click()
  await menu.getByRole('switch', { name: 'Avisos do sistema' }).click()
  await expect(menu.getByRole('switch', { name: 'Avisos do sistema' })).toBeChecked()
  await ana.keyboard.press('Escape')
  // Another window has the focus.
  await ana.evaluate(() => Object.assign(document, { hasFocus: () => false }))
  await ring(desk, 'aviso')
  await expect.poll(async () => (await heard(ana)).notices).toEqual(['Maria da Conceição Ávila'])
  await cancel(desk, 'aviso')
  await expect.poll(async () => (await heard(ana)).closed).toBe(1)
})

test('"Caiu" is said of a conversation that is over, whoever ended it', async ({ desk, openPage }) => {
  const ana = await openPage('ana')
  for (const [call_id, end] of [
    ['da central', () => cancel(desk, 'da central')],
    ['dela', () => chamada(ana).getByRole('button', { name: 'Fechar chamada' }).click()],
  ] as const) {
    await ring(desk, call_id)
    await chamada(ana).getByRole('button', { name: 'Atendi', exact: true }).click()
    await expect(chamada(ana)).toContainText('Em atendimento')
    await end()
    const caiu = ana.getByRole('button', { name: 'Caiu' })
    await caiu.click()
    await expect(ana.getByRole('link', { name: 'Ver perdidas' })).toBeVisible()
    await expectNoBarrier(ana)
    await ana.goto(`${desk.url}/perdidas`)
    const caidas = ana.getByRole('region', { name: 'Caíram em conversa' })
    await caidas.getByRole('button', { name: /^Resolvida/ }).click()
    await ana.goto(`${desk.url}/painel`)
  }
})
