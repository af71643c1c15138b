import type { Locator, Page } from '@playwright/test'
import { sendRequest } from '../support/request.ts'
import { insertSession } from '../support/session.ts'
import { expectNoBarrier, expectNoBarriers } from './support/barriers.ts'
import { movableClock, restHand } from './support/clearDesk.ts'
import { clickOnChange } from './support/clickOnChange.ts'
import { holdBack, intercept } from './support/holdBack.ts'
import { chamada, expect, type RunningDesk, test } from './support/test.ts'

const maria = '37999912222'
const other = '3732215678'
let keys = 0

/** Rings and cancels a call that nobody attends. */
async function miss(desk: RunningDesk, ramal: number, telefone: string) {
  const ligacao_params = { call_id: `perdida ${keys++}` }
  await desk.pbx('notificar', { ramal, telefone, ligacao_params })
  await desk.pbx('cancelar', { ramal, ligacao_params })
}

/** Rings a call that is attended and then breaks off. */
async function drop(desk: RunningDesk, telefone: string) {
  const call = { ramal: 101, telefone }
  const ligacao_params = { call_id: `caiu ${keys++}` }
  await desk.pbx('notificar', { ...call, ligacao_params })
  await desk.pbx('notificar', { ...call, ligacao_params: { ...ligacao_params, evento: 'atendida' } })
  await desk.pbx('cancelar', { ...call, ligacao_params: { ...ligacao_params, causa: 127 } })
}

/** Moves all calls `ms` milliseconds into the past. */
const age = (desk: RunningDesk, ms: number) =>
  desk.database.pool.query(
    `UPDATE ligacao SET notificada_em = notificada_em - $1::interval, aberta_em = aberta_em - $1::interval,
      encerrada_em = encerrada_em - $1::interval, caida_em = caida_em - $1::interval, atendida_em = atendida_em - $1::interval`,
    [`${ms} milliseconds`],
  )

const abertas = (page: Page) => page.getByRole('table', { name: 'Chamadas perdidas a retornar' })
const linha = (page: Page, nome: string | RegExp) => abertas(page).getByRole('row').filter({ hasText: nome })
const badge = (page: Page) => page.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: /^Perdidas/ })
/** Moves the pointer away from the list. */
const away = (page: Page) => page.mouse.move(2, 2)

/** Texts in the element that overlap other texts. */
const covered = (element: Locator) =>
  element.evaluate((each) => {
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT)
    const words: { text: string | null; box: DOMRect }[] = []
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(node)
      words.push({ text: node.textContent, box: range.getBoundingClientRect() })
    }
    return words.flatMap(({ text, box }, at) =>
      words
        .slice(at + 1)
        .filter(
          (other) =>
            Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 &&
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1,
        )
        .map((other) => `${text} / ${other.text}`),
    )
  })

