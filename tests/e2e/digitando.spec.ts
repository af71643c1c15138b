import type { Locator, Page } from '@playwright/test'
import { demoSenha } from '#server/demo/accounts'
import { clearDesk, movableClock } from './support/clearDesk.ts'
import { holdBack, intercept } from './support/holdBack.ts'
import { linha } from './support/linha.ts'
import { anyChamada, chamada, connected, expect, palavras, ring, test } from './support/test.ts'

// Calls that come while the agent types take neither the focus nor the rest of the word. Letters typed before a field
// has appeared wait for it.

const unknown = '(37) 99888-9998'
const botao = (page: Page, name: string, within = chamada(page)) => within.getByRole('button', { name, exact: true })

test('when the session ends while the agent types, the notes keep every key, and "Usuário" gets none', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /401/ })
  await ring(desk, '37999912222')
  await botao(ana, 'Abrir atendimento').click()
  await palavras(ana).fill('Sem sinal')
  await expect(chamada(ana)).toContainText('Salvo')
  const lembrete = ana.getByLabel('O que lembrar')
  const lembrar = chamada(ana).getByRole('button', { name: 'Lembrar depois' })
  await lembrar.click()
  await lembrete.fill('Ligar à tarde')
  await ana.keyboard.press('Escape')
  await palavras(ana).press('End')
  await desk.database.pool.query('DELETE FROM sessao')
  const typed = ' desde ontem, e a senha do roteador é segredo'
  await ana.keyboard.type(typed, { delay: 60 })
  await expect(palavras(ana)).toHaveValue(`Sem sinal${typed}`)
  const usuario = ana.getByLabel('Usuário')
  await expect(usuario).toBeVisible()
  await expect(usuario).not.toBeFocused()
  await expect(ana.getByRole('status')).toContainText('num atendimento, num lembrete, num modelo ou no faturamento')
  await ana.keyboard.type('e mais')
  await expect(usuario).toHaveValue('')

  await usuario.fill('ana')
  await ana.getByLabel('Senha', { exact: true }).fill(demoSenha)
  await ana.getByRole('button', { name: 'Entrar' }).click()
  await connected(ana)
  await expect(palavras(ana)).toHaveValue(`Sem sinal${typed}`)
  await expect
    .poll(async () => (await desk.database.pool.query('SELECT descricao FROM atendimento')).rows[0]?.descricao)
    .toBe(`Sem sinal${typed}`)
  await lembrar.click()
  await expect(lembrete).toHaveValue('Ligar à tarde')
})

test('notes typed offline are saved as soon as the network is back, without waiting for a timer', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ })
  await ana.clock.install({ time: Date.now() })
  await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'sem rede' } })
  await chamada(ana).getByRole('button', { name: 'Abrir atendimento', exact: true }).click()
  const palavras = ana.getByLabel('Anotações do atendimento')
  await palavras.fill('antes')
  await expect(ana.locator('[data-situacao="salvo"]')).toBeVisible()
  await ana.context().setOffline(true)
  await palavras.fill('escrito sem rede')
  await expect(ana.locator('[data-situacao="falhou"]')).toBeVisible()
  // From here on the page's timers do not run.
  await ana.clock.pauseAt(Date.now() + 60_000)
  await ana.context().setOffline(false)
  await expect(ana.locator('[data-situacao="salvo"]')).toBeVisible()
  const { rows } = await desk.database.pool.query('SELECT descricao FROM atendimento')
  expect(rows).toEqual([{ descricao: 'escrito sem rede' }])
})

