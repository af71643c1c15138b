import type { Page } from '@playwright/test'
import { sendRequest } from '../support/request.ts'
import { insertSession } from '../support/session.ts'
import { expectNoBarriers, expectToFit, expectWhole, spaceText, wideAndDark } from './support/barriers.ts'
import { endCalls, movableClock } from './support/clearDesk.ts'
import { clickOnChange } from './support/clickOnChange.ts'
import { holdBack, intercept } from './support/holdBack.ts'
import { chamada, expect, follow, palavras, test } from './support/test.ts'
import { withName } from './support/withName.ts'

const call = (call_id: string, telefone = '37999912222', ramal = 101) => ({
  ...{ ramal, telefone, ligacao_params: { call_id } },
})
const painel = (page: Page) => page.getByRole('dialog', { name: 'Atendimento' })
const linhas = (page: Page) => page.getByRole('table', { name: 'Atendimentos' }).getByRole('row')
const salvo = (page: Page) => page.locator('[data-situacao="salvo"]')

/** Opens a ticket in a call's window. */
async function atender(page: Page, telefone = '(37) 99991-2222') {
  await chamada(page, telefone).getByRole('button', { name: 'Abrir atendimento' }).click()
  await expect(palavras(page)).toBeVisible()
}

test('an agent sends the customer the protocol and closes the ticket in two keystrokes, even before the outcomes come', async ({
  desk,
  openPage,
}) => {
  await desk.pbx('notificar', call('a'))
  const ana = await openPage('ana')
  await test.step('Ctrl+Enter and Enter close the ticket even before the list of outcomes has loaded', async () => {
    let come = () => {}
    const coming = new Promise<void>((resolve) => {
      come = resolve
    })
    await intercept(ana, '**/api/painel/opcoes_atendimento', async (route) => {
      await coming
      await route.continue()
    })
    await atender(ana)
    await palavras(ana).fill('Reiniciou o roteador')
    await palavras(ana).press('Control+Enter')
    await ana.keyboard.press('Enter')
    await expect(ana.getByRole('listbox', { name: 'Desfechos' })).toHaveText('Carregando…')
    come()
    await expect(ana.getByRole('button', { name: 'Reabrir' })).toBeVisible()
    await expect(palavras(ana)).toHaveValue('Reiniciou o roteador')
    const { rows } = await desk.database.pool.query('SELECT estado, id_desfecho FROM atendimento')
    expect(rows).toEqual([{ estado: 'fechado', id_desfecho: expect.any(Number) }])
    await ana.getByRole('button', { name: 'Reabrir' }).click()
    await expect(palavras(ana)).toBeEditable()
  })
  await test.step('on paper, which does not scroll, the notes are whole', async () => {
    await palavras(ana).fill('Reiniciou o roteador\n'.repeat(60))
    await ana.emulateMedia({ media: 'print' })
    // A4.
    await ana.setViewportSize({ width: 718, height: 1000 })
    const hidden = palavras(ana).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    expect(await hidden).toBe(0)
    await ana.emulateMedia({ media: 'screen' })
    await ana.setViewportSize({ width: 1280, height: 800 })
    await palavras(ana).fill('Reiniciou o roteador')
  })
  await test.step('the protocol can be sent by WhatsApp and SMS, and copying it moves neither its button nor the notes', async () => {
    const formatado = await ana.locator('[data-protocolo]').innerText()
    const copiar = ana.getByRole('button', { name: 'Copiar protocolo' })
    const places = async () => [await copiar.boundingBox(), await palavras(ana).boundingBox()]
    const before = await places()
    await copiar.click()
    await expect(copiar).toContainText('Copiado')
    expect(await places()).toEqual(before)
    await ana.getByRole('button', { name: 'Enviar' }).click()
    const texto = `Olá! O número de protocolo do seu atendimento é ${formatado}.`
    await expect(ana.getByRole('menuitem', { name: /WhatsApp \(37\) 99991-2222/ })).toHaveAttribute(
      'href',
      `https://wa.me/5537999912222?text=${encodeURIComponent(texto)}`,
    )
    await expect(ana.getByRole('menuitem', { name: /SMS \(37\) 99991-2222/ })).toHaveAttribute(
      'href',
      `sms:+5537999912222?body=${encodeURIComponent(texto)}`,
    )
    await ana.setViewportSize({ width: 360, height: 720 })
    await expect(ana.getByRole('menu')).toBeInViewport({ ratio: 1 })
    await ana.setViewportSize({ width: 1280, height: 720 })
    await ana.keyboard.press('Escape')
    await expect(ana.getByRole('menu')).toHaveCount(0)
  })
  await test.step('an agent closes a ticket from its notes in two keystrokes, with the first outcome of the list', async () => {
    await ana.getByRole('button', { name: 'Motivo: escolher' }).click()
    await ana.getByLabel('Buscar: Motivos').fill('lentidao')
    await ana.keyboard.press('Enter')
    await expect(ana.getByRole('button', { name: 'Motivo: Lentidão' })).toBeVisible()
    await palavras(ana).fill('Reiniciou o roteador duas vezes')
    await palavras(ana).press('Control+Enter')
    const opcoes = ana.getByRole('listbox', { name: 'Desfechos' }).getByRole('option')
    const [first] = await opcoes.allInnerTexts()
    // Screen readers learn which option Enter would choose, before and after an arrow key is pressed.
    const busca = ana.getByRole('combobox', { name: 'Buscar: Desfechos' })
    const told = async (at: number) =>
      expect(busca).toHaveAttribute('aria-activedescendant', (await opcoes.nth(at).getAttribute('id')) ?? '')
    await told(0)
    await busca.press('ArrowDown')
    await told(1)
    await busca.press('ArrowUp')
    await told(0)
    await ana.keyboard.press('Enter')
    // The notes of a closed ticket take no words, and in them no letter is a shortcut.
    await expect(ana.getByRole('button', { name: 'Reabrir' })).toBeFocused()
    const { rows } = await desk.database.pool.query(
      `SELECT a.estado, a.descricao, m.descricao AS motivo, d.descricao AS desfecho FROM atendimento a
     JOIN opcao_atendimento m ON m.id = a.id_motivo JOIN opcao_atendimento d ON d.id = a.id_desfecho`,
    )
    expect(rows).toEqual([
      { estado: 'fechado', descricao: 'Reiniciou o roteador duas vezes', motivo: 'Lentidão', desfecho: first },
    ])
  })
})

