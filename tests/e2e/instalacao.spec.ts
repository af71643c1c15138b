import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { startProcess } from '../support/process.ts'
import { sendRequest } from '../support/request.ts'
import { expectNoBarrier } from './support/barriers.ts'
import { connected, expect, test } from './support/test.ts'

const senha = 'tres palavras longas'

/** Counts the installer's work: clicks, and fields filled in. */
let clicks = 0
const click = (page: Page, name: string | RegExp, role: 'button' | 'link' | 'option' | 'radio' = 'button') => {
  clicks += 1
  return page.getByRole(role, { name, exact: typeof name === 'string' }).click()
}
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)

test('a new desk is set up on screen in at most 25 clicks: administrator, two agents, token, test call, first call', async ({
  browser,
  watch,
}) => {
  clicks = 0
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-instalacao-'))
  const desk = await startProcess({ env: { DATA_DIR: dataDir } })
  const contexts: BrowserContext[] = []
  const openBrowser = async (address: string) => {
    const context = await browser.newContext({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' })
    contexts.push(context)
    const page = await context.newPage()
    watch(page)
    await page.goto(address)
    return page
  }
  try {
    const link = () => /http:\S+primeiro-acesso#\S+/.exec(desk.output())?.[0] ?? ''
    await expect.poll(link).not.toBe('')
    const admin = await openBrowser(link())
    await expect(admin.getByLabel('Código')).not.toHaveValue('')
    await expectNoBarrier(admin)
    await fill(admin, 'Seu nome', 'Alice Prado')
    await fill(admin, 'Usuário', 'alice')
    await fill(admin, 'Senha nova', senha)
    await fill(admin, 'Repita a senha', senha)
    await click(admin, 'Criar administrador')
    await expect(admin).toHaveURL(/\/admin$/)
    await connected(admin)

    const links: string[] = []
    for (const [nome, usuario, ramal] of [
      ['Ana Souza', 'ana', '101'],
      ['Bruno Lima', 'bruno', '102'],
    ] as const) {
      await click(admin, 'Novo usuário')
      await fill(admin, 'Nome', nome)
      await fill(admin, 'Usuário', usuario)
      await fill(admin, 'Ramal', ramal)
      await click(admin, 'Criar usuário')
      links.push(await admin.locator('[data-segredo]').innerText())
      await click(admin, 'Já copiei')
    }
    const agents = await Promise.all(links.map(openBrowser))
    for (const [at, agent] of agents.entries()) {
      await fill(agent, 'Senha nova', senha)
      await fill(agent, 'Repita a senha', senha)
      await click(agent, 'Salvar senha')
      await expect(agent.getByRole('link', { name: 'Entrar' })).toBeFocused()
      await click(agent, 'Entrar', 'link')
      await fill(agent, 'Usuário', ['ana', 'bruno'][at] ?? '')
      await fill(agent, 'Senha', senha)
      await click(agent, 'Entrar')
      await connected(agent)
    }
    const [ana, bruno] = agents as [Page, Page]

    // The browser's clock is three minutes fast: the page must go by the server's.
    await admin.clock.setFixedTime(Date.now() + 180_000)
    await admin.reload()
    await click(admin, 'Central', 'link')
    await expect(admin.getByText('Só esta máquina alcança')).toBeVisible()
    await fill(admin, 'Endereço da central', '127.0.0.0/8')
    await click(admin, 'Criar token da central')
    const variables = admin.getByRole('region', { name: 'As variáveis' })
    await expect(variables).toContainText('ALO_TOKEN=alo_')
    // The form that had the focus is gone: Tab goes on to the lines to copy.
    await expect(admin.getByRole('status').filter({ hasText: 'O token está nas linhas abaixo' })).toBeFocused()
    await expectNoBarrier(admin)
    clicks += 1
    await admin.getByRole('combobox', { name: 'Quem' }).click()
    await click(admin, 'Ana Souza · ramal 101', 'option')
    const done = admin.getByRole('status', { name: 'Passos do toque' }).locator('[data-feito]')
    await expect(done).toHaveCount(0)
    await click(admin, 'Tocar agora')
    await expect(ana.getByText('Toque de teste').first()).toBeVisible()
    await expect(done.filter({ hasText: 'A janela apareceu' })).toBeVisible()
    await click(admin, 'Parar o toque')
    await expect(ana.getByText('Toque de teste')).toHaveCount(0)

    // The exchange uses the address and the token from the text that the page shows for pasting.
    const pasted = await variables.innerText()
    const [, url = ''] = /ALO_URL=(\S+)/.exec(pasted) ?? []
    const [, authorization = ''] = /ALO_TOKEN=(\S+)/.exec(pasted) ?? []
    const body = { ramal: '102', telefone: '37999912222', ligacao_params: { uniqueid: '1.1', linkedid: '1.0' } }
    const { pathname, origin } = new URL(url)
    const send = (token: string) => sendRequest(origin, { path: `${pathname}/notificar`, authorization: token, body })
    expect((await send('alo_wrong')).status).toBe(401)
    const newest = admin.getByRole('status').filter({ hasText: 'Último pedido da central' })
    await expect(newest).toContainText('o token enviado não existe nesta mesa')
    const told = await send(authorization)
    expect([told.status, told.headers['x-telas']]).toEqual([200, '1'])
    await expect(bruno.getByRole('region', { name: 'Chamada de (37) 99991-2222' })).toBeVisible()
    await expect(newest).toContainText('A janela apareceu na tela de Bruno')
    expect(clicks).toBeLessThanOrEqual(25)
  } finally {
    for (const context of contexts) await context.close()
    await desk.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