test('the line’s "Abrir atendimento" is an action of the call: words wait for it, and a close comes after it', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { path: '/perdidas', prepare: movableClock })
  const openFrom = async (path: string, call_id: string) => {
    if (call_id !== '/perdidas') await clearDesk(desk, ana)
    await expect(ana).toHaveURL(desk.url + path)
    await ring(desk, '37999912222', { ligacao_params: { call_id } })
    const abrir = ana.getByRole('button', { name: /^Abrir atendimento de/ })
    await expect(abrir).toBeVisible()
    const release = await holdBack(ana, '**/ligacoes/*/atendimento', 'request')
    await abrir.click()
    return release
  }
  for (const path of ['/perdidas', '/painel']) {
    const release = await openFrom(path, path)
    await ana.keyboard.type('caixa sem')
    await expect(chamada(ana)).toBeVisible()
    await ana.keyboard.type(' luz')
    await expect(botao(ana, 'Abrir atendimento')).toBeDisabled()
    await release()
    await expect(palavras(ana)).toBeFocused()
    await expect(palavras(ana)).toHaveValue('caixa sem luz')
    // The line stays while the pointer is over it, and goes when the pointer leaves.
    await ana.mouse.move(600, 700)
    await expect(linha(ana)).toHaveCount(0)
    await botao(ana, 'Fechar chamada').click()
    await expect(chamada(ana)).toHaveCount(0)
  }

  const release = await openFrom('/painel', 'fecha')
  await botao(ana, 'Fechar chamada').click()
  await release()
  await expect(chamada(ana)).toHaveCount(0)
  expect((await desk.database.pool.query('SELECT FROM atendimento')).rowCount).toBe(3)
})

test('what others do while the agent types takes neither the focus nor a letter', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { prepare: movableClock })

  await test.step('the search field keeps focus and text when the PBX names the customer, until the agent leaves it', async () => {
    const { rows } = await desk.database.pool.query(
      `SELECT id_cliente FROM cliente WHERE nome_razaosocial = 'Maria da Conceição Ávila'`,
    )
    await ring(desk, '37998889998')
    const window = chamada(ana, unknown)
    await botao(ana, 'Atendi', window).click()
    await expect(window).toContainText('Em atendimento')
    const busca = window.getByLabel('Buscar cliente')
    await busca.click()
    await ana.keyboard.type('maria')
    const before = await busca.boundingBox()
    await ring(desk, '37998889998', rows[0])
    await expect(window.getByRole('heading', { level: 2 })).toHaveText('Maria da Conceição Ávila')
    await expect(busca).toBeFocused()
    expect(await busca.boundingBox()).toEqual(before)
    await ana.keyboard.type(' da x')
    await expect(busca).toHaveValue('maria da x')
    await expect(window).toBeVisible()
    expect((await desk.database.pool.query('SELECT FROM atendimento')).rowCount).toBe(0)

    await window.getByRole('heading', { level: 2 }).click()
    await expect(busca).toHaveCount(0)
    await botao(ana, 'Abrir atendimento', window).click()
    await expect(palavras(ana)).toBeFocused()
  })

  await test.step('the late response to a close takes no focus from the notes of its own or another call', async () => {
    await clearDesk(desk, ana)
    await ring(desk, '37999912222')
    await botao(ana, 'Abrir atendimento').click()
    await expect(palavras(ana)).toBeFocused()
    await ring(desk, '37998889998')
    for (const closed of [unknown, undefined]) {
      const release = await holdBack(ana, '**/fechar', 'request')
      await botao(ana, 'Fechar chamada', chamada(ana, closed)).click()
      await palavras(ana).click()
      await ana.keyboard.type('texto com x')
      await release()
      await expect(chamada(ana, closed)).toHaveCount(0)
      await ana.keyboard.type(' e x. ')
      await expect(palavras(ana)).toBeFocused()
      if (closed) await expect(chamada(ana)).toBeVisible()
    }
    await expect(palavras(ana)).toHaveValue('texto com x e x. '.repeat(2))
  })
})

