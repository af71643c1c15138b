import type { Page } from '@playwright/test'
import { expectNoBarrier } from './support/barriers.ts'
import { expect, test } from './support/test.ts'

const paginas = (page: Page) => page.getByRole('navigation', { name: 'Páginas' })

test('an administrator sees every page’s link and every tool’s word at 1,280 pixels', async ({ openPage }) => {
  const admin = await openPage('admin')
  const links = paginas(admin).getByRole('link')
  await expect(links).toHaveText([
    'Painel',
    /^Perdidas/,
    'Histórico',
    'Atendimentos',
    'Clientes',
    'Faturamento',
    'Auditoria',
  ])
  const right = await links.last().evaluate((link) => link.getBoundingClientRect().right)
  const tools = admin.getByRole('banner').getByRole('button', { name: 'Atalhos do teclado' })
  expect(right).toBeLessThanOrEqual((await tools.boundingBox())?.x ?? 0)
  const sair = admin.getByRole('button', { name: 'Sair' })
  const { x = 0, width = 0 } = (await sair.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(1280)
  for (const palavra of ['Atalhos', 'Aparência', 'Administração'])
    await expect(admin.getByRole('banner').getByText(palavra, { exact: true })).toBeVisible()
})

test('on a narrow screen the pages are behind a menu, which the keyboard closes', async ({ openPage }) => {
  const clara = await openPage('clara', { viewport: { width: 400, height: 800 } })
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

test('who has no extension is not told about a sound that never rings', async ({ openPage }) => {
  const admin = await openPage('admin')
  await expect(admin.getByRole('button', { name: 'Aparência' })).toBeVisible()
  await expect(admin.getByRole('button', { name: /Som e avisos|O navegador calou/ })).toHaveCount(0)
})

test('the first customer stands near the top of a small window, and what is filtered is told and taken back', async ({
  desk,
  openPage,
}) => {
  const clara = await openPage('clara', { path: '/clientes', viewport: { width: 1280, height: 720 } })
  const first = clara.getByRole('table', { name: 'Clientes' }).getByRole('row').nth(1)
  await expect(first).toContainText('código')
  expect((await first.boundingBox())?.y).toBeLessThan(200)
  await clara.goto(`${desk.url}/clientes?cidade=Itaúna&data_inicio=2020-01-31`)
  await expect(clara.getByRole('button', { name: 'Filtros (2)' })).toBeVisible()
  await expect(clara.getByText('Cadastro desde: 31/01/2020')).toBeVisible()
  await expectNoBarrier(clara)
  await clara.getByRole('button', { name: 'Cidade: Itaúna, tirar o filtro' }).click()
  await expect(clara).not.toHaveURL(/cidade/)
  await expect(clara.getByRole('button', { name: 'Filtros (1)' })).toBeVisible()
  await clara.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect(clara.getByRole('button', { name: 'Filtros', exact: true })).toBeVisible()
})
