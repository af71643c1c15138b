import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sendRequest } from '../support/request.ts'
import { insertSession } from '../support/session.ts'
import { expectNoBarrier } from './support/barriers.ts'
import { clearDesk, inFastTime, movableClock, restHand } from './support/clearDesk.ts'
import { holdBack, intercept } from './support/holdBack.ts'
import { chamada, connected, expect, type RunningDesk, test } from './support/test.ts'

const linha = (page: Page) => page.locator('[data-lembrete]')
/** The list of reminders on the desk, beside the open tickets. */
const lista = (page: Page) => page.getByRole('region', { name: 'Lembretes' })
const adiar = (page: Page, palavras: string) => lista(page).getByRole('button', { name: `Adiar 10 min: ${palavras}` })

/** Inserts a reminder as if it had been written some time ago. */
const noted = async (
  { database }: RunningDesk,
  palavras: string,
  inSeconds: number,
  { usuario = 'ana', ...more }: { usuario?: string; id_cliente?: number } = {},
) => {
  const { id: usuario_id } = await database.prisma.usuario.findUniqueOrThrow({ where: { usuario } })
  const quando = new Date(Date.now() + inSeconds * 1_000)
  return database.prisma.lembrete.create({
    data: { usuario_id, chave: randomUUID(), quando, palavras, criado_em: new Date(), ...more },
  })
}

/** Tells the agent's screens of what `noted` inserted: they load the reminders again when one of them is done. */
async function tell(desk: RunningDesk, usuario = 'ana') {
  const { id } = await noted(desk, 'Feito', 3_600, { usuario })
  const headers = { cookie: await insertSession(desk.database, usuario), origin: desk.url }
  const path = `/api/painel/lembretes/${id}/feito`
  expect((await sendRequest(desk.url, { path, body: {}, headers })).status).toBe(200)
}

const formOf = (page: Page) => page.getByRole('dialog', { name: 'Novo lembrete' })
const write = async (page: Page, palavras: string) => {
  const form = formOf(page)
  await form.getByLabel('O que lembrar').fill(palavras)
  await form.getByRole('button', { name: 'Anotar' }).click()
  await expect(form).toHaveCount(0)
}