test('letters typed for the notes while their ticket opens reach them, and nothing else', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /503/, prepare: movableClock })

  await test.step('text typed while the ticket opens becomes its first notes, and closes no call', async () => {
    await ring(desk, '37999912222')
    const abrir = botao(ana, 'Abrir atendimento')
    await expect(abrir).toBeVisible()
    await ana.keyboard.press('p')
    await expect(abrir).toBeFocused()
    // If opening the ticket is refused, no field comes, and after the word that was meant for it letters are shortcuts again.
    const opening = '**/ligacoes/*/atendimento'
    const refusal = { status: 503, json: { status: 'error', msg: 'Sem banco de dados.' } }
    await intercept(ana, opening, (route) => route.fulfill(refusal))
    await ana.keyboard.press('Enter')
    await expect(chamada(ana).getByRole('alert')).toBeVisible()
    await ana.unroute(opening)
    await ana.keyboard.type('caixa')
    await expect(botao(ana, 'Fechar chamada')).toBeEnabled()
    await ana.keyboard.press('Escape')
    await ana.keyboard.press('x')
    await expect(chamada(ana)).toHaveCount(0)
    await ana.keyboard.press('z')
    await expect(abrir).toBeVisible()

    await ana.keyboard.press('p')
    await expect(abrir).toBeFocused()
    let refuse = () => {}
    const typed = new Promise<void>((resolve) => {
      refuse = resolve
    })
    await intercept(ana, opening, (route) => typed.then(() => route.fulfill(refusal)))
    await ana.keyboard.press('Enter')
    await ana.keyboard.type('caixe')
    refuse()
    await expect(chamada(ana).getByRole('alert')).toBeVisible()
    await ana.unroute(opening)

    // What was typed before the refusal waits for the next attempt.
    const release = await holdBack(ana, opening, 'request')
    const options = await holdBack(ana, '**/opcoes_atendimento', 'request')
    await botao(ana, 'Tentar de novo').click()
    await ana.keyboard.press('Backspace')
    await ana.keyboard.type('a 3')
    await release()
    await expect(palavras(ana)).toBeFocused()
    await expect(palavras(ana)).toHaveValue('caixa 3')

    // The page refuses clicks just after the ticket came, but not keys.
    await botao(ana, 'Concluir').press('Enter')
    await ana.keyboard.type('x')
    await options()
    await expect(ana.getByLabel('Motivo', { exact: true })).toBeFocused()
    await expect(chamada(ana)).toBeVisible()
    await ana.keyboard.press('Escape')
    await expect(ana.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('in a ring group, where a call is attended before its ticket is there, the words still reach the notes', async () => {
    await clearDesk(desk, ana)
    for (const ramal of [101, 102]) await ring(desk, '37999912222', { ramal, ligacao_params: { linkedid: 'grupo' } })
    await expect(chamada(ana)).toContainText('também tocando em 102')
    await botao(ana, 'Abrir atendimento').click()
    await ana.keyboard.type('caixa 3')
    await expect(palavras(ana)).toBeFocused()
    await expect(palavras(ana)).toHaveValue('caixa 3')
  })

  await test.step('words for a ticket whose answer was lost reach it when it comes by itself', async () => {
    await clearDesk(desk, ana)
    await ring(desk, '37999912222')
    const opening = '**/ligacoes/*/atendimento'
    const asked = ana.waitForRequest(opening)
    let lose = () => {}
    const typed = new Promise<void>((resolve) => {
      lose = resolve
    })
    await intercept(ana, opening, (route) => typed.then(() => route.fulfill({ status: 503 })))
    await botao(ana, 'Abrir atendimento').click()
    await ana.keyboard.type('caixa 3')
    lose()
    await expect(chamada(ana).getByRole('alert')).toBeVisible()
    await ana.request.post((await asked).url(), { headers: { origin: desk.url } })
    await expect(palavras(ana)).toBeFocused()
    await expect(palavras(ana)).toHaveValue('caixa 3')
    await ana.unroute(opening)
  })

  await test.step('letters typed for a field that is not there yet go into no other field', async () => {
    await clearDesk(desk, ana)
    await ring(desk, '37999912222')
    const release = await holdBack(ana, '**/ligacoes/*/atendimento', 'request')
    await botao(ana, 'Abrir atendimento').click()
    await ana.keyboard.type('ca')
    await botao(ana, 'Trocar cliente').click()
    const busca = ana.getByLabel('Buscar cliente')
    await expect(busca).toBeFocused()
    await ana.keyboard.type('xis')
    await release()
    await expect(palavras(ana)).toHaveValue('')
    await expect(busca).toHaveValue('xis')

    // An Escape that ends an IME composition belongs to the keyboard and must not act.
    for (const words of ['xis', '']) {
      await busca.fill(words)
      await busca.dispatchEvent('keydown', { key: 'Escape', isComposing: true })
      await expect(busca).toHaveValue(words)
      await expect(busca).toBeFocused()
    }
  })
})

test('the second press of a double click does no more than the first', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { prepare: movableClock })

  await test.step('the second press of a double click, quick or slow, undoes and repeats nothing, and leaves the focus', async () => {
    await ring(desk, '37999912222')
    const doubleClick = async (opener: Locator, opened?: Locator) => {
      const box = await opener.boundingBox()
      if (!box) throw new Error('it is not drawn')
      await ana.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      if (opened) await expect(opened).toBeVisible()
      await ana.mouse.down({ clickCount: 2 })
      await ana.mouse.up({ clickCount: 2 })
    }
    const page = ana.locator('body')
    const [dialog, menu] = [ana.getByRole('dialog'), ana.getByRole('menu')]
    for (const [name, opened] of [
      ['Linha do tempo', dialog],
      ['Atalhos do teclado', dialog],
      ['Pausa', menu],
    ] as const)
      for (const slow of [false, true]) {
        await doubleClick(botao(ana, name, page), slow ? opened : undefined)
        await expect(opened.locator(':focus')).toHaveCount(1)
        await expect(opened).toBeVisible()
        // In a menu, too, letters are no shortcuts.
        await ana.keyboard.type('x')
        await ana.keyboard.press('Escape')
        await expect(opened).toHaveCount(0)
      }

    const said: string[] = []
    ana.on('request', (request) => void (request.method() === 'POST' && said.push(request.url())))
    const times = (what: string) => said.filter((url) => url.endsWith(what)).length
    await doubleClick(botao(ana, 'Mostrar documento'))
    await expect(botao(ana, 'Ocultar documento')).toBeVisible()
    await botao(ana, 'Pausa', page).click()
    // The pause that begins takes its reason out of the menu, while it fades, and the next one moves up.
    await doubleClick(menu.getByRole('menuitem', { name: 'Almoço' }))
    await expect(ana.getByRole('button', { name: /^Em pausa: Almoço/ })).toBeVisible()
    await expect(menu).toHaveCount(0)
    expect([times('/documento'), times('/pausa')]).toEqual([1, 1])

    await ring(desk, '37998889998')
    // The call becomes wide, and nothing is left at the place of its card's field.
    const busca = chamada(ana, unknown).getByLabel('Buscar cliente')
    await doubleClick(busca, ana.locator('[data-ativa]').filter({ hasText: unknown }))
    await ana.keyboard.type('caixa')
    await expect(busca).toHaveValue('caixa')
    await ana.keyboard.press('Alt+ArrowUp')
    await expect(chamada(ana)).toHaveAttribute('data-ativa')

    const field = (name: string) => ana.getByRole('textbox', { name, exact: true })
    const fields: [opener: Locator, field: Locator][] = [
      [botao(ana, 'Trocar cliente'), chamada(ana).getByLabel('Buscar cliente')],
      [botao(ana, 'Lembrar depois'), field('O que lembrar')],
      [botao(ana, 'Retomar', page), field('Anotações do atendimento')],
    ]
    for (const [opener, opened] of fields) {
      const retomar = opener === fields[2]?.[0]
      if (retomar) {
        await botao(ana, 'Abrir atendimento').click()
        await expect(palavras(ana)).toBeFocused()
        await botao(ana, 'Fechar chamada').click()
        await expect(chamada(ana)).toHaveCount(0)
        await clearDesk(desk, ana)
        await expect(opener).toBeVisible()
      }
      for (const slow of [false, true]) {
        await doubleClick(opener, slow ? opened : undefined)
        await ana.keyboard.type('caixa')
        await expect(opened).toHaveValue('caixa')
        await expect(opened).toBeFocused()
        await opened.fill('')
        if (retomar) await botao(ana, 'Recolher', page).click()
        else await ana.keyboard.press('Escape')
        await expect(opened).toHaveCount(0)
      }
    }
  })

  await test.step('a double click on the "Abrir atendimento" of a card in the queue, quick or slow, leaves the words to the notes', async () => {
    await clearDesk(desk, ana)
    const [quick, slow] = [unknown, '(37) 99888-9997']
    for (const telefone of ['37999912222', '37998889998', '37998889997']) await ring(desk, telefone)
    await expect(anyChamada(ana)).toHaveCount(3)
    for (const shown of [quick, slow]) {
      await expect(chamada(ana, shown)).not.toHaveAttribute('data-ativa')
      const box = await botao(ana, 'Abrir atendimento', chamada(ana, shown)).boundingBox()
      if (!box) throw new Error('it is not drawn')
      const at = [box.x + box.width / 2, box.y + box.height / 2] as const
      const words = chamada(ana, shown).getByLabel('Anotações do atendimento')
      await ana.mouse.click(...at)
      if (shown === slow) await expect(words).toBeFocused()
      await ana.mouse.down({ clickCount: 2 })
      await ana.mouse.up({ clickCount: 2 })
      await ana.keyboard.type('caixa 3')
      await expect(words).toHaveValue('caixa 3')
      await expect(words).toBeFocused()
    }
    await expect(anyChamada(ana)).toHaveCount(3)
  })
})