test('an open list of outcomes stays as it is when an agent comes back to it from another tab of the browser', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { prepare: movableClock })
  await desk.pbx('notificar', call('lista'))
  await atender(ana)
  await ana.keyboard.press('Control+Enter')
  const lista = ana.getByRole('listbox', { name: 'Desfechos' }).getByRole('option')
  await expect(lista.nth(2)).toBeVisible()
  const before = await lista.allTextContents()
  await ana.keyboard.press('ArrowDown')
  const use = (ativo: boolean) =>
    desk.database.pool.query(`UPDATE opcao_atendimento SET ativo = $1 WHERE descricao = $2`, [ativo, before[0]])
  await use(false)
  // The agent looks something up in another tab of the browser, and comes back.
  await ana.clock.fastForward(5 * 60_000)
  const asked: string[] = []
  ana.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const fetched = ana.waitForResponse('**/api/painel/atendimentos?estado=aberto')
  await ana.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await fetched
  expect(asked).not.toContain('/api/painel/opcoes_atendimento')
  await ana.keyboard.press('ArrowDown')
  expect(await lista.allTextContents()).toEqual(before)
  await ana.keyboard.press('Enter')
  await expect(ana.getByRole('button', { name: 'Reabrir' })).toBeVisible()
  const { rows } = await desk.database.pool.query(
    'SELECT d.descricao FROM atendimento a JOIN opcao_atendimento d ON d.id = a.id_desfecho',
  )
  expect(rows).toEqual([{ descricao: before[2] }])
  await use(true)
})

