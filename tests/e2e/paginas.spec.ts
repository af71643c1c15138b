import type { Page } from '@playwright/test'
import { expectNoBarrier, expectToFit, inBothLooks, wideAndDark } from './support/barriers.ts'
import { inFastTime, movableClock } from './support/clearDesk.ts'
import { campo, dialogo, eventos, registrarPorPedido } from './support/faturamento.ts'
import { expect, follow, test } from './support/test.ts'

const paginas = (page: Page) => page.getByRole('navigation', { name: 'Páginas' })

test('an administrator sees the link of every page and the label of every tool; pages are prefetched by hover', async ({
  openPage,
}) => {
  const prefetched: string[] = []
  const prepare = async (page: Page) =>
    page.on('request', (request) => {
      if (request.headers()['next-router-prefetch']) prefetched.push(new URL(request.url()).pathname)
    })
  const admin = await openPage('admin', { prepare })
  const links = paginas(admin).getByRole('link')
  await expect(links).toHaveText([
    'Painel',
    /^Perdidas/,
    'Histórico',
    'Atendimentos',
    'Clientes',
    'Faturamento',
    'Administração',
  ])
  const sair = admin.getByRole('button', { name: 'Sair' })
  const { x = 0, width = 0 } = (await sair.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(1280)
  for (const palavra of ['Atalhos', 'Aparência', 'Administração'])
    await expect(admin.getByRole('banner').getByRole('button').getByText(palavra, { exact: true })).toBeVisible()
  await test.step('a user without a ramal gets no sound button', async () => {
    await expect(admin.getByRole('button', { name: 'Aparência' })).toBeVisible()
    await expect(admin.getByRole('button', { name: /Som e avisos|O navegador calou/ })).toHaveCount(0)
  })
  await admin.waitForLoadState('networkidle')
  expect(prefetched).toEqual([])
  await links.last().hover()
  await expect.poll(() => prefetched).toEqual(expect.arrayContaining(['/perdidas', '/clientes', '/admin']))
  // Away from "Painel" its link has a count, too.
  await links.last().click()
  await expect(links.last()).toHaveAttribute('aria-current', 'page')
  const tools = admin.getByRole('banner').getByRole('button', { name: 'Atalhos do teclado' })
  for (const width of [1280, 993]) {
    await admin.setViewportSize({ width, height: 800 })
    const right = await links.last().evaluate((link) => link.getBoundingClientRect().right)
    expect(right, `${width} px`).toBeLessThanOrEqual((await tools.boundingBox())?.x ?? 0)
  }
})

const call = (call_id: string, ramal: number, telefone = '37999912222') => ({
  ramal,
  telefone,
  ligacao_params: { call_id },
})

test('a supervisor finds the call history in the menu of a narrow screen, and it keeps up', async ({
  desk,
  openPage,
}) => {
  await desk.pbx('notificar', call('a', 101))
  const clara = await openPage('clara', { viewport: { width: 400, height: 800 }, prepare: movableClock })
  await test.step('on a narrow screen the links of the pages are in a menu, which Escape closes', async () => {
    const menu = paginas(clara).getByRole('button', { name: 'Menu' })
    await expect(paginas(clara).getByRole('link')).toHaveCount(0)
    await menu.click()
    await expect(paginas(clara).getByRole('link')).toHaveCount(6)
    for (const link of await paginas(clara).getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectNoBarrier(clara)
    await clara.keyboard.press('Escape')
    await expect(paginas(clara).getByRole('link')).toHaveCount(0)
    await expect(menu).toBeFocused()
    await menu.click()
    await paginas(clara).getByRole('link', { name: 'Histórico' }).click()
    await expect(clara).toHaveURL(/\/ligacoes$/)
    await expect(paginas(clara).getByRole('link')).toHaveCount(0)
  })

  await test.step('a supervisor’s call history updates itself, but new calls wait while the pointer is on the list', async () => {
    await clara.setViewportSize({ width: 1280, height: 800 })
    const linhas = clara.getByRole('table', { name: 'Chamadas' }).getByRole('row')
    await expect(linhas).toHaveCount(2)
    await desk.pbx('notificar', call('b', 102, '3732215678'))
    await inFastTime(clara, () => linhas.count()).toBe(3)
    await expect(linhas.nth(1)).toContainText('(37) 3221-5678')
    await linhas.nth(2).hover()
    const before = await linhas.nth(2).boundingBox()
    await desk.pbx('notificar', call('c', 102, '3732215679'))
    await desk.pbx('cancelar', call('a', 101))
    await inFastTime(clara, () => clara.getByRole('button', { name: '1 nova: mostrar' }).isVisible()).toBe(true)
    await expect(linhas.nth(2)).toContainText('encerrada pela central')
    await expect(linhas).toHaveCount(3)
    expect(await linhas.nth(2).boundingBox()).toEqual(before)
    await clara.getByRole('button', { name: '1 nova: mostrar' }).press('Enter')
    await expect(linhas).toHaveCount(4)
  })
})

test('the ledger groups the installments of one registration, and reverses one or all the others', async ({
  desk,
  openPage,
}) => {
  await registrarPorPedido(desk, 'em prestações', '90', 3)
  const clara = await openPage('clara', { path: '/faturamento/eventos' })
  const parcelas = eventos(clara).getByRole('row').filter({ hasText: 'em prestações' })
  await expect(parcelas).toHaveCount(3)
  await expect(parcelas.getByRole('link', { name: 'Maria da Conceição Ávila' })).toHaveCount(1)
  const partilhado = await parcelas
    .getByText('Indisponibilidade')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width > 1))
  expect(partilhado).toEqual([true, false, false])
  await clara.emulateMedia({ media: 'print' })
  await expect(clara.getByRole('banner')).toBeHidden()
  await expect(parcelas.first()).toBeVisible()
  for (const button of await clara.getByRole('button').all()) await expect(button).toBeHidden()
  await clara.emulateMedia({ media: 'screen' })

  // First one installment is reversed, then all others. The longest word in a reason must not narrow the description.
  const room = async () => (await parcelas.first().getByRole('cell').nth(3).boundingBox())?.width ?? 0
  const before = await room()
  for (const whole of [false, true]) {
    // A click so soon after the rows of the first reversal came would be refused.
    await parcelas
      .getByRole('button', { name: /^Estornar evento/ })
      .last()
      .press('Enter')
    await campo(clara, 'Motivo').fill('9'.repeat(300))
    if (whole)
      await dialogo(clara)
        .getByRole('checkbox', { name: /que ainda não foram estornadas$/ })
        .check()
    await dialogo(clara)
      .getByRole('button', { name: whole ? 'Estornar parcelas' : 'Estornar', exact: true })
      .click()
    await expect(dialogo(clara)).toHaveCount(0)
  }
  await expect(parcelas.filter({ hasText: 'Estornado pelo' })).toHaveCount(3)
  expect(await room()).toBeGreaterThan(before * 0.8)
})

