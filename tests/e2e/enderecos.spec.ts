import type { Page } from '@playwright/test'
import { openRaw } from '../support/rawSocket.ts'
import { sendRequest } from '../support/request.ts'
import { intercept } from './support/holdBack.ts'
import { connected, expect, test } from './support/test.ts'

test('the desk serves a page for an absolute request target, and refuses a malformed address with 400', async ({
  desk,
}) => {
  const raw = await openRaw(desk.url)
  raw.say(`GET ${desk.url}/entrar HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(await raw.ended()).toMatch(/^HTTP\/1\.1 200 [\s\S]*<\/html>/)
  for (const path of ['/clientes/%ff', '/%', '/clientes/%c3%28']) {
    const { status, json } = await sendRequest(desk.url, { path })
    expect({ path, status, msg: json?.msg }).toMatchObject({ path, status: 400, msg: /^O endereço não é válido/ })
  }
  const star = await openRaw(desk.url)
  star.say('OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await star.ended()).toContain('HTTP/1.1 400')
})

test('a document or a telephone that is searched for stays out of the page’s address', async ({ desk, openPage }) => {
  const asked: string[] = []
  const prepare = async (page: Page) =>
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      // Next adds this parameter to its own requests.
      searchParams.delete('_rsc')
      if (!pathname.startsWith('/api/')) asked.push(`${searchParams}`)
    })
  const page = await openPage('clara', { tolerate: /429/, prepare })
  const go = (name: string) => page.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name }).click()
  for (const [link, path, label, name] of [
    ['Clientes', '/clientes', 'Buscar na lista', 'termo'],
    ['Histórico', '/ligacoes', 'Buscar nas chamadas', 'busca'],
    ['Atendimentos', '/atendimentos', 'Buscar', 'termo'],
  ] as const) {
    await go(link)
    const field = page.getByLabel(label, { exact: true })
    for (const typed of ['529.982.247-25', '(37) 99991-2222', '11222333000181', '12ABC34501DE35']) {
      const found = page.waitForResponse(
        (answer) => new URL(answer.url()).searchParams.get(name)?.trim() === typed && answer.url().includes('/api/'),
      )
      await field.fill(typed)
      await found
      await expect(page).toHaveURL(desk.url + path)
      await expect(field).toHaveValue(typed)
    }
    await field.fill('maria 12')
    await expect(page).toHaveURL(new RegExp(`${path}\\?${name}=maria`))
  }
  const comandos = page.getByRole('dialog')
  const offers = async (typed: string, offered: boolean) => {
    await comandos.getByRole('textbox').fill(typed)
    if (!offered) await expect(comandos).toContainText('Nada encontrado')
    await expect(comandos.getByText('em todos os atendimentos')).toHaveCount(offered ? 1 : 0)
  }
  await go('Painel')
  await expect(page).toHaveURL(`${desk.url}/painel`)
  await page.keyboard.press('Control+k')
  // Names that merely contain so short a word were not searched.
  await comandos.getByRole('textbox').fill('vó')
  await expect(comandos).toContainText('Digite mais: ao menos três letras, ou um número.')
  // The page knows all open tickets, so an unknown protocol number is a closed ticket's.
  await offers('2025 0101 000 099', true)
  await offers('20.250.101/0001-28', false)
  // After a failed search the term may still be a customer's document, although nobody was found.
  await intercept(page, /clientes\/busca/, (route) => route.fulfill({ status: 429, json: {} }))
  await comandos.getByRole('textbox').fill('20250101000199')
  await expect(comandos).toContainText('A busca de clientes não veio')
  await expect(comandos.getByText('em todos os atendimentos')).toHaveCount(0)
  await page.unroute(/clientes\/busca/)
  await desk.database.pool.query(
    `INSERT INTO atendimento (protocolo, usuario_id, descricao, busca, estado, criado_em, atualizado_em)
     SELECT '20250101' || lpad(n::text, 6, '0'), id, '', '', 'aberto', now(), now()
     FROM usuario, generate_series(1, 51) n WHERE usuario = 'clara'`,
  )
  await page.goto(`${desk.url}/painel`)
  await connected(page)
  await page.keyboard.press('Control+k')
  for (const [typed, offered] of [
    ['maria', true],
    ['529.982.247-25', false],
    ['(37) 98888-0000', false],
    ['20.250.101/0001-28', false],
    ['20251301000128', false],
    ['12ABC34501DE35', false],
    ['2025 0101 000 099', true],
  ] as const)
    await offers(typed, offered)
  expect(asked.filter((search) => /\d{3}/.test(search))).toEqual([])
})