test('a text template is inserted at the caret with the customer’s data, and Ctrl+Z removes it', async ({
  desk,
  openPage,
}) => {
  const clara = await openPage('clara', { path: '/atendimentos', tolerate: /status of 422/ })
  // Text that is written before the list has loaded stays.
  const release = await holdBack(clara, '**/api/painel/modelos_texto', 'answer')
  await clara.getByRole('link', { name: 'Modelos' }).click()
  const novo = clara.getByRole('region', { name: 'Novo modelo' })
  await novo.getByLabel('Título').fill('Saudação')
  await release()
  await expect(clara.getByText(/^Nenhum modelo ainda/)).toBeVisible()
  await expect(novo.getByLabel('Título')).toHaveValue('Saudação')
  await novo.getByLabel('Texto').fill('Falei com {cpf}, ')
  await novo.getByRole('button', { name: /^Inserir {primeiro_nome}/ }).click()
  await novo.getByRole('button', { name: 'Criar modelo' }).click()
  await expect(novo.getByLabel('Texto')).toHaveAccessibleDescription(/campos desconhecidos \(\{cpf\}\)/)
  await novo.getByLabel('Texto').fill('Falei com {primeiro_nome}')
  await novo.getByRole('button', { name: 'Criar modelo' }).click()
  await expect(clara.getByRole('article', { name: 'Saudação' })).toBeVisible()
  for (const campo of ['Título', 'Texto']) await expect(novo.getByLabel(campo)).toHaveValue('')
  // Saving a title keeps the text that somebody else has saved meanwhile.
  await clara.getByRole('button', { name: 'Editar Saudação' }).click()
  await expect(clara.getByLabel('Título').last()).toBeFocused()
  await desk.database.pool.query("UPDATE modelo_texto SET texto = texto || ', protocolo {protocolo}.'")
  const editar = clara.getByRole('region', { name: /^Editar Saudação/ })
  await editar.getByLabel('Título').fill('Saudação completa')
  await editar.getByRole('button', { name: 'Salvar modelo' }).click()
  await expect(clara.getByRole('article', { name: 'Saudação completa' })).toContainText('{protocolo}')
  await expect(clara.getByRole('button', { name: 'Editar Saudação completa' })).toBeFocused()
  // Text that is typed while a save is under way stays, and can be saved next.
  await clara.keyboard.press('Enter')
  const whole = await editar.getByLabel('Texto').inputValue()
  const salvar = editar.getByRole('button', { name: 'Salvar modelo' })
  await editar.getByLabel('Texto').fill('Falei ')
  const releaseSave = await holdBack(clara, '**/api/painel/modelos_texto/*', 'answer')
  await salvar.click()
  await editar.getByLabel('Texto').fill(whole)
  await releaseSave()
  await expect(salvar).toBeEnabled()
  await expect(editar.getByLabel('Texto')).toHaveValue(whole)
  await salvar.click()
  await expect(clara.getByRole('article', { name: 'Saudação completa' })).toContainText(whole)

  // Unsaved words wait for a reload, and stay when another text is edited.
  await desk.database.pool.query("INSERT INTO modelo_texto (titulo, texto) VALUES ('Outro', 'Outro texto')")
  await clara.getByRole('button', { name: 'Editar Saudação completa' }).click()
  await editar.getByLabel('Texto').fill('Falei muito')
  await novo.getByLabel('Texto').fill('Um texto novo')
  await clara.reload()
  await expect(novo.getByLabel('Texto')).toHaveValue('Um texto novo')
  await clara.getByRole('button', { name: 'Editar Outro' }).click()
  await expect(clara.getByRole('region', { name: 'Editar Outro' }).getByLabel('Título')).toBeFocused()
  await expect(editar.getByLabel('Texto')).toHaveValue('Falei muito')
  // What was saved or cancelled does not come back.
  await editar.getByRole('button', { name: 'Cancelar' }).click()
  await expect(clara.getByRole('button', { name: 'Editar Saudação completa' })).toBeFocused()
  await novo.getByLabel('Título').fill('Novo')
  await novo.getByRole('button', { name: 'Criar modelo' }).click()
  await expect(clara.getByRole('article', { name: 'Novo' })).toBeVisible()
  // Nor does what an older version of the page kept in another shape.
  const { rows } = await desk.database.pool.query("SELECT id FROM usuario WHERE usuario = 'clara'")
  await clara.evaluate((id) => sessionStorage.setItem(`alo:modelo:${id}:`, '{"texto":"velho"}'), rows[0].id)
  await clara.reload()
  await expect(clara.getByRole('article')).toHaveCount(3)
  await expect(novo.getByLabel('Texto')).toHaveValue('')
  await desk.database.pool.query("DELETE FROM modelo_texto WHERE titulo IN ('Novo', 'Outro')")

  await desk.pbx('notificar', call('a'))
  const ana = await openPage('ana')
  await atender(ana)
  const protocolo = await ana.locator('[data-protocolo]').innerText()
  // Ctrl+Z takes back a run of typing, also over a save. Chromium ends a run where any node is removed from the page, as
  // when the last part of the window comes.
  await expect(chamada(ana)).toContainText(/ª chamada/)
  await palavras(ana).pressSequentially('Sem sinal')
  await expect(ana.locator('[data-situacao="salvo"]')).toBeVisible()
  await palavras(ana).pressSequentially(' desde ontem')
  await ana.keyboard.press('Control+z')
  await expect(palavras(ana)).toHaveValue('')
  // In the window of a call the words scroll, and move no button.
  const alta = (await palavras(ana).boundingBox())?.height
  await palavras(ana).fill('\n'.repeat(13))
  await expect.poll(async () => (await palavras(ana).boundingBox())?.height).toBe(alta)
  await palavras(ana).fill('Antes. Depois.')
  for (let n = 0; n < 'Depois.'.length; n++) await palavras(ana).press('ArrowLeft')
  await ana.getByRole('button', { name: 'Modelos' }).click()
  const saved = async () =>
    (await desk.database.pool.query('SELECT descricao FROM atendimento ORDER BY id DESC LIMIT 1')).rows[0].descricao
  await expect.poll(saved).toBe('Antes. Depois.')
  const releaseWords = await holdBack(ana, '**/api/painel/atendimentos/*', 'answer')
  await ana.getByRole('option', { name: /Saudação/ }).click()
  const filled = `Antes. Falei com Maria, protocolo ${protocolo}. Depois.`
  await expect(palavras(ana)).toHaveValue(filled.replace('. Depois', '.Depois'))
  await expect(palavras(ana)).toBeFocused()
  // They do not come again with the answer to their save, nor stay on the server.
  await expect.poll(saved).toContain('Falei com')
  await ana.keyboard.press('Control+z')
  await releaseWords()
  await expect.poll(saved).toBe('Antes. Depois.')
  await expect(palavras(ana)).toHaveValue('Antes. Depois.')
})

