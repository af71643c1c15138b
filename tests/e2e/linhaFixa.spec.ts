import type { Page } from '@playwright/test'
import { holdBack } from './support/holdBack.ts'
import { anyChamada, chamada, connected, expect, type RunningDesk, test } from './support/test.ts'

const maria = '37999912222'
const segunda = '37998889998'
const ring = (desk: RunningDesk, telefone: string, ramal = 101) =>
  desk.pbx('notificar', { ramal, telefone, ligacao_params: { call_id: telefone } })
const linha = (page: Page) => page.getByRole('list', { name: 'Chamadas em curso' })
const palavras = (page: Page) => page.getByLabel('Anotações do atendimento')

test('the first call at an empty desk moves nothing that is written, and its caller is in sight', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { viewport: { width: 1280, height: 800 } })
  await ring(desk, maria)
  await chamada(ana).getByRole('button', { name: 'Abrir atendimento' }).click()
  await chamada(ana).getByRole('button', { name: 'Fechar chamada' }).click()
  const abertos = ana.getByRole('region', { name: 'Atendimentos em aberto' })
  await expect(ana.locator('[data-ligacao]')).toHaveCount(0)
  // What came by itself refuses a click for a moment; one that is taken takes the button away.
  const retomar = abertos.getByRole('button', { name: 'Retomar' })
  await expect(async () => {
    if (await retomar.isVisible()) await retomar.click({ timeout: 1_000 })
    await expect(palavras(ana)).toBeVisible({ timeout: 500 })
  }).toPass()
  await palavras(ana).pressSequentially('Ligar de volta')
  const before = await palavras(ana).boundingBox()
  await ring(desk, segunda)
  await expect(chamada(ana, '(37) 99888-9998')).toBeVisible()
  expect(await palavras(ana).boundingBox()).toEqual(before)
  await expect(palavras(ana)).toBeFocused()
  expect(await ana.evaluate(() => window.scrollY)).toBe(0)
  await expect(linha(ana)).toContainText('(37) 99888-9998')
  await expect(linha(ana)).toBeInViewport({ ratio: 1 })
  // Calls behind the words are told of, and shown when asked for.
  const terceira = '(37) 99888-9999'
  for (const telefone of ['37998889997', '37998889999']) await ring(desk, telefone)
  const abaixo = ana.getByRole('button', { name: /^Mais \d chamadas? abaixo$/ })
  await expect(abaixo).toBeVisible()
  expect(await palavras(ana).boundingBox()).toEqual(before)
  await abaixo.click()
  await chamada(ana, terceira).getByRole('button', { name: 'Abrir atendimento' }).click()
  await expect(chamada(ana, terceira).locator('[data-protocolo]')).toBeVisible()
})

test('at 400 px a second call stands in the line at the top, and the acts of the first at the bottom edge', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { viewport: { width: 400, height: 800 } })
  await ring(desk, maria)
  const acts = ['Abrir atendimento', 'Atendi', 'Fechar chamada']
  for (const name of acts)
    await expect(chamada(ana).getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  await chamada(ana).getByRole('button', { name: 'Abrir atendimento' }).click()
  await expect(palavras(ana)).toBeFocused()
  await ring(desk, segunda)
  await ring(desk, '37998889999')
  await expect(linha(ana)).toContainText('(37) 99888-9998')
  await expect(linha(ana)).toContainText('+1')
  await expect(linha(ana).getByRole('button', { name: /^Abrir atendimento/ })).toBeInViewport({ ratio: 1 })
  await expect(chamada(ana).getByRole('button', { name: 'Concluir' })).toBeInViewport({ ratio: 1 })
})

/** Whether all of the text is within the boxes that cut what stands in them. */
const isWhole = (page: Page, text: string) =>
  linha(page).evaluate((list, text) => {
    const walker = document.createTreeWalker(list, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(text) ?? -1
      if (at < 0 || !node.parentElement) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + text.length)
      const words = range.getBoundingClientRect()
      const cut = (box: Element | null): boolean =>
        box !== null &&
        box !== list &&
        ((getComputedStyle(box).overflowX === 'hidden' && words.right > box.getBoundingClientRect().right + 0.5) ||
          cut(box.parentElement))
      return words.width > 0 && !cut(node.parentElement)
    }
    return false
  }, text)