test('a reminder is written wherever the agent is, once, and for a time to come', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { tolerate: /422|ERR_FAILED/, prepare: movableClock })
  await test.step('the form refuses a past time and keeps its text; text changed during a request is a reminder of its own', async () => {
    await ana.getByRole('button', { name: 'Lembrar depois' }).click()
    const form = ana.getByRole('dialog', { name: 'Novo lembrete' })
    await form.getByLabel('O que lembrar').fill('Ontem')
    await form.getByLabel('Quando').selectOption('Outro dia às')
    await form.getByLabel('Dia').fill('2020-01-01')
    await form.getByLabel('Hora').fill('16:00')
    await form.getByRole('button', { name: 'Anotar' }).click()
    await expect(form).toContainText('Já passou')
    const palavras = form.getByLabel('O que lembrar')
    await expect(palavras).toHaveValue('Ontem')

    const anotar = form.getByRole('button', { name: 'Anotar' })
    const address = '**/api/painel/lembretes'
    await form.getByLabel('Quando').selectOption('Em 1 hora')
    const release = await holdBack(ana, address, 'answer')
    const asked = ana.waitForRequest((request) => request.method() === 'POST')
    await anotar.click()
    await asked
    await palavras.fill('Hoje')
    await release()
    await expect(lista(ana)).toContainText('Ontem')
    await expect(palavras).toHaveValue('Hoje')
    await intercept(ana, address, async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await anotar.click()
    await expect(form).toContainText('Sem resposta do servidor')
    await palavras.fill('Amanhã')
    await ana.unroute(address)
    await anotar.click()
    await expect(form).toHaveCount(0)

    // The day is that of the press, named as such: the request may arrive after midnight.
    await ana.getByRole('button', { name: 'Lembrar depois' }).click()
    await palavras.fill('Depois')
    await form.getByLabel('Quando').selectOption('Amanhã às')
    await form.getByLabel('Hora').fill('12:00')
    const sent = ana.waitForRequest((request) => request.method() === 'POST')
    await anotar.click()
    expect((await sent).postDataJSON()).toMatchObject({
      dia: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      hora: '12:00',
    })
    await expect(form).toHaveCount(0)
    for (const each of ['Ontem', 'Hoje', 'Amanhã', 'Depois']) await expect(lista(ana)).toContainText(each)
  })

  await test.step('a reminder is written from the empty desk, a call or a ticket, and shows in all tabs of its agent', async () => {
    await desk.database.pool.query('DELETE FROM lembrete')
    const second = await ana.context().newPage()
    await second.goto(ana.url())
    await connected(second)
    await ana.getByRole('region', { name: 'Lembretes' }).getByRole('button', { name: 'Lembrar depois' }).click()
    await expectNoBarrier(ana)
    await write(ana, 'Da mesa vazia')
    for (const page of [ana, second]) await expect(lista(page)).toContainText('Da mesa vazia')

    await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'lembrete' } })
    await chamada(ana).getByRole('button', { name: 'Lembrar depois' }).click()
    await write(ana, 'Da chamada')
    // The other tab opens the ticket, and the exchange ends the call. The text in the reminder's form must stay.
    await chamada(ana).getByRole('button', { name: 'Lembrar depois' }).click()
    await expect(formOf(ana).getByLabel('O que lembrar')).toBeFocused()
    // The reminder's field has two lines; only the ticket's notes grow to fill the space.
    expect((await formOf(ana).getByLabel('O que lembrar').boundingBox())?.height).toBeLessThan(90)
    await ana.keyboard.type('Do ')
    // Its button, scrolled out of sight on a narrow screen, takes neither the form nor the focus with it.
    await ana.setViewportSize({ width: 400, height: 800 })
    await ana.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expect(chamada(ana).getByRole('button', { name: 'Lembrar depois' })).not.toBeInViewport()
    await ana.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await ana.keyboard.type('aten')
    await ana.setViewportSize({ width: 1280, height: 800 })
    await chamada(second).getByRole('button', { name: 'Abrir atendimento' }).click()
    await expect(chamada(ana).getByLabel('Anotações do atendimento')).toBeVisible()
    await desk.pbx('cancelar', { ramal: 101, ligacao_params: { call_id: 'lembrete' } })
    await expect(ana.locator('[data-fase="presa"]')).toBeVisible()
    await ana.keyboard.type('dimento')
    await expect(formOf(ana).getByLabel('O que lembrar')).toHaveValue('Do atendimento')
    await formOf(ana).getByRole('button', { name: 'Anotar' }).click()
    await expect(ana.locator('[data-fase="presa"]')).toBeFocused()
    for (const palavras of ['Da mesa vazia', 'Da chamada', 'Do atendimento'])
      await expect(lista(second)).toContainText(palavras)
    const rows = await desk.database.prisma.lembrete.findMany({ orderBy: { id: 'asc' } })
    expect(rows.map(({ ligacao_id, atendimento_id }) => [ligacao_id !== null, atendimento_id !== null])).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ])
    await second.close()
  })

  await test.step('words left in the form of a call wait in the form of its ticket, and after the call in the desk’s', async () => {
    await clearDesk(desk, ana)
    const palavras = formOf(ana).getByLabel('O que lembrar')
    await desk.pbx('notificar', { ramal: 101, telefone: '37999913333', ligacao_params: { call_id: 'deixado' } })
    const tocando = ana.getByRole('region', { name: 'Chamada de (37) 99991-3333' })
    await tocando.getByRole('button', { name: 'Lembrar depois' }).click()
    await palavras.fill('Deixado')
    await ana.keyboard.press('Escape')
    await tocando.getByRole('button', { name: 'Abrir atendimento', exact: true }).click()
    await expect(tocando.getByLabel('Anotações do atendimento')).toBeVisible()
    await tocando.getByRole('button', { name: 'Lembrar depois' }).click()
    await expect(palavras).toHaveValue('Deixado')
    await desk.pbx('cancelar', { ramal: 101, ligacao_params: { call_id: 'deixado' } })
    await ana.reload()
    await lista(ana).getByRole('button', { name: 'Lembrar depois' }).click()
    await expect(palavras).toHaveValue('Deixado')
    await formOf(ana).getByRole('button', { name: 'Anotar' }).click()
    await expect(lista(ana)).toContainText('Deixado')
  })
})