test('a ticket that changes hands goes on at the next one’s screen, and the agent of the call sees their words', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { prepare: movableClock })
  await test.step('a supervisor lists the tickets of the team, is offered them as CSV, and takes one over', async () => {
    await desk.pbx('notificar', call('a'))
    await atender(ana)
    await palavras(ana).fill('da Ana')
    await expect(salvo(ana)).toBeVisible()
    const clara = await openPage('clara', { path: '/atendimentos' })
    await expect(linhas(clara).nth(1)).toContainText('Ana Souza')
    await clara.getByRole('button', { name: 'Filtros', exact: true }).click()
    await clara.getByLabel('Atendente', { exact: true }).selectOption('Bruno Lima')
    await expect(clara.getByText('Nenhum atendimento com estes filtros.')).toBeVisible()
    await expect(clara.getByRole('link', { name: 'Exportar CSV' })).toHaveAttribute('href', /usuario=\d+/)
    await clara.getByRole('button', { name: 'Limpar filtros' }).click()
    await linhas(clara).nth(1).getByRole('button').click()
    await expect(painel(clara).getByText('Este atendimento é de Ana Souza')).toBeVisible()
    await expect(palavras(clara)).toHaveAttribute('readonly', '')
    await painel(clara).getByRole('button', { name: 'Passar para…' }).click()
    await clara.getByRole('option', { name: /Clara Nunes \(você\)/ }).click()
    await palavras(clara).fill('da Clara')
    await expect(palavras(ana)).toHaveValue('da Clara')
    // The panel goes with its page: a press that was meant to close it does not press "Sair", which was behind it.
    const closed = await clickOnChange(painel(clara).getByRole('button', { name: 'Fechar painel' }))
    await painel(clara)
      .getByRole('link', { name: /^Maria/ })
      .click()
    await closed()
    await expect(clara.getByText('nada foi acionado')).toBeVisible()
    await follow(clara, '/atendimentos/opcoes')
    await expect(clara.getByText('Sua conta não abre esta página.')).toBeVisible()
    await clara.close()
    await endCalls(desk, ana)
  })
  await test.step('a ticket that is passed on appears on the colleague’s screen, with the words just typed', async () => {
    await desk.pbx('notificar', call('b', '37998889998'))
    const bruno = await openPage('bruno')
    await atender(ana, '(37) 99888-9998')
    await palavras(ana).fill('escrito até a última letra')
    await ana.getByRole('button', { name: 'Passar para…' }).click()
    await ana.getByLabel('Buscar: Passar para').fill('bru')
    await ana.keyboard.press('Enter')
    await ana.getByRole('button', { name: 'Passar para Bruno Lima' }).click()
    await expect(ana.getByText('Este atendimento é de Bruno Lima')).toBeVisible()
    await expect(palavras(ana)).toHaveAttribute('readonly', '')
    const aviso = bruno.getByRole('log', { name: 'Atendimentos recebidos' })
    await expect(aviso).toContainText('Ana Souza passou um atendimento para você')
    await expect(bruno.getByText('recebido de Ana Souza')).toBeVisible()
    await aviso.getByRole('link', { name: /^Abrir/ }).click()
    await expect(palavras(bruno)).toHaveValue('escrito até a última letra')
    await expect(bruno.getByText(/· passado de Ana Souza para Bruno Lima em /)).toBeVisible()
    await expect(aviso).not.toContainText('Ana Souza')
    await palavras(bruno).fill('e o Bruno continua')
    // The words reach the call's window, which is still Ana's. The colleague gets no window of the call.
    await expect(palavras(ana)).toHaveValue('e o Bruno continua')
    await follow(bruno, '/painel')
    await expect(bruno.getByText('Aguardando chamadas do ramal 102')).toBeVisible()
  })
})

