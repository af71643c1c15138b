import type { Page } from '@playwright/test'
import { campo, dialogo, escritos, preencher, previa, registrar, resultado } from './support/faturamento.ts'
import { holdBack, intercept } from './support/holdBack.ts'
import { chamada, connected, expect, follow, test } from './support/test.ts'

const form = { path: '/faturamento' }

/** Lets the server register the event, but drops its answers until the test removes the route. */
async function registerUnanswered(page: Page) {
  await intercept(page, '**/api/painel/faturamento', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await registrar(page).click()
  await dialogo(page).getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
}

test('what the form previews is registered: installments, the first cents among them, or one event in a chosen month', async ({
  desk,
  openPage,
}) => {
  const clara = await openPage('clara', form)
  await test.step('a supervisor registers a discount in installments by keyboard alone, from preview to event numbers', async () => {
    const { keyboard } = clara
    await expect(campo(clara, 'Serviço do cliente')).toBeFocused()
    await keyboard.type('37999912222')
    await expect(clara.getByRole('listbox', { name: 'Serviços encontrados' }).getByRole('option')).toHaveCount(1)
    // An Escape that ends an IME composition belongs to the keyboard and must not act.
    await campo(clara, 'Serviço do cliente').dispatchEvent('keydown', { key: 'Escape', isComposing: true })
    await expect(campo(clara, 'Serviço do cliente')).toHaveValue('37999912222')
    await keyboard.press('Enter')
    await expect(campo(clara, 'Serviço do cliente')).toHaveValue(/^Maria da Conceição Ávila: /)
    for (const [nome, typed] of [
      ['Tipo de serviço', 'Indis'],
      ['Tipo', 'Des'],
      ['Descrição', 'Três semanas sem sinal'],
      ['Valor', 'R$                 1.234,56'],
      ['Parcelado', ' '],
      ['Total de parcelas', '3'],
      ['Mês da primeira parcela', 'nov'],
      ['Ano da primeira parcela', '2030'],
    ] as const) {
      await keyboard.press('Tab')
      await expect(campo(clara, nome)).toBeFocused()
      if (nome.startsWith('Ano')) await keyboard.press('ControlOrMeta+A')
      // As a spreadsheet copies it.
      if (nome === 'Valor') await keyboard.insertText(typed)
      else await keyboard.type(typed)
    }
    await expect(previa(clara).getByRole('row')).toHaveText([
      'ParcelaCobrançaValor',
      '1/3novembro de 2030R$ 411,52',
      '2/3dezembro de 2030R$ 411,52',
      '3/3janeiro de 2031R$ 411,52',
    ])
    await expect(previa(clara)).toContainText('Soma: R$ 1.234,56')
    await expect(registrar(clara)).toHaveText('Registrar 3 parcelas')

    await keyboard.down('Enter')
    await expect(dialogo(clara)).toContainText(
      'Um desconto de R$ 1.234,56, em 3 parcelas de R$ 411,52, de novembro de 2030 a janeiro de 2031.',
    )
    await expect(dialogo(clara)).toContainText(/Para Maria da Conceição Ávila \(código \d+\), serviço .+\./)
    await expect(dialogo(clara)).toContainText('Tipo de serviço: Indisponibilidade.')
    expect(await escritos(desk, 'Três semanas sem sinal')).toEqual([])
    const confirmar = dialogo(clara).getByRole('button', { name: 'Confirmar' })
    await expect(confirmar).toBeFocused()
    // The Enter that asked for it is still held, and confirms nothing.
    for (let times = 0; times < 3; times++) await keyboard.down('Enter')
    await keyboard.up('Enter')
    expect(await escritos(desk, 'Três semanas sem sinal')).toEqual([])
    await expect(async () => {
      if (await confirmar.isVisible()) await confirmar.press('Enter')
      await expect(resultado(clara)).toContainText('3 eventos cadastrados com sucesso. Valor total: R$ 1.234,56', {
        timeout: 1_000,
      })
    }).toPass()
    const rows = await escritos(desk, 'Três semanas sem sinal')
    await expect(resultado(clara)).toContainText(`Números: ${rows.map(({ id }) => id).join(', ')}`)
    const common = { tipo: 'desconto', valor_centavos: 41_152, proximo_faturamento: false, usuario: 'clara' }
    expect(rows).toMatchObject([
      { ...common, parcela: 1, mes: 11, ano: 2030 },
      { ...common, parcela: 2, mes: 12, ano: 2030 },
      { ...common, parcela: 3, mes: 1, ano: 2031 },
    ])
    for (const nome of ['Valor', 'Serviço do cliente']) await expect(campo(clara, nome)).toHaveValue('')
  })
  await test.step('cents that do not divide evenly go to the first installments; a single event goes to a chosen month', async () => {
    await campo(clara, 'Valor').fill('0,05')
    await campo(clara, 'Parcelado').check()
    // A checkbox takes no text, so `?` is a shortcut while it has the focus.
    await clara.keyboard.press('?')
    await expect(dialogo(clara)).toContainText('Atalhos do teclado')
    await clara.keyboard.press('Escape')
    await campo(clara, 'Total de parcelas').fill('3')
    await expect(previa(clara).getByRole('cell', { name: /R\$/ })).toHaveText(['R$ 0,02', 'R$ 0,02', 'R$ 0,01'])
    await campo(clara, 'Total de parcelas').fill('6')
    await expect(previa(clara).getByRole('cell')).toHaveCount(0)
    await campo(clara, 'Parcelado').uncheck()

    await preencher(clara, 'num mês', '7')
    await campo(clara, 'Tipo').selectOption('Acréscimo')
    await campo(clara, 'Próximo faturamento').uncheck()
    await campo(clara, 'Mês').selectOption('fevereiro')
    await campo(clara, 'Ano').fill('2031')
    await expect(previa(clara).getByRole('row').last()).toHaveText('1/1fevereiro de 2031R$ 7,00')
    await registrar(clara).click()
    await expect(dialogo(clara)).toContainText('Um acréscimo de R$ 7,00, em fevereiro de 2031.')
    await dialogo(clara).getByRole('button', { name: 'Voltar' }).click()
    await expect(dialogo(clara)).toHaveCount(0)
    await expect(registrar(clara)).toBeFocused()
    await registrar(clara).click()
    await dialogo(clara).getByRole('button', { name: 'Confirmar' }).click()
    await expect(resultado(clara)).toBeVisible()
    expect(await escritos(desk, 'num mês')).toMatchObject([
      { tipo: 'acrescimo', valor_centavos: 700, mes: 2, ano: 2031, proximo_faturamento: false, parcela: 1 },
    ])
  })
})

test('a double click, a retry or a lost network registers no event twice, and a mistake registers none', async ({
  desk,
  openPage,
}) => {
  const clara = await openPage('clara', {
    ...form,
    tolerate: /422|ERR_FAILED|Failed to load|ERR_INTERNET_DISCONNECTED/,
  })
  await test.step('a double click or a retry after a lost response registers one event; one sent offline is not sent later', async () => {
    const maybe = 'O primeiro envio pode ter sido registrado'
    await preencher(clara, 'clique duplo', '10,30')
    await registrar(clara).click()
    await dialogo(clara).getByRole('button', { name: 'Confirmar' }).dblclick()
    await expect(resultado(clara)).toContainText('1 evento cadastrado com sucesso. Valor total: R$ 10,30')
    expect(await escritos(desk, 'clique duplo')).toMatchObject([{ valor_centavos: 1030, proximo_faturamento: true }])

    // A retry returns the first registration.
    await preencher(clara, 'resposta perdida', '10,30')
    await registerUnanswered(clara)
    await expect.poll(async () => (await escritos(desk, 'resposta perdida')).length).toBe(1)
    await clara.unroute('**/api/painel/faturamento')
    await registrar(clara).click()
    await expect(dialogo(clara)).not.toContainText(maybe)
    await dialogo(clara).getByRole('button', { name: 'Confirmar' }).click()
    await expect(resultado(clara)).toBeVisible()
    expect(await escritos(desk, 'resposta perdida')).toHaveLength(1)

    await preencher(clara, 'sem rede', '10,30')
    await registrar(clara).click()
    await clara.context().setOffline(true)
    await dialogo(clara).getByRole('button', { name: 'Confirmar' }).click()
    const failed = clara.getByRole('alert').filter({ hasText: 'Sem resposta do servidor' })
    await expect(failed).toBeVisible()
    await expect(dialogo(clara)).toHaveCount(0)
    await clara.context().setOffline(false)
    await connected(clara)
    // After a change the form warns that this would be another event.
    await campo(clara, 'Descrição').fill('sem rede, corrigido')
    await expect(clara.getByRole('alert').filter({ hasText: maybe })).toBeVisible()
    await registrar(clara).click()
    await expect(dialogo(clara)).toContainText(`${maybe}: confira em Eventos registrados`)
    await dialogo(clara).getByRole('button', { name: 'Confirmar' }).click()
    await expect(resultado(clara)).toBeVisible()
    expect(await escritos(desk, 'sem rede')).toEqual([])
    expect(await escritos(desk, 'sem rede, corrigido')).toHaveLength(1)
  })
  await test.step('the billing form shows mistakes at their fields and focuses the first, and no event is registered', async () => {
    const sent: string[] = []
    clara.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await registrar(clara).click()
    for (const [nome, aFazer] of [
      ['Serviço do cliente', /^Escolha o serviço/],
      ['Tipo de serviço', 'Escolha o tipo de serviço'],
      ['Tipo', 'Escolha desconto ou acréscimo'],
      ['Descrição', 'Descreva o motivo'],
      ['Valor', 'Digite o valor, como 10,30'],
    ] as const)
      await expect(campo(clara, nome)).toHaveAccessibleDescription(aFazer)
    await expect(campo(clara, 'Serviço do cliente')).toBeFocused()

    await preencher(clara, 'nada disto', '10.30')
    await campo(clara, 'Próximo faturamento').uncheck()
    await campo(clara, 'Ano').fill('1999')
    await registrar(clara).click()
    await expect(campo(clara, 'Valor')).toHaveAccessibleDescription('Digite um valor como 10,30 ou 1.234,56')
    await expect(campo(clara, 'Valor')).toBeFocused()
    await expect(campo(clara, 'Ano')).toHaveAccessibleDescription('Deve ser um número inteiro de 2000 a 2100')
    await campo(clara, 'Valor').fill('0,02')
    await campo(clara, 'Parcelado').check()
    await campo(clara, 'Total de parcelas').fill('3')
    await registrar(clara).click()
    await expect(campo(clara, 'Total de parcelas')).toHaveAccessibleDescription(/cada parcela tem ao menos R\$ 0,01/)
    await expect(dialogo(clara)).toHaveCount(0)
    expect(sent).toEqual([])

    // A mistake that only the server can find is shown at its field too.
    await campo(clara, 'Total de parcelas').fill('2')
    const { pool } = desk.database
    await pool.query(`UPDATE tipo_servico SET ativo = false WHERE display = 'Indisponibilidade'`)
    try {
      await registrar(clara).click()
      await dialogo(clara).getByRole('button', { name: 'Confirmar' }).click()
      await expect(campo(clara, 'Tipo de serviço')).toHaveAccessibleDescription(/fora de uso/)
      // A refused event is not registered, so the page does not warn that it may be.
      await campo(clara, 'Descrição').fill('nada disto, nem isto')
      await expect(clara.getByText('O primeiro envio')).toHaveCount(0)
      // After a reload the kept form still has its type, and shows what is wrong with it.
      const releaseTipos = await holdBack(clara, '**/api/painel/tipos_servico', 'answer')
      await clara.reload()
      await expect(campo(clara, 'Tipo de serviço').locator(':checked')).toHaveText('O escolhido antes')
      await registrar(clara).click()
      await expect(campo(clara, 'Tipo de serviço')).toHaveAccessibleDescription(/ainda não veio: aguarde/)
      await releaseTipos()
      await expect(campo(clara, 'Tipo de serviço').locator(':checked')).toHaveText('Indisponibilidade (fora de uso)')
      await expect(campo(clara, 'Tipo de serviço')).toHaveAccessibleDescription('Está fora de uso: escolha outro')
      await expect(dialogo(clara)).toHaveCount(0)
    } finally {
      await pool.query('UPDATE tipo_servico SET ativo = true')
    }
    expect(await escritos(desk, 'nada disto')).toEqual([])
  })
})

test('the billing form keeps its fields while the supervisor is away, and registers no event twice', async ({
  desk,
  openPage,
}) => {
  const clara = await openPage('clara', { ...form, tolerate: /ERR_FAILED|Failed to load/ })
  const away = async () => {
    await clara.getByRole('link', { name: /^Painel/ }).click()
    await expect(campo(clara, 'Valor')).toHaveCount(0)
  }
  const back = () => clara.getByRole('link', { name: 'Faturamento', exact: true }).click()
  const stands = async () => {
    await expect(campo(clara, 'Valor')).toHaveValue('10,30')
    await expect(campo(clara, 'Descrição')).toHaveValue('interrompido')
    await expect(campo(clara, 'Tipo')).toHaveValue('desconto')
    await expect(campo(clara, 'Serviço do cliente')).toHaveValue(/^Maria da Conceição Ávila: /)
    // Until the list of types has come, the form refuses to register.
    await expect(campo(clara, 'Tipo de serviço').locator('option:checked')).toHaveText('Indisponibilidade')
  }
  await preencher(clara, 'interrompido', '10,30')
  await desk.pbx('notificar', { ramal: 201, telefone: '3732211234' })
  await clara.getByRole('link', { name: 'Ir para a chamada' }).click()
  await chamada(clara, '(37) 3221-1234').getByRole('button', { name: 'Atendi', exact: true }).click()
  await back()
  await stands()
  await clara.reload()
  await stands()

  // The supervisor leaves the page and comes back before the retry.
  await registerUnanswered(clara)
  await away()
  await clara.unroute('**/api/painel/faturamento')
  await back()
  await stands()
  await registrar(clara).click()
  await dialogo(clara).getByRole('button', { name: 'Confirmar' }).click()
  await expect(resultado(clara)).toBeVisible()
  expect(await escritos(desk, 'interrompido')).toHaveLength(1)
  await away()
  await back()
  await expect(campo(clara, 'Valor')).toHaveValue('')

  // The answer comes while the supervisor is on another page.
  await preencher(clara, 'respondido longe', '7')
  const release = await holdBack(clara, '**/api/painel/faturamento', 'answer')
  await registrar(clara).click()
  await dialogo(clara).getByRole('button', { name: 'Confirmar' }).click()
  await expect.poll(async () => (await escritos(desk, 'respondido longe')).length).toBe(1)
  await clara.goBack()
  await expect(campo(clara, 'Valor')).toHaveCount(0)
  await release()
  await back()
  await expect(campo(clara, 'Valor')).toHaveValue('')

  // What an older version of the page kept in another shape does not keep the form from being drawn.
  await campo(clara, 'Valor').fill('5')
  await clara.evaluate(() => {
    const [key = ''] = Object.keys(sessionStorage).filter((each) => each.startsWith('alo:evento:'))
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '')
    sessionStorage.setItem(key, JSON.stringify({ ...kept, escolha: { cliente: { nome_razaosocial: 'Maria' } } }))
  })
  await clara.reload()
  await expect(campo(clara, 'Valor')).toHaveValue('')

  // Signing out deletes the kept form.
  await campo(clara, 'Valor').fill('5')
  await clara.getByRole('button', { name: 'Sair', exact: true }).click()
  await expect(clara.getByLabel('Usuário')).toBeVisible()
  expect(await clara.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

test('a supervisor finds the service: from the call, among all of a customer’s, or by a search that nobody clicks too late', async ({
  desk,
  openPage,
}) => {
  const clara = await openPage('clara')
  await test.step('a supervisor’s call links to the billing form with the customer filled in', async () => {
    const link = chamada(clara).getByRole('link', { name: 'Registrar evento de faturamento' })
    await desk.pbx('notificar', { ramal: 201, telefone: '37999912222' })
    await link.click()
    await expect(campo(clara, 'Serviço do cliente')).toHaveValue(/^Maria da Conceição Ávila: /)
    await clara.goBack()
    await chamada(clara).getByRole('button', { name: 'Abrir atendimento' }).click()
    await expect(chamada(clara).getByRole('button', { name: 'Copiar protocolo' })).toBeVisible()
    await link.click()
    await expect(campo(clara, 'Serviço do cliente')).toHaveValue(/^Maria da Conceição Ávila: /)
  })
  await test.step('the billing form offers all services of a customer with several, and one click chooses another', async () => {
    const { rows } = await desk.database.pool.query(
      'SELECT id_cliente, count(*)::int AS servicos FROM cliente_servico GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
    )
    await clara.goBack()
    await follow(clara, `/faturamento?cliente=${rows[0].id_cliente}`)
    const others = clara.getByRole('group', { name: `${rows[0].servicos} serviços deste cliente` }).getByRole('button')
    await expect(others).toHaveCount(rows[0].servicos)
    await others.last().click()
    await expect(others.last()).toHaveAttribute('aria-pressed', 'true')
    const [nome = ''] = (await others.last().innerText()).split(' · ')
    await expect(campo(clara, 'Serviço do cliente')).toHaveValue(new RegExp(`: ${nome.replace('+', '\\+')}$`))
  })
  await test.step('sixty services of a customer leave the fields below them in sight', async () => {
    const fields = 'id_cliente, id_servico, numero_plano, nome, valor, status, status_prefixo, tecnologia, login'
    const { rows } = await desk.database.pool.query(
      `INSERT INTO cliente_servico (id_cliente_servico, senha_cifrada, ipv4, ${fields})
       SELECT 900000 + n, senha_cifrada, ipv4, ${fields} FROM generate_series(1, 60) n, cliente_servico
       WHERE id_cliente_servico = (SELECT min(id_cliente_servico) FROM cliente_servico) RETURNING id_cliente`,
    )
    try {
      await clara.goto(`${desk.url}/faturamento?cliente=${rows[0].id_cliente}`)
      await expect(clara.getByRole('button', { pressed: true })).toBeVisible()
      await expect(campo(clara, 'Descrição')).toBeInViewport()
    } finally {
      await desk.database.pool.query('DELETE FROM cliente_servico WHERE id_cliente_servico > 900000')
    }
  })
  await test.step('the service search says what it found, finds by street and number, and lets nobody click an outdated result', async () => {
    const busca = campo(clara, 'Serviço do cliente')
    await busca.fill('a')
    await expect(clara.getByText('Digite mais: ao menos três letras, ou um número.')).toBeVisible()
    // The field takes no more than the server, which refuses a longer text.
    await busca.fill('')
    await clara.keyboard.insertText('palavra '.repeat(20))
    await expect(clara.getByText(/^Nenhum cliente encontrado para/)).toBeVisible()
    await busca.fill('ria')
    const { rows: named } = await desk.database.pool.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM cliente WHERE busca LIKE '%ria%'`,
    )
    const total = named[0]?.total ?? 0
    expect(total).toBeGreaterThan(20)
    await expect(clara.getByText(`20 de ${total} encontrados: digite mais`)).toBeVisible()
    const { rows: some } = await desk.database.pool.query(
      `SELECT c.nome_razaosocial AS nome, e.endereco, e.numero, e.bairro FROM endereco e
     JOIN cliente_servico s ON s.id_cliente_servico = e.id_cliente_servico
     JOIN cliente c ON c.id_cliente = s.id_cliente
     WHERE e.tipo = 'instalacao' AND e.numero ~ '^[0-9]{3,4}$' ORDER BY s.id_cliente_servico LIMIT 1`,
    )
    const [{ nome, endereco, numero, bairro }] = some
    await busca.fill(`rua ${endereco}, ${numero}, ${bairro}`)
    await expect(clara.getByRole('option').filter({ hasText: nome }).first()).toBeVisible()

    const options = clara.getByRole('option').filter({ hasText: 'código' })
    await busca.fill('silva')
    await expect(options.first()).toContainText('Silva')
    const release = await holdBack(clara, '**/busca?termo=souza', 'answer')
    const asked = clara.waitForRequest('**/busca?termo=souza')
    await busca.fill('souza')
    await asked
    await options.first().click()
    await expect(clara.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
    await expect(busca).toHaveValue('souza')
    await release()
    await expect(options.first()).toContainText('Souza')
  })
})
