import type { Page } from '@playwright/test'
import { intercept } from './support/holdBack.ts'
import { anyChamada, chamada, connected, expect, palavras, type RunningDesk, test } from './support/test.ts'

const known = { ramal: 101, telefone: 37999912222, ligacao_params: { call_id: 'c1' } }

const botao = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const saved = async (desk: RunningDesk) =>
  (await desk.database.pool.query('SELECT descricao FROM atendimento')).rows[0]?.descricao
const conflito = (page: Page) => page.getByRole('alert').filter({ hasText: 'salvou um texto diferente' })
/** Aborts the page's requests that save a ticket. */
const mute = (page: Page) => intercept(page, '**/api/painel/atendimentos/*', (route) => route.abort())

test('two tabs of one agent show the same call, ticket and notes, and neither writes over what the other does', async ({
  desk,
  openPage,
}) => {
  const one = await openPage('ana')
  const two = await one.context().newPage()
  await two.goto(`${desk.url}/painel`)
  await connected(two)
  await test.step('both show the same ticket, and the notes as they are written', async () => {
    await desk.pbx('notificar', known)
    for (const page of [one, two]) await expect(chamada(page)).toBeVisible()
    await chamada(one).getByRole('button', { name: 'Abrir atendimento' }).click()
    const protocolo = /\d{4} \d{4} \d{3} \d{3}/
    await expect(chamada(two)).toContainText(protocolo)
    expect((await chamada(two).innerText()).match(protocolo)?.[0]).toBe(
      (await chamada(one).innerText()).match(protocolo)?.[0],
    )
    await palavras(chamada(one)).fill('Escrito na primeira aba')
    await expect(palavras(chamada(two))).toHaveValue('Escrito na primeira aba')
  })
  await test.step('when another tab closes the ticket while the agent types, the notes say so, and nothing moves', async () => {
    await palavras(one).fill('')
    await palavras(one).pressSequentially('sem si')
    await expect.poll(() => saved(desk)).toBe('sem si')
    await expect(palavras(two)).toHaveValue('sem si')
    await palavras(two).press('Control+Enter')
    // The row below the notes takes a line more from their end.
    const places = async () => {
      const [words, row] = [
        await palavras(one).boundingBox(),
        await chamada(one).locator('[data-rodape]').boundingBox(),
      ]
      return [words?.x, words?.y, words?.width, row && row.y + row.height]
    }
    const before = await places()
    await two.keyboard.press('Enter')
    const fechado = (page: Page) => page.getByRole('alert').filter({ hasText: 'Fechado em outra tela' })
    await expect(fechado(one)).toBeVisible()
    expect(await places()).toEqual(before)
    await one.keyboard.type('nal p x')
    await expect(palavras(one)).toBeFocused()
    await expect(chamada(one)).toBeVisible()
    await expect(botao(two, 'Reabrir')).toBeFocused()
    await expect(fechado(two)).toHaveCount(0)
    await botao(one, 'Reabrir').click()
    await expect(palavras(one)).toBeEditable()
    await expect(fechado(one)).toHaveCount(0)
  })
  await test.step('words that the other tab has saved since the call’s end are there when the ticket is resumed', async () => {
    await botao(two, 'Fechar chamada').click()
    for (const page of [one, two]) await expect(anyChamada(page)).toHaveCount(0)
    const resume = (page: Page) =>
      expect(async () => {
        const retomar = page.getByRole('button', { name: 'Retomar' })
        if (await retomar.isVisible()) await retomar.click()
        await expect(palavras(page)).toBeVisible({ timeout: 1_000 })
      }).toPass()
    await resume(one)
    await palavras(one).fill('Escrito depois da chamada')
    await expect(one.locator('[data-situacao="salvo"]')).toBeVisible()
    await resume(two)
    await expect(palavras(two)).toHaveValue('Escrito depois da chamada')
  })
  await test.step('the call ends while one tab types its notes: the other tab of the agent saves no half of them', async () => {
    const sent: unknown[] = []
    two.on('request', (request) => request.method() === 'PATCH' && sent.push(request.postDataJSON()))
    await desk.database.pool.query('DELETE FROM atendimento; DELETE FROM ligacao')
    for (const page of [one, two]) {
      await page.reload()
      await connected(page)
    }
    // A second call, which is a card in the other tab: only the end of it shows the ticket there.
    await desk.pbx('notificar', { ramal: 101, telefone: 3732211234 })
    await expect(anyChamada(two)).toHaveCount(1)
    await desk.pbx('notificar', known)
    for (const page of [one, two]) await expect(anyChamada(page)).toHaveCount(2)
    await chamada(one).getByRole('button', { name: 'Abrir atendimento' }).click()
    await expect(palavras(one)).toBeFocused()
    await palavras(one).pressSequentially('Sem sinal desde ontem')
    await desk.pbx('cancelar', known)
    const abertos = two.getByRole('region', { name: 'Atendimentos em aberto' })
    await expect(abertos).toContainText(/Protocolo|\d{4} \d{4}/)
    // At the pace of a hand, which makes no pause that is long enough to save.
    await one.keyboard.type(' à noite; a luz do modem está vermelha', { delay: 60 })
    await expect.poll(() => saved(desk)).toBe('Sem sinal desde ontem à noite; a luz do modem está vermelha')
    expect(sent).toEqual([])
    await expect(conflito(one)).toHaveCount(0)
  })
})