// A supervisor has more signs beside the line; who is not known has no shorter name than the number.
for (const [width, usuario, ramal] of [
  [1280, 'ana', 101],
  [400, 'ana', 101],
  [400, 'clara', 201],
] as const)
  test(`at ${width} px ${usuario}’s line has the whole number of who rings, beside others that wait`, async ({
    desk,
    openPage,
  }) => {
    const page = await openPage(usuario, { viewport: { width, height: 800 }, path: '/ligacoes' })
    await connected(page)
    for (const telefone of ['2133221101', segunda, '37998889999']) await ring(desk, telefone, ramal)
    await expect(linha(page)).toContainText('+2')
    await expect(linha(page)).toContainText('(21) 3322-1101')
    expect(await isWhole(page, '(21) 3322-1101')).toBe(true)
    for (const button of await page.getByRole('banner').getByRole('button').all()) {
      // What covers a button takes its clicks.
      if (await button.isVisible()) await button.click({ trial: true })
    }
  })

test('on another page one click opens the ticket of the call that rings', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { path: '/ligacoes' })
  await connected(ana)
  await ring(desk, maria)
  await linha(ana)
    .getByRole('button', { name: /^Abrir atendimento/ })
    .click()
  await expect(ana).toHaveURL(/\/painel$/)
  await expect(chamada(ana).locator('[data-protocolo]')).toBeVisible()
  // What stands under the pointer gives way when it leaves.
  await ana.mouse.move(600, 700)
  await expect(linha(ana)).toHaveCount(0)
})

test('"Concluir" closes ticket and window together, with reason and outcome, however late their options come', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana')
  await ring(desk, maria)
  await chamada(ana).getByRole('button', { name: 'Abrir atendimento' }).click()
  await palavras(ana).pressSequentially('Resolvido na hora')
  await chamada(ana).getByRole('button', { name: 'Concluir' }).click()
  const passo = ana.getByRole('dialog', { name: 'Concluir' })
  await expect(passo.getByLabel('Motivo da chamada').getByRole('option')).not.toHaveCount(1)
  await desk.database.pool.query(
    `UPDATE atendimento SET id_motivo = (SELECT min(id) FROM opcao_atendimento WHERE lista = 'motivo')`,
  )
  const release = await holdBack(ana, '**/opcoes_atendimento', 'answer')
  await ana.reload()
  await chamada(ana).getByRole('button', { name: 'Concluir' }).click()
  await expect(ana.locator('button[data-loading]')).toHaveText('Concluir')
  await expect(passo).toHaveCount(0)
  await release()
  const motivo = passo.getByLabel('Motivo da chamada')
  await expect(motivo).not.toHaveValue('')
  // While the hand leaves the reason alone, it is the one that another tab chooses.
  const { rows: reasons } = await desk.database.pool.query(
    `SELECT a.id, versao, max(o.id) AS id_motivo FROM atendimento a, opcao_atendimento o WHERE lista = 'motivo' AND ativo GROUP BY 1, 2`,
  )
  const [{ id, ...chosen }] = reasons
  await ana.request.patch(`${desk.url}/api/painel/atendimentos/${id}`, { data: chosen })
  await expect(motivo).toHaveValue(String(chosen.id_motivo))
  await passo.getByLabel('Desfecho').selectOption({ index: 1 })
  await passo.getByRole('button', { name: 'Concluir e fechar' }).click()
  await expect(anyChamada(ana)).toHaveCount(0)
  const { rows } = await desk.database.pool.query(
    `SELECT a.estado, descricao, id_motivo AS motivo, id_desfecho IS NOT NULL AS desfecho, l.estado AS chamada
     FROM atendimento a JOIN ligacao l ON l.id = ligacao_id`,
  )
  expect(rows).toEqual([
    { estado: 'fechado', descricao: 'Resolvido na hora', motivo: chosen.id_motivo, desfecho: true, chamada: 'fechada' },
  ])
})

test('of twenty calls the desk says how many are below the edge', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { viewport: { width: 1280, height: 800 } })
  for (let n = 0; n < 20; n++) await ring(desk, `37${String(32000000 + n)}`)
  await expect(anyChamada(ana)).toHaveCount(20)
  const abaixo = ana.getByRole('button', { name: /^Mais \d+ chamadas abaixo$/ })
  await expect(abaixo).toBeInViewport({ ratio: 1 })
})