test('an agent finds their own tickets by text or protocol, in rows of one height, and edits one in a panel', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana')
  await desk.pbx('notificar', call('a'))
  await atender(ana)
  await palavras(ana).fill('Sem sinal desde ontem\nàs oito da noite')
  await expect(salvo(ana)).toBeVisible()
  const protocolo = await ana.locator('[data-protocolo]').innerText()
  await ana.getByRole('button', { name: 'Fechar chamada' }).click()
  // A colleague's ticket, which is not in the list.
  const { headers } = await desk.pbx('notificar', call('b', '3732211234', 102))
  const cookie = await insertSession(desk.database, 'bruno')
  const path = `/api/painel/ligacoes/${headers['x-ligacao-id']}/atendimento`
  expect((await sendRequest(desk.url, { path, body: {}, headers: { cookie } })).status).toBe(200)

  await ana.getByRole('link', { name: 'Atendimentos' }).click()
  await expect(linhas(ana)).toHaveCount(2)
  await expect(linhas(ana).nth(1)).toContainText('Sem sinal desde ontem às oito da noite')
  expect((await linhas(ana).nth(1).boundingBox())?.height).toBe(44)
  await expect(ana.getByRole('columnheader', { name: 'Atendente' })).toHaveCount(0)
  await expect(ana.getByRole('link', { name: 'Exportar CSV' })).toHaveCount(0)
  await ana.getByLabel('Buscar').fill('oito da noite')
  await expect(ana).toHaveURL(/termo=oito/)
  await expect(linhas(ana)).toHaveCount(2)
  const said = ana.getByRole('status').filter({ hasText: 'atendimento' })
  await expect(said).toHaveText('1 atendimento')
  await ana.getByLabel('Buscar').fill('nada disso')
  await expect(ana.getByText('Nenhum atendimento com estes filtros.')).toBeVisible()
  await expect(said).toContainText('Nenhum atendimento com estes filtros.')
  // That nothing was found is said of the filters in sight alone.
  const releaseAnswer = await holdBack(ana, /termo=nada\+mais/, 'answer')
  await ana.getByLabel('Buscar').fill('nada mais')
  await expect(ana.getByText('Nenhum atendimento com estes filtros.')).toHaveCount(0)
  await expect(ana.getByText('Carregando atendimentos')).toBeAttached()
  await releaseAnswer()
  await expect(said).toContainText('Nenhum atendimento com estes filtros.')
  await ana.getByLabel('Buscar').fill('n')
  await expect(ana.getByText(/^Digite mais/)).toBeVisible()
  await ana.keyboard.press('Escape')
  await expect(ana.getByLabel('Buscar')).toHaveValue('')
  await ana.getByLabel('Buscar').fill(protocolo)
  await expect(linhas(ana)).toHaveCount(2)
  await ana.getByRole('button', { name: `Abrir ${protocolo}` }).click()
  await expect(palavras(ana)).toHaveValue(/Sem sinal/)
  await ana.reload()
  await expect(palavras(ana)).toHaveValue(/Sem sinal/)
  await palavras(ana).fill('Voltou')
  await expect(salvo(ana)).toBeVisible()
  await ana.getByRole('button', { name: 'Fechar painel' }).click()
  await expect(linhas(ana).nth(1)).toContainText('Voltou')
  // Enter pressed twice opens the ticket once, and what is typed before it comes goes into the notes.
  const release = await holdBack(ana, /\/atendimentos\/\d+$/, 'answer')
  await linhas(ana).nth(1).getByRole('button').press('Enter')
  await expect(painel(ana)).toBeVisible()
  await ana.keyboard.press('Enter')
  await ana.keyboard.type('de vez')
  await release()
  await expect(palavras(ana)).toBeFocused()
  await expect(palavras(ana)).toHaveValue('Voltou\nde vez')
  await palavras(ana).press('Control+Enter')
  await ana.keyboard.press('Enter')
  await expect(painel(ana).getByRole('button', { name: 'Reabrir' })).toBeVisible()
  await ana.keyboard.press('Escape')
  await expect(painel(ana)).toHaveCount(0)
  await expect(linhas(ana).nth(1)).toContainText('Voltou')
  await expect(linhas(ana).nth(1)).toContainText('Fechado')
  await linhas(ana).nth(1).getByRole('button').press('Enter')
  await expect(palavras(ana)).toHaveAttribute('readonly', '')
  await ana.keyboard.press('Enter')
  await expect(painel(ana)).toBeVisible()
})