const telas = [
  ...['/painel', '/perdidas', '/ligacoes', '/atendimentos', '/atendimentos/modelos', '/atendimentos/opcoes'],
  ...[
    '/clientes',
    '/clientes/1',
    '/faturamento',
    '/faturamento/eventos',
    '/faturamento/tipos',
    '/admin',
    '/admin/tokens',
    '/auditoria',
  ],
]
/** Pages in which the tests of their own specs look for barriers, in both looks too and with more on them. */
const olhadas = [
  ...['/painel', '/perdidas', '/ligacoes', '/atendimentos', '/clientes', '/clientes/1'],
  ...['/faturamento', '/faturamento/eventos', '/admin', '/admin/tokens'],
]
/** The longest name of a service type, without a space. */
const semEspaco = 'x'.repeat(100)
test.afterEach(({ desk }) => desk.database.pool.query(`DELETE FROM tipo_servico WHERE descricao = '${semEspaco}'`))
test('no page scrolls sideways, nor has a barrier where no other test looks for one', async ({ desk, openPage }) => {
  test.slow()
  await desk.pbx('notificar', call('a', 101))
  await desk.pbx('notificar', call('b', 102))
  await desk.pbx('cancelar', call('b', 102))
  await desk.database.pool.query(
    `INSERT INTO tipo_servico (descricao, display, ativo) VALUES ('${semEspaco}', '${semEspaco}', false);
     INSERT INTO opcao_atendimento (lista, descricao, ativo) VALUES ('motivo', '${semEspaco}', false)`,
  )
  const admin = await openPage('admin', wideAndDark)
  for (const tela of telas) {
    await follow(admin, tela)
    await expect(admin.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(admin.getByRole('main').getByRole('status').filter({ hasText: 'Carregando' })).toHaveCount(0)
    await inBothLooks(admin, async (width) => {
      if (olhadas.includes(tela)) await expectToFit(admin)
      else await expectNoBarrier(admin)
      const inside = await admin.evaluate(() =>
        [...document.querySelectorAll('main *')]
          .filter((each) => {
            const { overflowX } = getComputedStyle(each)
            return (overflowX === 'auto' || overflowX === 'scroll') && each.scrollWidth > each.clientWidth
          })
          .map((each) => each.className),
      )
      expect(inside, `what scrolls sideways in ${tela} at ${width} px`).toEqual([])
    })
  }
})
