import type { Page } from '@playwright/test'
import { preencher } from '../e2e/support/faturamento.ts'
import { chamada, expect, type RunningDesk, test } from '../e2e/support/test.ts'
import { take } from './camera.ts'
import { fillAuditoria, fillDay, stillAt } from './day.ts'

test.use({ stillAt })

test.beforeEach(({ desk }) => desk.database.pool.query('DELETE FROM protocolo_diario; DELETE FROM sessao'))

/** A call that has been ringing for `seconds`. */
async function ring({ pbx, database }: RunningDesk, telefone: string, seconds: number, fila = 'Suporte') {
  const call_id = `toca ${telefone}`
  await pbx('notificar', { ramal: 101, telefone, ligacao_params: { call_id, fila } })
  await database.pool.query(
    `UPDATE ligacao SET notificada_em = t, tocada_em = t, aberta_em = t
     FROM (SELECT $2::timestamptz - make_interval(secs => $3) AS t) x WHERE chave = $1`,
    [call_id, stillAt, seconds],
  )
}

const botao = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const atendendo = (page: Page) => chamada(page).getByLabel('Anotações do atendimento')

/** Waits until the window shows what is known of the caller. */
const contextShown = (page: Page) => expect(page.getByRole('main')).toContainText(/chamadas? (hoje|em 30 dias)/)

async function attend(page: Page) {
  await contextShown(page)
  await chamada(page).getByRole('button', { name: 'Abrir atendimento' }).click()
  await atendendo(page).fill(
    'Internet cai toda noite por volta das 20h, desde terça-feira.\nJá reiniciou a ONU duas vezes.',
  )
  await expect(chamada(page).getByText('Salvo', { exact: true })).toBeVisible()
  await atendendo(page).blur()
}

