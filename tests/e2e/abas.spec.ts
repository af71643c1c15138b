import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { startProxy } from '../support/network/proxy.ts'
import { listen, notes, ringing } from './support/heard.ts'
import { openPlainBrowser } from './support/plainBrowser.ts'
import {
  addSession,
  anyChamada,
  cancel,
  chamada,
  connected,
  expect,
  palavras,
  type RunningDesk,
  ring,
  test,
} from './support/test.ts'

// Which tab rings, and what a tab shows that was frozen or offline for a while.

const telefones = { first: '37998889998', second: '37998889999', third: '37999912222' }
const [first, second] = ['(37) 99888-9998', '(37) 99888-9999']

const anuncios = (page: Page) => page.locator('[role="status"][aria-live="polite"]').allInnerTexts()

/** Signs Ana in, in that browser. */
async function enter(context: BrowserContext, desk: RunningDesk, url: string) {
  await addSession(context, { database: desk.database, url }, 'ana')
}

/** Opens another tab of the same browser, which may play sound. */
async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await listen(page)
  await page.goto(url)
  await mayRing(page)
  return page
}

async function mayRing(page: Page) {
  await connected(page)
  await page.getByRole('main').click()
  await expect(page.getByRole('button', { name: 'Som e avisos', exact: true })).toBeVisible()
}

test('three tabs show the same call; one of them rings, and another one when that is closed', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { prepare: listen })
  await mayRing(ana)
  const tabs = [ana]
  for (let n = 0; n < 2; n++) tabs.push(await openTab(ana.context(), ana.url()))
  await ring(desk, telefones.first)
  for (const tab of tabs) await expect(chamada(tab, first)).toBeVisible()
  await expect.poll(() => ringing(ana)).toEqual({ held: 1, pending: 2 })
  const whoRang = async (among: Page[]) => {
    const counts = await Promise.all(among.map(notes))
    return among.filter((_, at) => counts[at])
  }
  await expect.poll(async () => (await whoRang(tabs)).length).toBe(1)
  const [loud] = await whoRang(tabs)
  const others = tabs.filter((tab) => tab !== loud)
  await loud?.close()
  await expect.poll(async () => (await whoRang(others)).length).toBe(1)

  // An action in one tab shows in all tabs.
  const [one, ...rest] = others as [Page, ...Page[]]
  expect(await ringing(one)).toEqual({ held: 1, pending: 1 })
  await chamada(one, first).getByRole('button', { name: 'Abrir atendimento' }).click()
  for (const tab of rest) await expect(chamada(tab, first)).toContainText(/\d{4} \d{4} \d{3} \d{3}/)
  await expect.poll(() => ringing(one)).toEqual({ held: 0, pending: 0 })
  await cancel(desk, telefones.first)
  for (const tab of others) {
    await expect(anyChamada(tab)).toHaveCount(0)
    // The live region for screen readers no longer announces the call either.
    expect((await anuncios(tab)).join()).not.toContain(first)
  }
})

test('when the ringing tab is frozen another rings; awake, it shows the open calls and rings for no ended one', async ({
  desk,
  watch,
}) => {
  const { context, close } = await openPlainBrowser()
  try {
    await enter(context, desk, desk.url)
    const frozen = await openTab(context, `${desk.url}/painel`)
    // A tab that is frozen logs this error.
    watch(frozen, /Back-Forward Cache/)
    const cdp = await context.newCDPSession(frozen)
    const become = (state: 'frozen' | 'active') => cdp.send('Page.setWebLifecycleState', { state })
    await ring(desk, telefones.first)
    await expect.poll(() => ringing(frozen)).toEqual({ held: 1, pending: 0 })
    const other = await openTab(context, frozen.url())
    await expect.poll(() => ringing(other)).toEqual({ held: 1, pending: 1 })
    await become('frozen')
    await expect.poll(() => notes(other)).toBeGreaterThan(0)
    await cancel(desk, telefones.first)
    // A call that begins and ends while the tab is frozen.
    await ring(desk, telefones.second)
    await expect(chamada(other, second)).toBeVisible()
    await cancel(desk, telefones.second)
    await expect(anyChamada(other)).toHaveCount(0)
    const before = await notes(frozen)
    await other.close()
    await become('active')
    await frozen.bringToFront()
    await expect(anyChamada(frozen)).toHaveCount(0)
    await connected(frozen)
    expect(await notes(frozen)).toBe(before)
    expect((await anuncios(frozen)).join()).not.toContain(second)
    await expect(frozen.getByRole('navigation', { name: 'Páginas' })).toContainText('2')

    // A call that begins while the tab is frozen and still rings when it wakes must be shown and ring.
    const front = await context.newPage()
    await become('frozen')
    await ring(desk, telefones.third)
    await become('active')
    await frozen.bringToFront()
    await expect(chamada(frozen)).toBeVisible()
    await expect.poll(() => notes(frozen)).toBeGreaterThan(before)
    await front.close()
  } finally {
    await close()
  }
})

