import type { Page } from '@playwright/test'
import { expectNoBarrier } from './support/barriers.ts'
import { heard, listen, notes, ringing } from './support/heard.ts'
import { addSession, chamada, connected, expect, insertTicket, type RunningDesk, test } from './support/test.ts'

const telefone = '37999912222'

const ring = (desk: RunningDesk, call_id: string) =>
  desk.pbx('notificar', { ramal: 101, telefone, ligacao_params: { call_id } })
const cancel = (desk: RunningDesk, call_id: string) => desk.pbx('cancelar', { ramal: 101, ligacao_params: { call_id } })

const bell = (page: Page) => page.getByRole('button', { name: /^(Som e avisos|O navegador calou)/ })

/** Clicks once anywhere, which lets the browser allow sound, and then opens the bell's menu. */
async function openMenu(page: Page) {
  await page.getByRole('main').click()
  await expect(bell(page)).toHaveAccessibleName(/^Som e avisos/)
  await bell(page).click()
  const menu = page.getByRole('dialog', { name: 'Som e avisos' })
  await expect(menu).toBeVisible()
  return menu
}

test('one tab repeats the tone while a call rings, and stops when the call is cancelled', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { prepare: listen })
  await ana.getByRole('main').click()
  const second = await ana.context().newPage()
  await listen(second)
  await second.goto(ana.url())
  await second.getByRole('main').click()
  await expect(bell(ana)).toHaveAccessibleName('Som e avisos')
  await expect(bell(second)).toHaveAccessibleName('Som e avisos')

  // The icon is a data URL. A browser requests an icon's file again and again, and in a silent network each request
  // would hold a connection.
  const icon = ana.locator('link[rel~="icon"]')
  await expect(icon).toHaveAttribute('href', /^data:/)
  const own = String(await icon.getAttribute('href'))

  await ring(desk, 'repete')
  await expect(chamada(ana)).toBeVisible()
  await expect(chamada(second)).toBeVisible()
  await expect.poll(() => ringing(ana)).toEqual({ held: 1, pending: 1 })
  // A tone has two notes, so more than two mean that it has repeated.
  await expect.poll(async () => (await notes(ana)) + (await notes(second)), { timeout: 20_000 }).toBeGreaterThan(2)
  expect(Math.min(await notes(ana), await notes(second))).toBe(0)
  expect(await ana.title()).toBe('(1) Painel · Alô')
  // Next announces a new page's title to screen readers; it must not announce the changed count.
  const anuncio = ana.locator('#__next-route-announcer__')
  await expect(anuncio).toHaveText('')
  await expect(icon).not.toHaveAttribute('href', own)
  await expect(icon).toHaveAttribute('href', /^data:/)
  // The count also shows in the title of another page.
  await ana.getByRole('link', { name: /^Perdidas/ }).click()
  await expect(ana.getByRole('heading', { level: 1 })).toHaveText('Chamadas perdidas')
  await expect(ana).toHaveTitle('(1) Perdidas · Alô')
  // It announces the heading of a page that was not prefetched: that has no title yet when it is drawn.
  await expect(anuncio).toHaveText(/^(Chamadas perdidas|(\(1\) )?Perdidas · Alô)$/)
  // The same caller rings again in the same window: screen readers announce it again, in the same words.
  const region = ana.getByRole('status').filter({ hasText: 'Chamada de (37) 99991-2222, Maria da Conceição Ávila' })
  await region.evaluate((region) => {
    const said: unknown[] = []
    Object.assign(window, { said })
    const note = () => said.push(region.textContent)
    new MutationObserver(note).observe(region, { childList: true, subtree: true, characterData: true })
  })
  await desk.database.pool.query(`UPDATE ligacao SET notificada_em = notificada_em - interval '20 s'`)
  await ring(desk, 'repete')
  await expect
    .poll(() => ana.evaluate(() => (window as unknown as { said: string[] }).said))
    .toEqual(['Chamada de (37) 99991-2222, Maria da Conceição Ávila'])

  await cancel(desk, 'repete')
  await expect.poll(() => ringing(ana)).toEqual({ held: 0, pending: 0 })
  await expect.poll(() => ana.title()).toBe('Perdidas · Alô')
  await expect(icon).toHaveAttribute('href', own)
})

const oferta = (page: Page) => page.getByRole('group', { name: 'Avisos do sistema' })

/** From the next load on, fakes the browser's permission for notifications, which becomes granted when asked for. */
const answers = (page: Page, permission: NotificationPermission) =>
  page.addInitScript((permission) => {
    let said = permission
    Object.defineProperties(Notification, {
      permission: { get: () => said },
      requestPermission: {
        value: async () => {
          Object.assign(window, { asked: true })
          said = 'granted'
          return said
        },
      },
    })
  }, permission)
const wasAsked = (page: Page) => page.evaluate(() => 'asked' in window)