test('the list of tickets is as it is in the database: with a customer chosen in its panel, and after a cut from it', async ({
  desk,
  openPage,
}) => {
  for (const telefone of ['37998889999', '37998889998']) await desk.pbx('notificar', call(telefone, telefone))
  await desk.database.pool.query(
    `INSERT INTO atendimento (protocolo, ligacao_id, usuario_id, criado_em, atualizado_em)
     SELECT '2026010100000' || row_number() OVER (), id, usuario_id, now(), now() FROM ligacao`,
  )
  const ana = await openPage('ana', { path: '/atendimentos', tolerate: /503/ })
  await test.step('a ticket without a customer gets one in its panel', async () => {
    await expect(linhas(ana).nth(1)).toContainText('Sem cliente')
    await linhas(ana).nth(1).getByRole('button').click()
    // Its trade name is its name, too: the option says it once.
    await withName(desk, 2, 'Padaria Três Irmãos', async () => {
      await painel(ana).getByLabel('Buscar cliente').fill('padaria três')
      const option = painel(ana).getByRole('option', { name: /Padaria Três Irmãos/ })
      await expect(option.getByText('Padaria Três Irmãos')).toHaveCount(1)
      await option.click()
      await expect(painel(ana).getByText('Padaria Três Irmãos').first()).toBeVisible()
      await expect(painel(ana).getByRole('button', { name: 'Trocar cliente' })).toBeVisible()
    })
    await painel(ana).getByRole('button', { name: 'Fechar painel' }).click()
  })
  await test.step('the list is fetched again once the desk has had its connections to the database cut', async () => {
    await expect(linhas(ana).nth(1)).toContainText('Aberto')
    const { pool } = desk.database
    await pool.query(`UPDATE atendimento SET estado = 'fechado', fechado_em = now(), versao = versao + 1`)
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'alo' AND pid <> pg_backend_pid()`,
    )
    await expect(linhas(ana).nth(1)).toContainText('Fechado')
  })
  await test.step('a click on a ticket that a search has just replaced opens no other', async () => {
    const [replaced, found] = await linhas(ana).getByRole('button').allInnerTexts()
    const clicked = await clickOnChange(linhas(ana).nth(1).getByRole('button'))
    await ana.getByLabel('Buscar', { exact: true }).fill(`${found}`)
    await clicked()
    await expect(ana.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
    await expect(ana.getByRole('button', { name: `Abrir ${replaced}` })).toHaveCount(0)
    await expect(painel(ana)).toHaveCount(0)
  })
})

test('a supervisor who has the team’s tickets before them sees the one that an agent opens', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana')
  await desk.pbx('notificar', call('equipe'))
  const clara = await openPage('clara', { path: '/atendimentos' })
  await expect(clara.getByText('Ninguém abriu atendimento ainda.')).toBeVisible()
  await atender(ana)
  // A clock that runs faster would make the page connect anew, and fetch the list for that.
  await expect(linhas(clara).filter({ hasText: 'Ana Souza' })).toContainText('Aberto', { timeout: 20_000 })
})

test('an administrator creates and retires ticket reasons', async ({ openPage }) => {
  const list = '**/api/painel/opcoes_atendimento'
  const admin = await openPage('admin', {
    path: '/atendimentos/opcoes',
    tolerate: /422|429/,
    prepare: (page) => page.route(list, (route) => route.fulfill({ status: 429 })),
  })
  const motivos = admin.getByRole('region', { name: 'Motivos' })
  const again = admin.getByRole('button', { name: 'Tentar de novo' })
  await expect(again).toHaveCount(2)
  await admin.unroute(list)
  await again.first().click()
  const novo = motivos.getByLabel('Novo motivo')
  await expect(motivos.getByRole('row', { name: /Lentidão/ })).toBeVisible()
  const release = await holdBack(admin, '**/api/painel/opcoes_atendimento', 'answer')
  await novo.fill('Câmeras')
  await novo.press('Enter')
  await novo.fill('O próximo')
  // The new row moves others down: a click right then takes none of them out of use.
  const clicked = await clickOnChange(motivos.getByRole('button', { name: 'Tirar de uso: Contratação' }))
  await release()
  await clicked()
  await expect(motivos.getByText('nada foi acionado')).toBeVisible()
  // Clicks are taken again by then.
  await expect(motivos.getByText('nada foi acionado')).toHaveCount(0)
  await expect(motivos.getByRole('row', { name: /Câmeras/ })).toContainText('Em uso')
  await expect(novo).toHaveValue('O próximo')
  // Enter creates the next one also while another row is being changed.
  const releaseToggle = await holdBack(admin, '**/api/painel/opcoes_atendimento/*', 'answer')
  await motivos.getByRole('button', { name: 'Tirar de uso: Câmeras' }).click()
  await novo.press('Enter')
  await expect(motivos.getByRole('row', { name: /O próximo/ })).toBeVisible()
  await releaseToggle()
  await expect(motivos.getByRole('row', { name: /Câmeras/ })).toContainText('Fora de uso')
  await novo.fill('CÂMERAS')
  await motivos.getByRole('button', { name: 'Criar' }).click()
  await expect(novo).toHaveAccessibleDescription('Já está na lista')
  await admin.setViewportSize({ width: 400, height: 800 })
  await spaceText(admin)
  await expectToFit(admin)
})

test('the ticket pages have no accessibility barrier and fit their width', async ({ desk, openPage }) => {
  test.slow()
  await desk.database.pool.query(
    `INSERT INTO atendimento (protocolo, id_cliente, usuario_id, descricao, busca, telefone_chave, estado, id_motivo, criado_em, atualizado_em)
     SELECT '20260101' || lpad(n::text, 6, '0'), CASE WHEN n % 5 > 0 THEN n END, u.id,
       'Sem conexão desde ontem à noite; luz vermelha na ONU, cliente pediu visita ainda hoje' || n, '', '37999912222',
       CASE WHEN n % 2 = 0 THEN 'fechado' ELSE 'aberto' END::"EstadoAtendimento",
       (SELECT id FROM opcao_atendimento ORDER BY id LIMIT 1 OFFSET n % 8), now() - n * interval '3 hours', now()
     FROM generate_series(1, 12) n, usuario u WHERE u.usuario = CASE WHEN n = 1 THEN 'clara' ELSE 'ana' END`,
  )
  const clara = await openPage('clara', { path: '/atendimentos', ...wideAndDark })
  await expect(linhas(clara)).toHaveCount(13)
  await expectNoBarriers(clara)
  await clara.setViewportSize({ width: 360, height: 740 })
  const maria = linhas(clara).getByRole('cell', { name: 'Maria da Conceição Ávila' })
  await expect(maria).toHaveCount(1)
  await expectWhole(maria)
  await clara.setViewportSize(wideAndDark.viewport)
  await linhas(clara).nth(2).getByRole('button').click()
  await expect(palavras(clara)).toBeVisible()
  await expectNoBarriers(clara)

  await clara.keyboard.press('Escape')
  await expect(painel(clara)).toHaveCount(0)
  // The newest ticket is Clara's own.
  await linhas(clara).nth(1).getByRole('button').click()
  await palavras(clara).fill('Sem conexão desde ontem')
  await palavras(clara).press('Control+Enter')
  await expectNoBarriers(clara, clara.getByRole('listbox', { name: 'Desfechos' }).getByRole('option').first())
  await clara.keyboard.press('Escape')
  await painel(clara).getByRole('button', { name: 'Enviar' }).click()
  await expectNoBarriers(clara, clara.getByRole('menuitem').first())
})