test('yesterday’s missed calls are listed today and counted in the navigation; the notice of a new one links to them', async ({
  desk,
  openPage,
}) => {
  await miss(desk, 101, maria)
  await miss(desk, 101, `0${maria}`)
  await miss(desk, 101, other)
  await age(desk, 26 * 3_600_000)
  const ana = await openPage('ana')
  await expect(badge(ana)).toContainText('2')
  await expect(badge(ana).getByText('2 a retornar')).toHaveCSS('font-size', '12px')

  await test.step('the notice of a missed call shows the whole telephone number, and links to the missed calls', async () => {
    await desk.pbx('notificar', { ramal: 101, telefone: `0${maria}`, ligacao_params: { call_id: 'aviso' } })
    await expect(chamada(ana)).toBeVisible()
    await desk.pbx('cancelar', { ramal: 101, ligacao_params: { call_id: 'aviso' } })
    const words = ['(37) 99991-2222', 'Perdida'].map((text) => ana.getByRole('banner').getByText(text, { exact: true }))
    for (const width of [400, 1280]) {
      await ana.setViewportSize({ width, height: 800 })
      for (const word of words) {
        await expect(word).toBeVisible()
        expect(await word.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
      }
    }
    await ana.getByRole('link', { name: 'Ver perdidas' }).click()
  })

  await expect(linha(ana, 'Maria da Conceição Ávila')).toContainText('3 vezes')
  await expect(linha(ana, 'Maria da Conceição Ávila')).toContainText('não vista')
  await expect(linha(ana, '(37) 3221-5678')).toContainText(/ontem|\d\d\/\d\d/)
  await expect(ana.getByRole('link', { name: '(37) 99991-2222' })).toHaveAttribute('href', `tel:0${maria}`)
  await ana.reload()
  await expect(abertas(ana).getByRole('row')).toHaveCount(3)

  await test.step('of a hundred missed callers, the navigation says "99+" in full', async () => {
    await desk.database.pool.query(
      `INSERT INTO ligacao (id, usuario_id, telefone, telefone_chave, chave, estado, notificada_em, tocada_em, encerrada_em)
       SELECT gen_random_uuid(), usuario_id, k, k, 'cem ' || n, 'cancelada', t, t, t
       FROM (SELECT DISTINCT usuario_id FROM ligacao) u, generate_series(1, 98) n,
         LATERAL (SELECT now() - n * interval '1 minute' AS t, '3799988' || lpad(n::text, 4, '0') AS k) i`,
    )
    await ana.reload()
    const total = badge(ana).getByText('99+')
    await expect(total).toBeVisible()
    expect(await total.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  })
})

test('a new missed call appears in the open list, but moves nothing under the pointer', async ({ desk, openPage }) => {
  await miss(desk, 101, maria)
  const ana = await openPage('ana', { path: '/perdidas', prepare: movableClock })
  await expect(abertas(ana).getByRole('row')).toHaveCount(2)
  await away(ana)
  // The list of dropped calls is not refreshed. Settling uses the time of the list in which the call is shown.
  const stale = await (await ana.request.get(`${desk.url}/api/painel/perdidas/caidas`)).json()
  await intercept(ana, '**/api/painel/perdidas/caidas?*', (route) => route.fulfill({ json: stale }))
  await miss(desk, 101, '3732218888')
  await expect(linha(ana, '(37) 3221-8888')).toBeVisible()
  await restHand(ana)
  await linha(ana, '(37) 3221-8888')
    .getByRole('button', { name: /^Resolvida/ })
    .click()
  // The focus stays on the settled row; the list is updated once the focus and the pointer are elsewhere.
  await expect(ana.getByText('Retorno resolvido: (37) 3221-8888.')).toBeVisible()
  // The pressed button is gone, so React may hear neither of the leave nor of the next enter: it hears of none from here.
  await ana.evaluate(() => addEventListener('pointerout', (event) => event.stopImmediatePropagation(), true))
  await expect(async () => {
    await ana.getByRole('heading', { level: 1 }).click()
    await expect(linha(ana, '(37) 3221-8888')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(
    ana.getByRole('table', { name: 'Chamadas perdidas resolvidas' }).getByRole('row').filter({ hasText: '3221-8888' }),
  ).toBeVisible()
  // A hand that has just come to the list was on its way to the row that stood there.
  const clickedOther = await clickOnChange(linha(ana, 'Maria').getByRole('button', { name: /^Assumir/ }))
  await miss(desk, 101, other)
  await clickedOther()
  await expect(ana.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
  await expect(abertas(ana).getByRole('row')).toHaveCount(3)
  await expect(abertas(ana).getByRole('button', { name: 'Devolver' })).toHaveCount(0)
  await expect(badge(ana)).toContainText('2')

  const settle = linha(ana, 'Maria').getByRole('button', { name: /^Resolvida/ })
  await settle.hover()
  const before = await settle.boundingBox()
  await miss(desk, 101, '3732219999')
  await miss(desk, 101, '')
  await expect(ana.getByRole('button', { name: '2 novas: mostrar' })).toBeVisible()
  expect(await settle.boundingBox()).toEqual(before)
  await expect(abertas(ana).getByRole('row')).toHaveCount(3)
  await ana.getByRole('button', { name: '2 novas: mostrar' }).press('Enter')
  await expect(abertas(ana).getByRole('row')).toHaveCount(5)
  await expect(linha(ana, 'número não informado').getByRole('link')).toHaveCount(0)

  // A selected caller is called back by a colleague and calls again: the new row is not selected.
  const select = ana.getByRole('checkbox', { name: 'Selecionar Maria da Conceição Ávila' })
  await select.check()
  await away(ana)
  await ana.getByRole('heading', { level: 1 }).click()
  const cookie = await insertSession(desk.database, 'clara')
  const settledByClara = async (telefone: string) => {
    const { rows } = await desk.database.pool.query('SELECT id FROM ligacao WHERE telefone = $1', [telefone])
    const body = { ids: rows.map(({ id }) => id), ate: new Date().toISOString() }
    const headers = { cookie, origin: desk.url }
    const answer = await sendRequest(desk.url, { path: '/api/painel/perdidas/tratar', body, headers })
    expect(answer.json, answer.text).toMatchObject({ chamadas: 1 })
  }
  const open = await (await ana.request.get(`${desk.url}/api/painel/perdidas?situacao=aberta`)).json()
  await intercept(ana, '**/api/painel/perdidas?*', (route) => route.fulfill({ json: open }))
  await settledByClara(other)
  // If nothing was left to settle, the page says that nothing has changed.
  await linha(ana, '(37) 3221-5678')
    .getByRole('button', { name: /^Resolvida/ })
    .click()
  await expect(ana.getByRole('status').filter({ hasText: 'Nada mudou' })).toBeVisible()
  await expect(ana.getByRole('button', { name: 'Desfazer' })).toHaveCount(0)
  await ana.unroute('**/api/painel/perdidas?*')
  await ana.getByRole('heading', { level: 1 }).click()
  await settledByClara(maria)
  await expect(select).toHaveCount(0)
  await miss(desk, 101, maria)
  await expect(select).not.toBeChecked()

  // A dropped talk is in a hurry, and comes above the list even under the pointer.
  await ana.unroute('**/api/painel/perdidas/caidas?*')
  const clicked = await clickOnChange(linha(ana, 'Maria').getByRole('button', { name: /^Resolvida/ }))
  await drop(desk, '3732217777')
  await clicked()
  await expect(ana.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
})

test('when two agents missed one caller, one takes the return over, and the other sees who and cannot', async ({
  desk,
  openPage,
}) => {
  for (const telefone of [maria, other]) for (const ramal of [101, 102]) await miss(desk, ramal, telefone)
  const ana = await openPage('ana', { path: '/perdidas', prepare: movableClock })
  const bruno = await openPage('bruno', { path: '/perdidas', tolerate: /409/, prepare: movableClock })
  const take = (page: Page) => linha(page, 'Maria').getByRole('button', { name: /^Assumir/ })
  await expect(take(bruno)).toBeVisible()
  // Bruno's screen still shows the old list, so he clicks after Ana.
  const stale = await (await bruno.request.get(`${desk.url}/api/painel/perdidas?situacao=aberta`)).json()
  await intercept(bruno, '**/api/painel/perdidas?*', (route) => route.fulfill({ json: stale }))
  await take(ana).dblclick()
  await expect(linha(ana, 'Maria')).toContainText('Com você')
  await take(bruno).click()
  await expect(bruno.getByRole('status').filter({ hasText: /Ana Souza já assumiu este retorno/ })).toBeVisible()
  await bruno.unroute('**/api/painel/perdidas?*')
  // The list may have been fetched before that, and is fetched again after 15 s.
  await bruno.clock.runFor(15_000)
  await expect(linha(bruno, 'Maria')).toContainText(/Com Ana Souza/)
  await expect(take(bruno)).toHaveCount(0)

  const devolver = linha(ana, 'Maria').getByRole('button', { name: /^Devolver/ })
  // "Devolver" replaces "Assumir". A click within a second counts as the second of a double click.
  await restHand(ana)
  await devolver.click()
  await expect(devolver).toHaveCount(0)
  await expect(take(bruno)).toBeVisible({ timeout: 40_000 })

  // "Reabrir" takes the place of "Resolvida" when Ana settles: a click of Bruno right then was meant for "Resolvida".
  await linha(bruno, 'Maria').hover()
  const pressReabrirAfter = (text: string, where: Locator) =>
    where.evaluateHandle(
      (element, words) => ({
        pressed: new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            const reabrir = [...element.querySelectorAll<HTMLElement>('[aria-label^="Reabrir: Maria"]')].at(-1)
            if (!reabrir || !element.textContent?.includes(words)) return
            observer.disconnect()
            reabrir.click()
            resolve()
          })
          observer.observe(element, { childList: true, subtree: true, characterData: true })
        }),
      }),
      text,
    )
  // The row changed when Ana gave Maria back, and refuses a click right after that, so try again.
  const settle = async (nome: string) => {
    const resolvida = linha(ana, nome).getByRole('button', { name: /^Resolvida/ })
    await expect(async () => {
      if (await resolvida.isVisible()) await resolvida.click()
      await expect(resolvida).toHaveCount(0, { timeout: 1_500 })
    }).toPass()
  }
  const first = await pressReabrirAfter('Resolvida', linha(bruno, 'Maria'))
  await settle('Maria')
  await first.evaluate(({ pressed }) => pressed)
  await expect(bruno.getByRole('status').filter({ hasText: 'A tela acabou de mudar' })).toBeVisible()
  await expect(linha(bruno, 'Maria')).toContainText('Resolvida por Ana Souza')
  // The same when another caller comes on top of the settled ones.
  const resolvidas = bruno.getByRole('table', { name: 'Chamadas perdidas resolvidas' })
  await expect(resolvidas).toContainText('Maria')
  const second = await pressReabrirAfter('3221-5678', resolvidas)
  await settle('(37) 3221-5678')
  await second.evaluate(({ pressed }) => pressed)
  await expect(bruno.getByRole('region', { name: 'Resolvidas' }).getByText('A tela acabou de mudar')).toBeVisible()
  await expect(resolvidas).toContainText('Maria')
})

test('missed calls are settled singly or in bulk, restored, and listed among the settled ones', async ({
  desk,
  openPage,
}) => {
  for (const telefone of [maria, other, '3732219999', '3732218888']) await miss(desk, 101, telefone)
  const ana = await openPage('ana', { path: '/perdidas', prepare: movableClock })
  const row = linha(ana, 'Maria')
  // The row keeps its place while it has the focus, however late the list of settled calls comes.
  const release = await holdBack(ana, /situacao=resolvida/, 'answer')
  await row.getByRole('button', { name: /^Resolvida/ }).press('Enter')
  const reabrir = row.getByRole('button', { name: /^Reabrir/ })
  await expect(reabrir).toBeFocused()
  await release()
  await expect(row).toContainText(/Resolvida por Ana/)
  await expect(reabrir).toBeFocused()
  await expect(badge(ana)).toContainText('3')
  await ana.getByRole('status').getByRole('button', { name: 'Desfazer' }).press('Enter')
  await expect(ana.getByRole('main')).toBeFocused()
  await expect(row.getByRole('button', { name: /^Assumir/ })).toBeVisible()

  await restHand(ana)
  for (const nome of ['Maria da Conceição Ávila', '(37) 3221-5678'])
    await ana.getByRole('checkbox', { name: `Selecionar ${nome}` }).check()
  await ana.getByRole('button', { name: 'Resolver 2 selecionadas' }).press('Enter')
  await expect(ana.getByText('2 retornos resolvidos.')).toBeVisible()
  await expect(ana.getByRole('checkbox', { name: 'Selecionar todas' })).toBeFocused()
  await away(ana)
  await ana.getByRole('heading', { level: 1 }).click()
  await expect(abertas(ana).getByRole('row')).toHaveCount(3)
  const resolvidas = ana.getByRole('table', { name: 'Chamadas perdidas resolvidas' })
  await expect(resolvidas.getByRole('row')).toHaveCount(3)
  await expectNoBarrier(ana)
  await resolvidas.getByRole('button', { name: /^Reabrir: Maria/ }).press('Enter')
  await expect(linha(ana, 'Maria')).toBeVisible()
  await expect(async () => {
    const last = resolvidas.getByRole('button', { name: /^Reabrir/ })
    if (await last.isVisible()) await last.press('Enter')
    await expect(resolvidas).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(ana.getByRole('main')).toBeFocused()
  await expect(abertas(ana).getByRole('row')).toHaveCount(5)

  // Clicks do nothing so soon after the rows moved.
  await ana.getByRole('checkbox', { name: 'Selecionar todas' }).press('Space')
  await ana.getByRole('button', { name: 'Resolver 4 selecionadas' }).press('Enter')
  await expect(badge(ana)).toHaveText('Perdidas')
  await expect(abertas(ana).getByRole('row', { name: /Reabrir/ })).toHaveCount(4)
  await expect(ana.getByRole('checkbox', { name: 'Selecionar todas' })).toBeFocused()
  await ana.reload()
  await expect(ana.getByText('Ninguém espera retorno.')).toBeVisible()
})

test('a missed caller counts as settled when attended later; impatient clicks settle or reopen a missed call once', async ({
  desk,
  openPage,
}) => {
  await miss(desk, 101, other)
  const { headers: heard } = await desk.pbx('notificar', { ramal: 102, telefone: other })
  const opened = await sendRequest(desk.url, {
    method: 'POST',
    path: `/api/painel/ligacoes/${heard['x-ligacao-id']}/atendimento`,
    headers: { cookie: await insertSession(desk.database, 'bruno'), origin: desk.url },
  })
  expect(opened.status, opened.text).toBe(200)
  const ana = await openPage('ana', { path: '/perdidas' })
  await expect(ana.getByText('Ninguém espera retorno.')).toBeVisible()
  await expect(ana.getByRole('table', { name: 'Chamadas perdidas resolvidas' })).toContainText(
    'Atendida depois por Bruno',
  )

  await miss(desk, 101, maria)
  const asked: string[] = []
  ana.on('request', (request) => request.method() === 'POST' && asked.push(request.url().split('/').at(-1) ?? ''))
  const row = linha(ana, 'Maria')
  // The page's clocks stand still: the time between the clicks is the same however long the answer takes, and none is
  // refused as made just when the buttons changed.
  const standAt = (ms: number) =>
    ana.evaluate((now) => {
      Date.now = () => now
      performance.now = () => 0
    }, moment + ms)
  const moment = Date.now()
  const twice = async (name: RegExp, becomes: RegExp, at: number) => {
    await standAt(at)
    const { x, y } = (await row.getByRole('button', { name }).boundingBox()) ?? { x: 0, y: 0 }
    await ana.mouse.click(x + 20, y + 10)
    await expect(row.getByRole('button', { name: becomes })).toBeVisible()
    for (const later of [0, 900, 1_800]) {
      await standAt(at + later)
      await ana.mouse.click(x + 20, y + 10)
    }
  }
  await twice(/^Resolvida/, /^Reabrir/, 0)
  await expect(row).toContainText(/Resolvida por Ana/)
  expect(asked).toEqual(['tratar'])
  await twice(/^Reabrir/, /^Resolvida/, 5_000)
  await expect(badge(ana)).toContainText('1')
  expect(asked).toEqual(['tratar', 'reabrir'])
})

test('a dropped talk counts down from 180 s by the server’s clock, and is folded away once overdue', async ({
  desk,
  openPage,
}) => {
  await drop(desk, other)
  await age(desk, 3_600_000)
  await drop(desk, maria)
  const ana = await openPage('ana', { path: '/perdidas' })
  const caidas = ana.getByRole('region', { name: 'Caíram em conversa' })
  await expect(caidas.getByRole('timer')).toHaveText(/^2:[0-5]\d$|^3:00$/)
  const folded = caidas.getByRole('button', { name: '1 com o prazo vencido' })
  await expect(caidas.getByRole('link', { name: '(37) 3221-5678' })).toBeHidden()
  await folded.click()
  await expect(caidas.getByText('Prazo vencido', { exact: true })).toBeVisible()
  await expectNoBarriers(ana)
  await caidas.getByRole('button', { name: /^Resolvida: Maria/ }).press('Enter')
  // The settled row keeps its place without a button; the next row's first button has the focus then.
  await expect(caidas.getByRole('button', { name: /^Assumir: .*3221-5678/ })).toBeFocused()
  await away(ana)
  await ana.getByRole('heading', { level: 1 }).click()
  await expect(caidas.getByText('Maria da Conceição Ávila')).toHaveCount(0)
  await expect(badge(ana)).toHaveText('Perdidas')

  // A computer in another time zone whose clock is an hour ahead shows the same countdown, and times in the desk's time
  // zone, as in filters and reminders.
  await ana.close()
  await drop(desk, maria)
  await miss(desk, 101, '3732219999')
  const yesterday = new Date(Date.now() - 86_400_000)
  yesterday.setUTCHours(15, 34)
  await desk.database.pool.query(
    `UPDATE ligacao SET notificada_em = $1, aberta_em = $1, encerrada_em = $1 WHERE telefone = '3732219999'`,
    [yesterday],
  )
  const ahead = await openPage('ana', {
    path: '/perdidas',
    timezoneId: 'Asia/Tokyo',
    prepare: (page) => page.clock.install({ time: Date.now() + 3_600_000 }),
  })
  await expect(ahead.getByRole('timer').first()).toHaveText(/^2:[0-5]\d$|^3:00$/)
  await expect(linha(ahead, '(37) 3221-9999')).toContainText('12:34')
})

test('a supervisor filters the team’s missed calls by agent and date, without scrolling sideways at 400 px', async ({
  desk,
  openPage,
}) => {
  await miss(desk, 101, maria)
  await age(desk, 12 * 86_400_000)
  await miss(desk, 101, maria)
  await miss(desk, 102, other)
  const clara = await openPage('clara', {
    path: '/perdidas',
    viewport: { width: 400, height: 800 },
    tolerate: /429/,
  })
  await expect(abertas(clara).getByRole('row')).toHaveCount(3)
  await expect(linha(clara, 'Maria')).toContainText('1 vez')
  const sideways = () =>
    clara.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await sideways()).toBe(0)

  // For a caller who rang several people, no word is cut and no texts overlap, at any width.
  const rename = (nome: string) =>
    desk.database.pool.query(`UPDATE usuario SET nome = $1 WHERE usuario = 'bruno'`, [nome])
  await rename('Francisco Wellington de Albuquerque')
  for (const ramal of [101, 101, 102]) await miss(desk, ramal, '11987654321')
  // Clara's own missed call is the last, because her screen receives an event for that one. She has seen it.
  const hers = { ramal: 201, ligacao_params: { call_id: 'da Clara' } }
  await desk.pbx('notificar', { ...hers, telefone: '11987654321' })
  await expect.poll(() => desk.database.prisma.ligacao.count({ where: { exibida_em: { not: null } } })).toBe(1)
  await desk.pbx('cancelar', hers)
  const crowded = linha(clara, '(11) 98765-4321')
  try {
    await expect(crowded).toContainText(/4 vezes.*Francisco Wellington/)
    for (const width of [400, 800, 1100]) {
      await clara.setViewportSize({ width, height: 800 })
      expect([width, await covered(crowded)]).toEqual([width, []])
      const badge = crowded.getByText('3 não vistas')
      expect([width, await badge.evaluate((each) => each.scrollWidth - each.clientWidth)]).toEqual([width, 0])
    }
  } finally {
    await rename('Bruno Lima')
  }
  await clara.getByRole('checkbox', { name: 'Selecionar (11) 98765-4321' }).press('Space')
  await clara.getByRole('button', { name: 'Resolver 1 selecionada', exact: true }).press('Enter')
  await away(clara)
  await clara.getByRole('heading', { level: 1 }).click()
  await expect(abertas(clara).getByRole('row')).toHaveCount(3)
  await clara.setViewportSize({ width: 400, height: 800 })
  await clara.getByRole('button', { name: 'Filtros', exact: true }).click()
  await clara.getByLabel('Desde').fill('2026-01-01')
  await expect(linha(clara, 'Maria')).toContainText('2 vezes')
  await clara.getByLabel('Atendente').selectOption('Bruno Lima')
  await expect(abertas(clara).getByRole('row')).toHaveCount(2)
  await expect(clara).toHaveURL(/usuario=\d+/)
  await expect(clara.getByRole('link', { name: 'Exportar CSV' })).toHaveAttribute('href', /usuario=\d+/)
  await clara.reload()
  await expect(abertas(clara).getByRole('row')).toHaveCount(2)
  await expectNoBarrier(clara)

  // That nothing was found is said of the filters in sight alone.
  await clara.getByRole('button', { name: /^Filtros/ }).click()
  const nothing = [
    clara.getByText('Nenhuma chamada sem retorno neste período.'),
    clara.getByText('Nenhuma.', { exact: true }),
  ]
  const are = async (count: number) => {
    for (const each of nothing) await expect(each).toHaveCount(count)
  }
  // Old rows are dimmed while the answer to new filters is under way, and a list that is refused says so.
  const caidas = clara.getByRole('region', { name: 'Caíram em conversa' })
  await expect(abertas(clara)).toBeVisible()
  const old = await holdBack(clara, /data_inicio=2099-01-01/, 'answer')
  await clara.getByLabel('Desde').fill('2099-01-01')
  await expect(clara.locator('[aria-busy="true"]', { has: abertas(clara) })).toHaveCount(1)
  await old()
  await are(1)
  await expect(caidas).toHaveCount(0)
  await intercept(clara, '**/perdidas/caidas?*', (route) => route.fulfill({ status: 429 }))
  await clara.getByLabel('Atendente').selectOption('Ana Souza')
  await expect(caidas.getByRole('alert')).toBeVisible()
  await clara.unroute('**/perdidas/caidas?*')
  // A click so soon after the alert came would be refused, and the list would come by itself five seconds later.
  await caidas.getByRole('button', { name: 'Tentar de novo' }).press('Enter')
  await expect(caidas).toHaveCount(0)
  const resolvidas = clara.getByRole('region', { name: 'Resolvidas' })
  await intercept(clara, '**/perdidas?*situacao=resolvida*', (route) => route.fulfill({ status: 429 }))
  await clara.getByLabel('Atendente').selectOption('Toda a equipe')
  await expect(resolvidas).toContainText('A lista não veio.')
  await clara.unroute('**/perdidas?*situacao=resolvida*')
  await resolvidas.getByRole('button', { name: 'Tentar de novo' }).press('Enter')
  await are(1)
  const release = await holdBack(clara, /data_inicio=2099-01-02/, 'answer')
  await clara.getByLabel('Desde').fill('2099-01-02')
  await are(0)
  await release()
  await are(1)
})