test('notes that two tabs or two browsers wrote at once are kept until the agent chooses, and all show the choice', async ({
  desk,
  openPage,
}) => {
  const one = await openPage('ana', { tolerate: /ERR_FAILED/ })
  await desk.pbx('notificar', known)
  await chamada(one).getByRole('button', { name: 'Abrir atendimento' }).click()
  await test.step('when two tabs write in one ticket, one saves nothing until the agent chooses, and both show the choice', async () => {
    await palavras(one).fill('da primeira')
    await expect(chamada(one)).toContainText('Salvo')
    const two = await one.context().newPage()
    await two.goto(`${desk.url}/painel`)
    await expect(palavras(two)).toHaveValue('da primeira')
    await mute(two)
    await palavras(two).fill('da segunda')
    await expect(chamada(two)).toContainText('Não salvo')
    await palavras(one).fill('da primeira, e mais')
    await expect(conflito(two)).toContainText('da primeira, e mais')
    await two.unroute('**/api/painel/atendimentos/*')
    // Tabs see each other's localStorage a moment late: the first tab may have deleted the second tab's draft after its
    // save.
    await one.evaluate(() => localStorage.clear())
    // The text that was not saved waits, whatever the agent presses; after a reload the page asks again.
    await two.reload()
    await expect(conflito(two)).toContainText('da primeira, e mais')
    await expect(palavras(two)).toHaveValue('da segunda')
    await palavras(two).press('End')
    await palavras(two).pressSequentially('!')
    await palavras(two).blur()
    await expect(chamada(two)).toContainText('Não salvo – escolha qual texto fica')
    // The ticket is not closed either, and the page scrolls to the choice.
    await two.setViewportSize({ width: 1280, height: 720 })
    await botao(two, 'Concluir').click()
    await expect(conflito(two)).toBeInViewport({ ratio: 1 })
    // No part of it is behind the ticket's last row.
    const covered = await conflito(two).evaluate((alert) => {
      const { left, width, bottom } = alert.getBoundingClientRect()
      return !alert.contains(document.elementFromPoint(left + width / 2, bottom - 4))
    })
    expect(covered).toBe(false)
    await expect(conflito(two)).toContainText('nem o atendimento fechado')
    await expect(two.getByRole('dialog', { name: 'Concluir' })).toHaveCount(0)
    await expect(palavras(one)).toHaveValue('da primeira, e mais')
    expect(await saved(desk)).toBe('da primeira, e mais')

    await botao(two, 'Manter o meu').click()
    await expect.poll(() => saved(desk)).toBe('da segunda!')
    const trocado = one.getByRole('alert').filter({ hasText: 'Este texto foi trocado em outra aba' })
    await expect(trocado).toContainText('da primeira, e mais')
    await expect(palavras(one)).toHaveValue('da segunda!')
    await botao(one, 'Voltar ao meu texto').click()
    await expect(palavras(two)).toHaveValue('da primeira, e mais')
    await expect.poll(() => saved(desk)).toBe('da primeira, e mais')
    await two.close()
  })
  await test.step('notes left unsaved in one browser do not overwrite what was written in another', async () => {
    const here = one
    await mute(here)
    await palavras(here).fill('velho')
    await expect(chamada(here)).toContainText('Não salvo')
    await here.goto('about:blank')
    const there = await openPage('ana')
    await palavras(there).fill('continuado lá')
    await expect.poll(() => saved(desk)).toBe('continuado lá')
    await here.unroute('**/api/painel/atendimentos/*')
    await here.goto(`${desk.url}/painel`)
    await expect(conflito(here)).toContainText('continuado lá')
    await expect(palavras(here)).toHaveValue('velho')
    expect(await saved(desk)).toBe('continuado lá')
    await botao(here, 'Usar o outro texto').click()
    await expect(palavras(here)).toHaveValue('continuado lá')
    await expect(chamada(here)).toContainText('Salvo')
    await here.reload()
    await expect(palavras(here)).toHaveValue('continuado lá')
    await expect(conflito(here)).toHaveCount(0)
  })
})