test('a page that goes offline during a ring is silent, and tells the agent afterwards what they missed', async ({
  desk,
  browser,
  watch,
}) => {
  const network = await startProxy([Number(new URL(desk.url).port)])
  const url = `http://127.0.0.1:${network.port}`
  const context = await browser.newContext({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' })
  await enter(context, desk, url)
  const ana = await context.newPage()
  watch(ana, /WebSocket|Failed to load resource/)
  try {
    await listen(ana)
    await ana.goto(`${url}/painel`)
    await mayRing(ana)
    await ring(desk, telefones.first)
    await expect.poll(() => ringing(ana)).toEqual({ held: 1, pending: 0 })
    // Wait for the window: its script is loaded separately, and could not be without a network.
    await expect(chamada(ana, first)).toBeVisible()

    await context.setOffline(true)
    network.cut('silence')
    await expect(ana.locator('[data-conexao="ativa"]')).toHaveCount(0)
    // Without a connection the page cannot know whether the call still rings, so it is silent.
    await expect.poll(() => ringing(ana)).toEqual({ held: 0, pending: 0 })
    await expect(chamada(ana, first)).toBeVisible()
    await cancel(desk, telefones.first)
    await ring(desk, telefones.second)
    await cancel(desk, telefones.second)

    const before = await notes(ana)
    network.resume()
    await context.setOffline(false)
    await connected(ana)
    await expect(anyChamada(ana)).toHaveCount(0)
    await expect(ana.getByRole('log', { name: 'Avisos' })).toContainText(`Chamada de ${first} foi`)
    await expect(ana.getByRole('link', { name: /^Perdidas/ })).toContainText('2')
    expect(await notes(ana)).toBe(before)
    expect((await anuncios(ana)).join()).not.toContain(second)
  } finally {
    await context.close()
    await network.close()
  }
})

test('when the server is killed and restarted during a ring, the page is silent, keeps its state, and catches up', async ({
  desk,
  openPage,
}) => {
  test.setTimeout(120_000)
  const ana = await openPage('ana', {
    prepare: listen,
    tolerate: /ERR_CONNECTION_REFUSED|WebSocket|ERR_EMPTY_RESPONSE|Failed to load resource/,
  })
  await mayRing(ana)
  await ring(desk, telefones.first)
  await chamada(ana, first).getByRole('button', { name: 'Abrir atendimento' }).click()
  const words = palavras(chamada(ana, first))
  await words.fill('antes')
  await expect(chamada(ana, first)).toContainText('Salvo')
  // Wait for the last part of the window to load: if it came after the return, the window would grow.
  await expect(chamada(ana, first)).toContainText(/ª chamada/)
  await ring(desk, telefones.second)
  await ring(desk, telefones.third)
  await expect(anyChamada(ana)).toHaveCount(3)
  const { usuario, lembrete } = desk.database.prisma
  const { id: usuario_id } = await usuario.findUniqueOrThrow({ where: { usuario: 'ana' } })
  const now = new Date()
  await lembrete.create({
    data: { usuario_id, chave: randomUUID(), quando: now, palavras: 'Enquanto isso', criado_em: now },
  })
  await expect(ana.getByRole('button', { name: 'Lembretes: 0' })).toBeVisible()
  await expect.poll(() => ringing(ana)).toEqual({ held: 1, pending: 0 })
  await desk.crash()
  await expect(ana.locator('[data-conexao="ativa"]')).toHaveCount(0)
  await expect.poll(() => ringing(ana)).toEqual({ held: 0, pending: 0 })
  await words.pressSequentially(' e durante')
  const placeOf = (numero: string) => chamada(ana, numero).boundingBox()
  const places = [await placeOf(first), await placeOf(second)]
  await desk.start()
  await cancel(desk, telefones.third)
  await ring(desk, '3732211234')
  await expect(ana.locator('[data-conexao="ativa"]')).toBeVisible({ timeout: 60_000 })
  await expect(words).toBeFocused()
  await expect
    .poll(async () => (await desk.database.pool.query('SELECT descricao FROM atendimento')).rows[0]?.descricao)
    .toBe('antes e durante')
  await expect(chamada(ana, first)).toContainText('Salvo')
  expect([await placeOf(first), await placeOf(second)]).toEqual(places)
  // What happened meanwhile shows too: a cancel, a call, and a reminder that came due.
  await expect(chamada(ana, '(37) 3221-1234')).toBeVisible()
  await expect(anyChamada(ana)).toHaveCount(3)
  await expect(ana.getByRole('button', { name: 'Adiar 10 min: Enquanto isso' }).first()).toBeVisible()
  // A call is uncertain, because its cancel may have come unheard, until a retransmission comes.
  await expect(chamada(ana, second)).toContainText('Pode ter terminado')
  await ring(desk, telefones.second)
  await expect(chamada(ana, second)).not.toContainText('Pode ter terminado')
  await cancel(desk, telefones.second)
  await expect(anyChamada(ana)).toHaveCount(2)
})