test('sound and notices follow what is attended and what the agent chose', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { prepare: (page) => listen(page, { noticesAllowed: true }) })
  await test.step('a call stops ringing when attended; a system notification in another window names the caller, and goes with it', async () => {
    await ana.getByRole('main').click()
    await ring(desk, 'atendida')
    await expect.poll(() => ringing(ana)).toEqual({ held: 1, pending: 0 })
    await chamada(ana).getByRole('button', { name: 'Atendi', exact: true }).click()
    await expect.poll(() => ringing(ana)).toEqual({ held: 0, pending: 0 })
    await expect(chamada(ana)).toBeVisible()
    await cancel(desk, 'atendida')
    await expect(chamada(ana)).toHaveCount(0)

    const menu = await openMenu(ana)
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

  await test.step('"Não perturbe" silences calls, also after a reload, and the agent can test the tone', async () => {
    const menu = await openMenu(ana)
    const before = await notes(ana)
    await menu.getByRole('button', { name: 'Testar o toque' }).click()
    await expect.poll(() => notes(ana)).toBe(before + 2)
    // The second press of a double click does not switch it off again.
    await menu.getByRole('switch', { name: 'Não perturbe' }).dblclick()
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
})

test('system notifications are offered once to each person, move nothing, and one click enables them', async ({
  desk,
  openPage,
}) => {
  await insertTicket(desk)
  const ana = await openPage('ana', { prepare: (page) => answers(page, 'granted') })
  /** Loads the page again for another person at the same browser. */
  const signedIn = async (usuario: string) => {
    await addSession(ana.context(), desk, usuario)
    await ana.reload()
  }

  await test.step('notifications are not offered if the browser was asked before', async () => {
    // A page that is connected has read the browser's permission.
    await expect(ana.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(oferta(ana)).toHaveCount(0)
    await answers(ana, 'denied')
    await ana.reload()
    await connected(ana)
    await expect(ana.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(oferta(ana)).toHaveCount(0)
  })

  await answers(ana, 'default')
  await ana.reload()
  await expect(oferta(ana)).toContainText('Avisar fora da aba quando tocar?')
  await expectNoBarrier(ana)
  const words = ana.getByRole('heading', { name: 'Aguardando chamadas do ramal 101' })
  const retomar = ana.getByRole('button', { name: 'Retomar' })
  const before = [await words.boundingBox(), await retomar.boundingBox()]
  await oferta(ana).getByRole('button', { name: 'Agora não' }).click()
  await expect(oferta(ana)).toHaveCount(0)
  expect([await words.boundingBox(), await retomar.boundingBox()]).toEqual(before)
  expect(await wasAsked(ana)).toBe(false)
  await ana.reload()
  await expect(words).toBeVisible()
  await expect(bell(ana)).toBeVisible()
  await expect(oferta(ana)).toHaveCount(0)

  // Another person at the same browser.
  await signedIn('bruno')
  await oferta(ana).getByRole('button', { name: 'Ativar' }).click()
  await expect(oferta(ana)).toHaveCount(0)
  expect(await wasAsked(ana)).toBe(true)
  const menu = await openMenu(ana)
  await expect(menu.getByRole('switch', { name: 'Avisos do sistema' })).toBeChecked()
  await ana.reload()
  await expect(ana.getByText('Aguardando chamadas do ramal 102')).toBeVisible()
  await expect(oferta(ana)).toHaveCount(0)

  await test.step('notifications are not offered to a user without a ramal', async () => {
    await signedIn('admin')
    await connected(ana)
    await expect(ana.getByRole('button', { name: /^Conta: Administração/ })).toBeVisible()
    await expect(ana.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(oferta(ana)).toHaveCount(0)
  })
})

test('"Caiu" can be marked after a talk, whether the PBX or the agent ended it', async ({ desk, openPage }) => {
  const ana = await openPage('ana')
  for (const [call_id, end] of [
    ['da central', () => cancel(desk, 'da central')],
    ['dela', () => chamada(ana).getByRole('button', { name: 'Fechar chamada' }).click()],
  ] as const) {
    // Loaded anew, the desk no longer shows the notice of the call before.
    if (call_id === 'dela') await ana.goto(`${desk.url}/painel`)
    await ring(desk, call_id)
    await chamada(ana).getByRole('button', { name: 'Atendi', exact: true }).click()
    await expect(chamada(ana)).toContainText('Em atendimento')
    await end()
    const caiu = ana.getByRole('button', { name: 'Caiu' })
    await caiu.click()
    await expect(ana.getByRole('link', { name: 'Ver perdidas' })).toBeVisible()
    if (call_id === 'dela') await expectNoBarrier(ana)
    await ana.getByRole('link', { name: /^Perdidas/ }).click()
    const caidas = ana.getByRole('region', { name: 'Caíram em conversa' })
    await caidas.getByRole('button', { name: /^Resolvida/ }).click()
    await expect(caidas.getByRole('button', { name: /^Resolvida/ })).toHaveCount(0)
  }
})