test.describe('sign-in and what is not there', () => {
  test('entrar', async ({ browser, desk }) => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${desk.url}/entrar`)
    await page.getByLabel('Usuário').fill('ana')
    await take(page, 'entrar')
    await page.getByLabel('Senha').fill('errada')
    await botao(page, 'Entrar').click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await take(page, 'entrar-recusada')
    await page.context().close()
  })

  test('404', async ({ openPage, desk }) => {
    const ana = await openPage('ana', { tolerate: /404/ })
    await ana.goto(`${desk.url}/nada-aqui`)
    await take(ana, 'nao-encontrada')
  })

  test('a list that does not come', async ({ openPage }) => {
    const ana = await openPage('ana', { tolerate: /503/ })
    await ana.route('**/api/painel/perdidas?*', (route) =>
      route.fulfill({ status: 503, json: { status: 'error', msg: 'Sem banco de dados.', errors: [] } }),
    )
    await ana.goto(ana.url().replace('/painel', '/perdidas'))
    await expect(ana.getByRole('alert').first()).toBeVisible({ timeout: 40_000 })
    await take(ana, 'lista-recusada')
  })
})

test.describe('painel', () => {
  test('empty', async ({ openPage }) => {
    const ana = await openPage('ana')
    await take(ana, 'painel-vazio')
    await ana.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'default' }))
    await ana.reload()
    await expect(ana.getByRole('group', { name: 'Avisos do sistema' })).toBeVisible()
    await take(ana, 'painel-oferta')
    await ana.setViewportSize({ width: 400, height: 800 })
    await botao(ana, 'Menu').click()
    await take(ana, 'menu')
  })

  test('empty, with open tickets', async ({ desk, openPage }) => {
    await fillDay(desk)
    const ana = await openPage('ana')
    await expect(ana.getByRole('region', { name: 'Atendimentos em aberto' })).toContainText('Maria')
    await take(ana, 'painel-abertos')
  })

  // A call shows as ringing for ten seconds, and then as waiting.
  for (const [name, telefone, title, seconds] of [
    ['conhecido', '37999912222', '(37) 99991-2222', 1],
    ['suspenso', '37998881212', '(37) 99888-1212', 12],
    ['compartilhado', '37998883030', '(37) 99888-3030', 12],
    ['desconhecido', '11988887777', '(11) 98888-7777', 1],
  ] as const)
    test(`one call: ${name}`, async ({ desk, openPage }) => {
      await ring(desk, telefone, seconds)
      const ana = await openPage('ana')
      await expect(chamada(ana, title)).toBeVisible()
      await contextShown(ana)
      await take(ana, `painel-${name}`)
    })

  test('three calls, then one with a ticket, its end, and its other menus', async ({ desk, openPage }) => {
    await fillDay(desk)
    await ring(desk, '37999912222', 31)
    await ring(desk, '3732211234', 14, 'Financeiro')
    await ring(desk, '11988887777', 11)
    const ana = await openPage('ana')
    await expect(ana.getByRole('region', { name: /^Chamada de/ })).toHaveCount(3)
    await contextShown(ana)
    await take(ana, 'painel-tres')
    await attend(ana)
    await take(ana, 'painel-atendimento')
    await botao(ana, 'Passar para…').click()
    await take(ana, 'painel-passar')
    await ana.keyboard.press('Escape')
    await botao(ana, 'Modelos').click()
    await take(ana, 'painel-modelos')
    await ana.keyboard.press('Escape')
    await botao(ana, 'Concluir').click()
    await take(ana, 'painel-concluir')
  })

  test('one call with a ticket', async ({ desk, openPage }) => {
    await ring(desk, '37999912222', 31)
    const ana = await openPage('ana')
    await attend(ana)
    await take(ana, 'painel-so-atendimento')
    await desk.pbx('cancelar', { ramal: 101, ligacao_params: { call_id: 'toca 37999912222' } })
    await expect(ana.getByText('Aguardando chamadas')).toBeVisible({ timeout: 30_000 })
    await take(ana, 'painel-terminou')
  })

  test('menus of the header', async ({ desk, openPage }) => {
    await fillDay(desk)
    const ana = await openPage('ana')
    await botao(ana, /^Pausa/).click()
    await expect(ana.getByRole('menuitem', { name: 'Almoço' })).toBeVisible()
    await take(ana, 'pausa-menu')
    await ana.getByRole('menuitem', { name: 'Almoço' }).click()
    await expect(botao(ana, /^Em pausa/)).toBeVisible()
    await take(ana, 'pausa')
    await botao(ana, /^Som e avisos/).click()
    await expect(ana.getByRole('dialog')).toBeVisible()
    await take(ana, 'som')
    await ana.keyboard.press('Escape')
    await botao(ana, 'Aparência').click()
    await take(ana, 'aparencia')
    await ana.keyboard.press('Escape')
    await ana.keyboard.press('Control+k')
    await ana.getByRole('dialog').getByRole('textbox').fill('maria')
    await expect(ana.getByRole('dialog')).toContainText('Maria da Silva')
    await take(ana, 'comandos')
    await ana.keyboard.press('Escape')
    await ana.keyboard.press('?')
    await expect(ana.getByRole('dialog')).toBeVisible()
    await take(ana, 'atalhos')
  })

  test('sessions', async ({ desk, openPage }) => {
    const ana = await openPage('ana')
    await desk.database.pool.query('UPDATE sessao SET criado_em = $1', [stillAt])
    await botao(ana, /^Conta/).click()
    await ana.getByRole('menuitem').first().click()
    await expect(ana.getByRole('dialog')).toBeVisible()
    await take(ana, 'sessoes')
  })
})

test.describe('lists', () => {
  test.beforeEach(({ desk }) => fillDay(desk))

  for (const [usuario, path, name, marker] of [
    ['ana', '/perdidas', 'perdidas', 'Peçanha'],
    ['clara', '/perdidas', 'perdidas-supervisao', 'Peçanha'],
    ['ana', '/ligacoes', 'ligacoes', 'Maria da Conceição'],
    ['clara', '/ligacoes', 'ligacoes-supervisao', 'Maria da Conceição'],
    ['ana', '/ligacoes?busca=ninguem+assim', 'ligacoes-nenhuma', 'Nenhuma chamada'],
    ['ana', '/atendimentos', 'atendimentos', 'Maria da Conceição'],
    ['clara', '/atendimentos', 'atendimentos-supervisao', 'Maria da Conceição'],
    ['clara', '/clientes', 'clientes', 'Serviço Habilitado'],
    ['clara', '/clientes/1', 'cliente', 'Maria da Conceição'],
    ['clara', '/clientes/7', 'cliente-empresa', 'Imobiliária'],
    ['clara', '/faturamento/eventos', 'eventos', 'Visita técnica'],
  ] as const)
    test(name, async ({ openPage }) => {
      const page = await openPage(usuario, { path })
      await expect(page.getByRole('main').getByText(marker).first()).toBeAttached()
      await take(page, name)
    })

  test('a ticket beside its list', async ({ openPage }) => {
    const ana = await openPage('ana', { path: '/atendimentos' })
    await ana.getByRole('table').getByRole('button').first().click()
    await expect(ana.getByRole('dialog')).toBeVisible()
    await take(ana, 'atendimento')
  })

  test('a billing event is undone', async ({ openPage }) => {
    const clara = await openPage('clara', { path: '/faturamento/eventos' })
    await botao(clara, /^Estornar evento/).click()
    await expect(clara.getByRole('dialog')).toBeVisible()
    await take(clara, 'estorno')
  })
})

test.describe('what supervisors and administrators keep', () => {
  test('a billing event', async ({ openPage }) => {
    const clara = await openPage('clara', { path: '/faturamento' })
    await take(clara, 'faturamento')
    await preencher(clara, 'Três dias sem conexão em novembro', '12,90')
    await take(clara, 'faturamento-preenchido')
    await botao(clara, 'Registrar evento').click()
    await expect(clara.getByRole('dialog')).toBeVisible()
    await take(clara, 'faturamento-confirmar')
  })

  for (const [usuario, path, name] of [
    ['admin', '/faturamento/tipos', 'tipos'],
    ['clara', '/atendimentos/modelos', 'modelos'],
    ['admin', '/atendimentos/opcoes', 'opcoes'],
    ['admin', '/admin', 'usuarios'],
    ['admin', '/admin/tokens', 'tokens'],
  ] as const)
    test(name, async ({ openPage }) => {
      await take(await openPage(usuario, { path }), name)
    })

  test('auditoria', async ({ desk, openPage }) => {
    await fillAuditoria(desk)
    const admin = await openPage('admin', { path: '/auditoria' })
    await expect(admin.getByRole('table')).toBeVisible()
    await take(admin, 'auditoria')
  })
})