test('a due reminder shows in all tabs without moving the call, and is postponed or done in all of them', async ({
  desk,
  openPage,
}) => {
  await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'vencido' } })
  const ana = await openPage('ana', { prepare: movableClock })
  const second = await ana.context().newPage()
  await movableClock(second)
  await second.goto(ana.url())
  await connected(second)
  await expect(chamada(ana)).toContainText(/ª chamada/)
  // Both pages have loaded before the reminder is inserted, so that a slow start does not use up its time.
  await noted(desk, 'Retornar a Carlos', 6)
  await tell(desk)
  await expect(lista(ana)).toContainText('Retornar a Carlos')
  await expect(adiar(ana, 'Retornar a Carlos')).toHaveCount(0)
  const acts = ['Abrir atendimento', 'Atendi', 'Fechar chamada'].map((name) =>
    chamada(ana).getByRole('button', { name, exact: true }),
  )
  const boxes = () => Promise.all([...acts, linha(ana)].map((act) => act.boundingBox()))
  const before = await boxes()
  for (const page of [ana, second]) {
    await inFastTime(page, () => adiar(page, 'Retornar a Carlos').isVisible()).toBe(true)
    await expect(page).toHaveTitle('⏰ (1) Painel · Alô')
  }
  expect(await boxes()).toEqual(before)
  await expectNoBarrier(ana)

  await adiar(ana, 'Retornar a Carlos').click()
  await expect(ana.getByRole('button', { name: 'Feito: Retornar a Carlos' })).toBeFocused()
  for (const page of [ana, second]) {
    await expect(adiar(page, 'Retornar a Carlos')).toHaveCount(0)
    await expect(page).toHaveTitle('(1) Painel · Alô')
  }

  await noted(desk, 'Agora mesmo', -1)
  await noted(desk, 'Logo depois', 0)
  await tell(desk)
  // Loaded anew, because the page refuses clicks on what has just come.
  await ana.reload()
  await ana.setViewportSize({ width: 1920, height: 900 })
  await expect(linha(ana)).toContainText('Agora mesmo')
  await expect(adiar(second, 'Agora mesmo')).toBeVisible()
  const refusal = ana.getByRole('status').filter({ hasText: 'nada foi acionado' })
  // A double click marks only one reminder as done, in the line and in the list, although another reminder takes its
  // place between the two clicks.
  for (const [within, palavras, next] of [
    [linha(ana), 'Agora mesmo', 'Logo depois'],
    [lista(ana), 'Logo depois', 'Retornar a Carlos'],
  ] as const) {
    // Wait until clicks are accepted again after the last change.
    await inFastTime(ana, () => refusal.count()).toBe(0)
    await within.getByRole('button', { name: `Feito: ${palavras}` }).evaluate((feito: HTMLElement, next) => {
      const list = feito.closest('ul') ?? feito.closest('[data-lembrete]')
      const watching = new MutationObserver(() => {
        const other = list?.querySelector<HTMLElement>(`[aria-label="Feito: ${next}"]`)
        if (!other || document.body.contains(feito)) return
        watching.disconnect()
        other.click()
      })
      watching.observe(document.body, { childList: true, subtree: true })
      feito.click()
    }, next)
    await expect(refusal.first()).toBeVisible()
    for (const page of [ana, second]) {
      await expect(page.getByText(palavras)).toHaveCount(0)
      await expect(lista(page)).toContainText('Retornar a Carlos')
    }
  }
})

test('reminders are done one by one, by keyboard and in the menu of a narrow screen too', async ({
  desk,
  openPage,
}) => {
  const clara = { usuario: 'clara' }
  // One reminder about a customer, which has a link, and one about nobody.
  await noted(desk, 'Um', 3_600, { ...clara, id_cliente: 1 })
  await noted(desk, 'Dois', 3_601, clara)
  const page = await openPage('clara', { prepare: movableClock })
  const feito = (palavras: string) => lista(page).getByRole('button', { name: `Feito: ${palavras}` })

  await test.step('after "Feito" by keyboard the focus goes to the next reminder, and after the last to "Lembrar depois"', async () => {
    await feito('Um').press('Enter')
    await expect(feito('Dois')).toBeFocused()
    // The page ignores a key press that could be the second of a double press.
    await restHand(page)
    await page.keyboard.press('Enter')
    await expect(feito('Dois')).toHaveCount(0)
    await expect(lista(page).getByRole('button', { name: 'Lembrar depois' })).toBeFocused()
  })

  await test.step('marking a reminder as done does not wait for the response about another one', async () => {
    const { id } = await noted(desk, 'Primeiro', 3_500, clara)
    await noted(desk, 'Segundo', 3_501, clara)
    await tell(desk, 'clara')
    await expect(feito('Segundo')).toBeVisible()
    const release = await holdBack(page, `**/${id}/feito`, 'request')
    // The page refuses presses just after the last reminder went.
    await restHand(page)
    await feito('Primeiro').press('Enter')
    await expect(feito('Primeiro')).toBeDisabled()
    await expect(feito('Primeiro')).toBeFocused()
    await expect(feito('Primeiro')).toHaveCSS('opacity', '0.6')
    await feito('Segundo').press('Enter')
    await expect(feito('Segundo')).toHaveCount(0)
    await expect(feito('Primeiro')).toBeVisible()
    await release()
    await expect(feito('Primeiro')).toHaveCount(0)
    await expect(feito('Segundo')).toHaveCount(0)
  })

  await test.step('on a narrow screen the reminders are in a menu behind their button', async () => {
    await noted(desk, 'Estreito', -1, clara)
    await tell(desk, 'clara')
    await page.setViewportSize({ width: 400, height: 800 })
    await page.getByRole('button', { name: 'Lembretes, 1 vencido' }).click()
    const menu = page.getByRole('dialog', { name: 'Lembretes' })
    await expectNoBarrier(page)
    await menu.getByRole('button', { name: 'Feito: Estreito' }).click()
    await expect(menu).toContainText('Nada a lembrar')
  })
})