test('the command box and the reminder take every letter that is typed for them', async ({ desk, openPage }) => {
  const ana = await openPage('ana')
  const comandos = ana.getByLabel('Ir para, cliente ou protocolo')
  const lembrar = botao(ana, 'Lembrar depois')
  await ring(desk, '37999912222')

  await test.step('text typed before the script of a field has loaded arrives in the field', async () => {
    await expect(lembrar).toBeVisible()
    const scripts = '**/_next/static/chunks/**'
    let release = await holdBack(ana, scripts, 'request')
    await ana.keyboard.press('Control+k')
    await ana.keyboard.type('xavier')
    await release()
    await expect(comandos).toBeFocused()
    await expect(comandos).toHaveValue('xavier')
    await ana.keyboard.press('Escape')
    await expect(comandos).toHaveCount(0)

    await ana.unroute(scripts)
    release = await holdBack(ana, scripts, 'request')
    await lembrar.click()
    await ana.keyboard.type('caixa 3')
    await release()
    const lembrete = ana.getByLabel('O que lembrar')
    await expect(lembrete).toBeFocused()
    await expect(lembrete).toHaveValue('caixa 3')
    await expect(chamada(ana)).toBeVisible()
    await ana.unroute(scripts)
    await lembrete.fill('')
    await ana.keyboard.press('Escape')
    await expect(lembrete).toHaveCount(0)
  })

  await test.step('the command box opened over a menu takes every letter, and none closes the call behind it', async () => {
    for (const menu of ['Pausa', /^Aparência/, /^Conta/]) {
      await ana.getByRole('button', { name: menu, exact: true }).click()
      await expect(ana.getByRole('menu')).toBeVisible()
      await ana.keyboard.press('Control+k')
      await expect(comandos).toBeFocused()
      await expect(ana.getByRole('menu')).toHaveCount(0)
      await ana.keyboard.type('xavier')
      await expect(comandos).toBeFocused()
      await expect(comandos).toHaveValue('xavier')
      // While the box is open no key reaches the call behind it, wherever the focus is.
      await ana.evaluate(() => (document.activeElement as HTMLElement).blur())
      await ana.keyboard.press('x')
      await expect(chamada(ana)).toBeVisible()
      await ana.keyboard.press('Escape')
      await expect(comandos).toHaveCount(0)
    }
    // A reminder that is being written waits meanwhile.
    await lembrar.click()
    await expect(ana.getByLabel('O que lembrar')).toBeFocused()
    await ana.keyboard.type('ligar')
    await ana.keyboard.press('Control+k')
    await expect(comandos).toBeFocused()
    await expect(ana.getByRole('dialog', { name: 'Novo lembrete' })).toHaveCount(0)
    await ana.keyboard.press('Escape')
    await expect(comandos).toHaveCount(0)
    await lembrar.click()
    await expect(ana.getByLabel('O que lembrar')).toHaveValue('ligar')
    await ana.keyboard.press('Escape')
    // Asked for in the middle of the notes, it takes the letters from the first one on.
    await botao(ana, 'Abrir atendimento').click()
    await expect(palavras(ana)).toBeFocused()
    await palavras(ana).pressSequentially('sem sinal')
    await ana.keyboard.press('Control+k')
    await ana.keyboard.type('maria')
    await expect(comandos).toBeFocused()
    await expect(comandos).toHaveValue('maria')
    await ana.keyboard.press('Escape')
    await expect(palavras(ana)).toBeFocused()
    await expect(palavras(ana)).toHaveValue('sem sinal')
  })
})
