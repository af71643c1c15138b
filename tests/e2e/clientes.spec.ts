import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { placeOf } from '#server/cliente/rows/sealedColumns'
import { erasePerson } from '#server/titular/rows/erasure'
import { expectNoBarriers, expectWhole, wideAndDark } from './support/barriers.ts'
import { clickOnChange } from './support/clickOnChange.ts'
import { dialogo, preencher, registrar } from './support/faturamento.ts'
import { holdBack } from './support/holdBack.ts'
import { connected, expect, follow, test } from './support/test.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Clientes' }).getByRole('row')
const names = (page: Page) => page.getByRole('table', { name: 'Clientes' }).getByRole('link')
const busca = (page: Page) => page.getByLabel('Buscar na lista')

/** Waits until the list shows what the page's address asks for. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('table', { name: 'Clientes' })).toHaveAttribute('aria-busy', 'false')
}

test('a supervisor finds a customer, reveals the document on record, and returns to the list as it was', async ({
  desk,
  openPage,
}) => {
  const clara = await openPage('clara', { path: '/clientes', tolerate: /404|ERR_INTERNET_DISCONNECTED/ })
  // Other tests of this desk have opened customers, too.
  const { rows: found } = await desk.database.pool.query<{ total: number; before: string }>(
    'SELECT count(*)::int AS total, (SELECT coalesce(max(id), 0) FROM auditoria) AS before FROM cliente',
  )
  await expect(clara.getByText(`${found[0]?.total} clientes`)).toBeVisible()
  const { rows: some } = await desk.database.pool.query(
    `SELECT id_cliente, codigo_cliente, nome_razaosocial, cpf_cnpj, login, id_cliente_servico, senha_cifrada FROM cliente
     JOIN cliente_servico USING (id_cliente) ORDER BY id_cliente LIMIT 1`,
  )
  const [wanted] = some
  await busca(clara).pressSequentially(`${wanted.codigo_cliente}`)
  await expect(names(clara)).toHaveText([wanted.nome_razaosocial])
  await expect(clara).toHaveURL(new RegExp(`termo=${wanted.codigo_cliente}`))
  // A click so soon after the answer would be refused.
  await names(clara).press('Enter')
  await expect(clara).toHaveURL(new RegExp(`/clientes/${wanted.id_cliente}$`))
  await expect(clara.getByRole('heading', { level: 1 })).toHaveText(wanted.nome_razaosocial)
  await expect(clara).toHaveTitle(`${wanted.nome_razaosocial} · Alô`)
  // As when the title of the page's kind comes after the customer's.
  const late = await clara.evaluateHandle(() => {
    const title = document.createElement('title')
    title.append('Cliente · Alô')
    document.head.prepend(title)
    return title
  })
  await expect(clara).toHaveTitle(`${wanted.nome_razaosocial} · Alô`)
  await late.evaluate((title) => title.remove())
  await expect(clara.getByText(wanted.login).first()).toBeVisible()
  const whole = wanted.cpf_cnpj as string
  expect((await clara.content()).replace(/\D/g, '')).not.toContain(whole)
  const sealed = Buffer.from(wanted.senha_cifrada)
  const place = placeOf('cliente_servico', wanted.id_cliente_servico)
  const senha = desk.database.keys.open(place, sealed, 0, sealed.length)?.toString() ?? ''
  expect(senha.length).toBeGreaterThan(3)
  expect(await clara.content()).not.toContain(senha)

  const mostrar = clara.getByRole('button', { name: 'Mostrar documento' })
  const release = await holdBack(clara, '**/documento', 'request')
  // A double click reveals it once.
  await mostrar.dblclick()
  await expect(mostrar).toBeDisabled()
  await release()
  await expect(clara.getByRole('button', { name: 'Ocultar documento' })).toBeFocused()
  await expect(clara.getByRole('status').filter({ hasText: /C(PF|NPJ) [\d./-]+$/ })).toBeVisible()
  const record = await desk.database.pool.query(
    `SELECT acao FROM auditoria JOIN usuario u ON u.id = usuario_id WHERE u.usuario = 'clara' AND alvo = $1
     AND auditoria.id > $2 ORDER BY auditoria.id`,
    [`cliente:${wanted.id_cliente}`, found[0]?.before],
  )
  expect(record.rows.map(({ acao }) => acao)).toEqual(['cliente_aberto', 'documento_revelado'])
  const acessos = clara.getByRole('region', { name: 'Acessos a este cliente' }).getByRole('listitem')
  await expect(acessos.first()).toHaveText(/^Clara .*revelou o CPF\/CNPJ/)
  await expect(acessos.nth(1)).toHaveText(/^Clara .*abriu a página/)
  await expect(clara.getByRole('link', { name: 'Registrar evento de faturamento' })).toHaveAttribute(
    'href',
    `/faturamento?cliente=${wanted.id_cliente}`,
  )

  await clara.getByRole('link', { name: 'Voltar à lista' }).click()
  await expect(busca(clara)).toHaveValue(`${wanted.codigo_cliente}`)
  await expect(names(clara)).toHaveText([wanted.nome_razaosocial])
  await expect(clara).toHaveTitle('Clientes · Alô')
  // A customer without a document: the import had none, or the person was erased.
  const setDocumento = (documento: string) =>
    desk.database.pool.query('UPDATE cliente SET cpf_cnpj = $2 WHERE id_cliente = $1', [wanted.id_cliente, documento])
  await setDocumento('')
  try {
    await clara.goForward()
    await expect(clara.getByRole('heading', { level: 1 })).toHaveText(wanted.nome_razaosocial)
    await expect(clara.getByRole('status').filter({ hasText: /^C(PF|NPJ) não informado$/ })).toBeVisible()
    await expect(mostrar).toHaveCount(0)
    await clara.keyboard.press('Control+k')
    await clara.getByRole('dialog').getByRole('textbox').fill(wanted.nome_razaosocial)
    await expect(clara.getByRole('dialog').getByText(`Cliente ${wanted.codigo_cliente}`, { exact: true })).toBeVisible()
    await clara.keyboard.press('Escape')
    await clara.goBack()
    await expect(clara).toHaveTitle('Clientes · Alô')
  } finally {
    await setDocumento(whole)
  }

  await test.step('the page of a customer that does not exist says so', async () => {
    await follow(clara, '/clientes/99999999')
    await expect(clara.getByText('Este cliente não existe.')).toBeVisible()
    await expect(clara.getByRole('heading', { level: 1 })).toHaveText('Cliente')
  })

  const openPerson = async (id_cliente: number, nome_razaosocial: string, torres = 0) => {
    await desk.database.pool.query(
      'INSERT INTO cliente SELECT * FROM jsonb_populate_record((SELECT c FROM cliente c ORDER BY id_cliente LIMIT 1), $1)',
      [JSON.stringify({ id_cliente, codigo_cliente: id_cliente, nome_razaosocial })],
    )
    await desk.database.pool.query(
      `INSERT INTO cliente_servico SELECT r.* FROM (SELECT * FROM cliente_servico ORDER BY id_cliente_servico LIMIT 1) s,
         generate_series(1, $2) n, jsonb_populate_record(null::cliente_servico, to_jsonb(s) || jsonb_build_object(
           'id_cliente', $1::int, 'id_cliente_servico', 990000 + n, 'nome', 'Torre ' || n,
           'status_prefixo', CASE n WHEN 7 THEN 'servico_bloqueado' ELSE 'servico_habilitado' END)) r`,
      [id_cliente, torres],
    )
    await follow(clara, `/clientes/${id_cliente}`)
    await expect(clara.getByRole('heading', { level: 1 })).toHaveText(nome_razaosocial)
    return id_cliente
  }

  await test.step('of many services the page shows five at first, those that need attention before the others', async () => {
    const id = await openPerson(990_002, 'Condomínio das Torres', 7)
    const servicos = clara.getByRole('article', { name: /^Serviço Torre/ })
    await expect(servicos).toHaveCount(5)
    await expect(servicos.first()).toContainText('Torre 7')
    await clara.getByRole('button', { name: 'Ver mais 2 serviços' }).click()
    await expect(servicos).toHaveCount(7)
    // The customer has the telephone and the words of the one it was copied from: other tests would find both.
    await desk.database.pool.query('DELETE FROM cliente_servico WHERE id_cliente = $1', [id])
    await desk.database.pool.query('DELETE FROM cliente WHERE id_cliente = $1', [id])
  })

  const lista = await clara.context().newPage()
  await test.step('a page or list that is open while a command erases the person shows nothing of them any more', async () => {
    const id = await openPerson(990_003, 'Zenaide Esquecida')
    await lista.goto(`${desk.url}/clientes?termo=${id}`)
    await expect(names(lista)).toHaveText(['Zenaide Esquecida'])
    await connected(lista)
    const call = { ramal: 101, telefone: '3732217777', ligacao_params: { call_id: 'esquecida' } }
    await desk.pbx('notificar', call)
    await desk.pbx('cancelar', call)
    await desk.database.pool.query('UPDATE ligacao SET id_cliente = $1', [id])
    const perdidas = await clara.context().newPage()
    await perdidas.goto(`${desk.url}/perdidas`)
    await connected(perdidas)
    await perdidas.getByText('Zenaide Esquecida').hover()
    // As some seconds after the call: at once the erasure would wait.
    await erasePerson(desk.database, id, new Date(Date.now() + 60_000))
    await expect(clara.getByRole('alert').filter({ hasText: 'foram eliminados a pedido dele' })).toBeVisible()
    await expect(clara.getByRole('heading', { level: 1 })).toHaveText('Cliente')
    await expect(names(lista)).toHaveText([`Titular eliminado ${id}`])
    // Nor does the row stay that the pointer holds still.
    await expect(perdidas.getByText('Zenaide Esquecida')).toHaveCount(0)
    await perdidas.close()
  })

  await test.step('nor does a page that had no connection then, as soon as it has one', async () => {
    const id = await openPerson(990_004, 'Zenaide Longe')
    await lista.goto(`${desk.url}/clientes?termo=${id}`)
    await connected(lista)
    await expect(names(lista)).toHaveText(['Zenaide Longe'])
    await clara.context().setOffline(true)
    await expect(clara.locator('[data-conexao="ativa"]')).toHaveCount(0)
    await erasePerson(desk.database, id, new Date())
    await expect(clara.getByRole('heading', { level: 1 })).toHaveText('Zenaide Longe')
    await clara.context().setOffline(false)
    await expect(clara.getByRole('alert').filter({ hasText: 'foram eliminados a pedido dele' })).toBeVisible()
    await expect(names(lista)).toHaveText([`Titular eliminado ${id}`])
    const { rows } = await desk.database.pool.query(
      "SELECT count(*)::int AS opened FROM auditoria WHERE acao = 'cliente_aberto' AND alvo = 'cliente:990004'",
    )
    expect(rows).toEqual([{ opened: 1 }])
  })
})

test('a long name without a space makes no page wider', async ({ desk, openPage }) => {
  const { rows: some } = await desk.database.pool.query(
    'SELECT id_cliente, nome_razaosocial FROM cliente ORDER BY data_cadastro DESC, id_cliente LIMIT 1',
  )
  const [{ id_cliente, nome_razaosocial }] = some
  const { rows: servicos } = await desk.database.pool.query(
    'SELECT id_cliente_servico AS id, nome FROM cliente_servico WHERE id_cliente = $1',
    [id_cliente],
  )
  const long = 'Supercalifragilístico'.repeat(12)
  const rename = (nome: string) =>
    desk.database.pool.query('UPDATE cliente SET nome_razaosocial = $1, nome_fantasia = NULL WHERE id_cliente = $2', [
      nome,
      id_cliente,
    ])
  const renameServico = (id: number, nome: string) =>
    desk.database.pool.query('UPDATE cliente_servico SET nome = $1 WHERE id_cliente_servico = $2', [nome, id])
  await rename(long)
  for (const { id } of servicos) await renameServico(id, long)
  try {
    const clara = await openPage('clara', { path: '/clientes', viewport: { width: 400, height: 900 } })
    const overflow = () =>
      clara.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect(names(clara).first()).toHaveText(long)
    expect(await overflow()).toBe(0)
    await names(clara).first().click()
    await expect(clara.getByRole('heading', { level: 1 })).toHaveText(long)
    expect(servicos.length).toBeGreaterThan(0)
    await expect(clara.getByRole('article', { name: /^Serviço/ })).toHaveCount(servicos.length)
    expect(await overflow()).toBe(0)
    // The Tab key goes from part to part as they are shown: the person first.
    await clara.getByRole('link', { name: 'Registrar evento de faturamento' }).focus()
    await clara.keyboard.press('Tab')
    await expect(clara.getByRole('button', { name: 'Mostrar documento' })).toBeFocused()
    await follow(clara, `/faturamento?cliente=${id_cliente}`)
    await expect(clara.getByLabel('Serviço do cliente')).toHaveValue(new RegExp(`^${long}`))
    expect(await overflow()).toBe(0)
    await preencher(clara, 'só lido', '10,30')
    await registrar(clara).click()
    await expect(dialogo(clara)).toContainText(`Para ${long}`)
    await expectWhole(dialogo(clara))
  } finally {
    await rename(nome_razaosocial)
    for (const { id, nome } of servicos) await renameServico(id, nome)
  }
})

test('the list’s filters choose its customers and stand in its address', async ({ desk, openPage }) => {
  const clara = await openPage('clara', { path: '/clientes?data_inicio=2024-13-99&order_by=nome&termo=silva' })
  await test.step('the list keeps its filters in the address, and ignores wrong ones there', async () => {
    await expect(busca(clara)).toHaveValue('silva')
    await expect(names(clara).first()).toContainText(/silva/i)
    await busca(clara).fill('')
    await clara.getByRole('button', { name: 'Filtros', exact: true }).click()
    await clara.getByLabel('Cadastro desde').fill('2022-01-01')
    await clara.getByLabel('Cadastro até').fill('2022-12-31')
    await clara.getByLabel('Serviços cancelados').check()
    await clara.getByLabel('Ordem').selectOption('Cadastro: mais antigos')
    await expect(clara).toHaveURL(/order_type=asc/)
    const { rows: expected } = await desk.database.pool.query<{ nome: string; total: number }>(
      `SELECT nome_razaosocial AS nome, count(*) OVER ()::int AS total FROM cliente
       WHERE data_cadastro >= '2022-01-01' AND data_cadastro < '2023-01-01' ORDER BY data_cadastro, id_cliente LIMIT 5`,
    )
    await expect(clara.getByText(`${expected[0]?.total} clientes`)).toBeVisible()
    await expect(names(clara).first()).toHaveText(expected[0]?.nome ?? '')
    const address = clara.url()
    await clara.reload()
    await expect(names(clara).first()).toHaveText(expected[0]?.nome ?? '')
    await expect(clara.getByLabel('Serviços cancelados')).toBeChecked()
    expect(clara.url()).toBe(address)
    await clara.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect(clara.getByLabel('Cadastro desde')).toHaveValue('')
    await expect(clara).toHaveURL(/\/clientes\?order_by=data_cadastro&order_type=asc$/)
    await busca(clara).fill('zzzz ninguem')
    await expect(clara.getByText('Nenhum cliente com estes filtros.')).toBeVisible()
    await clara.getByRole('button', { name: 'Limpar filtros' }).last().click()
    await expect(busca(clara)).toHaveValue('')
    await expect(clara.getByRole('main')).toBeFocused()
    await expect(names(clara).first()).toBeVisible()
  })

  await test.step('the list filters by the status, city, technology and equipment of a service', async () => {
    const { rows: some } = await desk.database.pool.query(
      `SELECT s.status, s.status_prefixo, s.tecnologia, e.cidade, q.nome AS olt FROM cliente_servico s
       JOIN endereco e ON e.id_cliente_servico = s.id_cliente_servico AND e.tipo = 'instalacao'
       JOIN equipamento q ON q.id_equipamento = s.id_equipamento_conexao
       WHERE q.nome LIKE '%OLT%' AND s.status_prefixo <> 'cancelado' ORDER BY s.id_cliente_servico LIMIT 1`,
    )
    const [asked] = some
    const { rows: expected } = await desk.database.pool.query<{ nome: string; total: number }>(
      `SELECT DISTINCT c.nome_razaosocial AS nome, c.data_cadastro, c.id_cliente, count(*) OVER ()::int AS total
       FROM cliente c WHERE EXISTS (
         SELECT FROM cliente_servico s
         JOIN endereco e ON e.id_cliente_servico = s.id_cliente_servico AND e.tipo = 'instalacao'
         JOIN equipamento q ON q.id_equipamento = s.id_equipamento_conexao
         WHERE s.id_cliente = c.id_cliente AND s.status_prefixo = $1 AND s.tecnologia = $2 AND e.cidade = $3 AND q.nome = $4
       ) ORDER BY c.data_cadastro DESC, c.id_cliente`,
      [asked.status_prefixo, asked.tecnologia, asked.cidade, asked.olt],
    )
    await clara.getByRole('button', { name: 'Filtros', exact: true }).click()
    await clara.getByLabel('Ordem').selectOption('Cadastro: mais recentes')
    await clara.getByLabel('Status').selectOption(asked.status)
    await clara.getByLabel('Cidade').selectOption(asked.cidade)
    await clara.getByLabel('Tecnologia').selectOption(asked.tecnologia)
    await clara.getByLabel('OLT ou outro equipamento').selectOption(asked.olt)
    const total = expected[0]?.total ?? 0
    await expect(clara.getByText(total === 1 ? '1 cliente' : `${total} clientes`, { exact: true })).toBeVisible()
    await expect(names(clara).first()).toHaveText(expected[0]?.nome ?? '')
    await expect(clara).toHaveURL(new RegExp(`status=${asked.status_prefixo}`))
    await clara.setViewportSize({ width: 400, height: 900 })
    await clara.reload()
    await expect(clara.getByLabel('Cidade')).toBeHidden()
    await clara.getByRole('button', { name: 'Filtros (4)' }).click()
    await expect(clara.getByLabel('Cidade')).toHaveValue(asked.cidade)
  })
})

test('the whole list is at hand with few rows in the page', async ({ desk, openPage }) => {
  const asked: string[] = []
  const prepare = async (page: Page) =>
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (/^\/api\/painel\/clientes(\/total)?$/.test(pathname)) asked.push(pathname + search)
    })
  const clara = await openPage('clara', { path: '/clientes', prepare })
  const { rows: all } = await desk.database.pool.query<{ nome: string }>(
    'SELECT nome_razaosocial AS nome FROM cliente ORDER BY data_cadastro DESC, id_cliente',
  )

  await test.step('the list takes its first customers from the preload in the page’s head, without another request', async () => {
    await settled(clara)
    const head = await clara
      .locator('link[rel=preload][as=fetch]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(head).toHaveLength(2)
    expect(asked.toSorted()).toEqual(head.toSorted())
  })

  await test.step('a focused row that scrolls away loses the focus, so that Enter opens no other customer', async () => {
    // A window of 800 pixels draws eight blocks of five rows.
    const drawn = 40
    await expect(names(clara)).toHaveCount(drawn)
    // On paper these rows alone.
    await clara.emulateMedia({ media: 'print' })
    await expect(clara.getByText('Estão aqui só as linhas que a tela tinha.')).toBeVisible()
    expect(await clara.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(drawn * 80)
    await clara.emulateMedia({ media: null })
    const box = await rows(clara).nth(1).boundingBox()
    const scrollTo = async (top: number, first: number) => {
      await clara.evaluate((y) => window.scrollTo(0, y), top)
      await expect(rows(clara).nth(1)).toHaveAttribute('aria-rowindex', `${first}`)
      await settled(clara)
      await expect(names(clara)).toHaveCount(drawn)
    }
    // Scroll by all drawn rows and the two blocks of five above the visible ones: then each reused element has another
    // customer, at its old place among the others.
    const further = (box?.y ?? 0) + (drawn + 11) * (box?.height ?? 0)
    await scrollTo(further, drawn + 2)
    await scrollTo(0, 2)
    await names(clara).first().focus()
    await scrollTo(further, drawn + 2)
    await expect(clara.locator('[role=table] a:focus')).toHaveCount(0)
    await clara.keyboard.press('Enter')
    await expect(clara.getByRole('table', { name: 'Clientes' })).toBeVisible()
    await expect(clara).toHaveURL(/\/clientes$/)
    await clara.evaluate(() => window.scrollTo(0, 0))
    await expect(rows(clara).nth(1)).toHaveAttribute('aria-rowindex', '2')
  })

  await test.step('the End key shows the last customer of the list, and the headings stay in view', async () => {
    const heading = clara.getByRole('columnheader', { name: 'Documento' })
    await clara.keyboard.press('End')
    await expect(clara.getByText('Fim da lista')).toBeInViewport()
    await expect(names(clara).last()).toHaveText(all.at(-1)?.nome ?? '')
    await expect(rows(clara).last()).toHaveAttribute('aria-rowindex', `${all.length + 1}`)
    await expect(heading).toBeInViewport()
    // The heading lies below the page's header and above the rows.
    const covered = await heading.evaluate((cell) => {
      const { left, top, height } = cell.getBoundingClientRect()
      return cell.contains(document.elementFromPoint(left + 5, top + height / 2))
    })
    expect(covered).toBe(true)
    await clara.keyboard.press('Home')
    await expect(names(clara).first()).toHaveText(all[0]?.nome ?? '')
  })

  await test.step('the list scrolls to its end with few rows in the page, and returns to its place after a customer', async () => {
    const end = clara.getByText('Fim da lista')
    await expect(async () => {
      await clara.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
      await expect(end).toBeVisible({ timeout: 100 })
      await expect(names(clara).last()).toHaveText(all.at(-1)?.nome ?? '', { timeout: 100 })
    }).toPass()
    expect(await rows(clara).count()).toBeLessThan(60)
    await expect(rows(clara).last()).toHaveAttribute('aria-rowindex', `${all.length + 1}`)

    const place = await clara.evaluate(() => window.scrollY)
    await names(clara).last().click()
    await expect(clara.getByRole('heading', { level: 1 })).toHaveText(all.at(-1)?.nome ?? '')
    await clara.getByRole('link', { name: 'Voltar à lista' }).click()
    await expect(names(clara).last()).toHaveText(all.at(-1)?.nome ?? '')
    await expect.poll(async () => Math.abs((await clara.evaluate(() => window.scrollY)) - place)).toBeLessThan(200)
  })
})

test('a search counts from the letter on that was typed last, and stays for whoever comes back', async ({
  desk,
  openPage,
}) => {
  const clara = await openPage('clara', { path: '/clientes' })

  await test.step('a customer opens while the supervisor still types, and the list keeps the typed search', async () => {
    await settled(clara)
    // Loading the customer's page takes longer than the debounce of the search.
    const release = await holdBack(clara, /_rsc=/, 'request')
    const asked = clara.waitForRequest(/termo=mari/)
    await busca(clara).pressSequentially('mari')
    await clara.evaluate(() => document.querySelector<HTMLElement>('[role=table] a')?.click())
    await asked
    await release()
    await expect(clara).toHaveURL(/\/clientes\/\d+$/)
    await expect(clara.getByRole('heading', { name: 'Dados do cliente' })).toBeVisible()
    await clara.getByRole('link', { name: 'Voltar à lista' }).click()
    await expect(busca(clara)).toHaveValue('mari')
    await expect(clara).toHaveURL(/\?termo=mari$/)
  })

  await test.step('the way back from a customer who was opened elsewhere leads to the list as it was left', async () => {
    await names(clara).first().click()
    await expect(clara.getByRole('heading', { name: 'Dados do cliente' })).toBeVisible()
    await clara.keyboard.press('Control+k')
    await clara.getByRole('dialog').getByRole('textbox').fill('10001')
    const maria = clara.getByRole('dialog').getByRole('button', { name: /Cliente 10001/ })
    // Results that have just come refuse clicks for a moment, so try again; an accepted click closes the box.
    await expect(async () => {
      if (await maria.isVisible()) await maria.click({ timeout: 1_000 })
      await expect(clara.getByRole('heading', { level: 1 })).toHaveText('Maria da Conceição Ávila', { timeout: 1_000 })
    }).toPass()
    await clara.getByRole('link', { name: 'Voltar à lista' }).click()
    await expect(busca(clara)).toHaveValue('mari')
    await expect(clara).toHaveURL(/\/clientes\?termo=mari$/)
  })

  await test.step('a supervisor exports the filtered customers as JSON and CSV', async () => {
    const clicked = await clickOnChange(names(clara).first())
    await busca(clara).fill('silva')
    await clicked()
    await expect(clara.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
    await expect(clara).toHaveURL(/\/clientes\?termo=silva$/)
    await settled(clara)
    const { rows: expected } = await desk.database.pool.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM cliente WHERE busca LIKE '%silva%'`,
    )
    for (const [rotulo, extension] of [
      ['JSON', 'json'],
      ['Planilha', 'csv'],
    ] as const) {
      await clara.getByRole('button', { name: 'Exportar' }).click()
      const download = clara.waitForEvent('download')
      await clara.getByRole('menuitem', { name: new RegExp(`^${rotulo}`) }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(new RegExp(`^clientes-.*\\.${extension}$`))
      const text = await readFile(await file.path(), 'utf8')
      const count = extension === 'json' ? JSON.parse(text).clientes.length : text.trimEnd().split('\r\n').length - 1
      expect(count).toBe(expected[0]?.total)
      expect(text).not.toMatch(/"senhas?"/)
    }
    // The export has what is typed, even before the list has it.
    await clara.getByRole('button', { name: 'Exportar' }).click()
    const item = clara.getByRole('menuitem', { name: /^JSON/ })
    await expect(item).toBeVisible()
    await busca(clara).fill('zzqx')
    expect(await item.getAttribute('href')).toContain('termo=zzqx')
  })
})

test('the customers’ pages have no accessibility barrier, fit their width, and show first what matters', async ({
  desk,
  openPage,
}) => {
  const { rows: suspended } = await desk.database.pool.query(
    `SELECT id_cliente, codigo_cliente, nome_razaosocial FROM cliente_servico JOIN cliente USING (id_cliente)
     WHERE status_prefixo LIKE '%debito%' ORDER BY id_cliente LIMIT 1`,
  )
  const [wanted] = suspended
  const clara = await openPage('clara', { path: '/clientes', ...wideAndDark })

  await test.step('the customer list starts near the top of a small window; each filter is shown and can be removed', async () => {
    await clara.setViewportSize({ width: 1280, height: 720 })
    await expect(rows(clara).nth(1)).toContainText('código')
    expect((await rows(clara).nth(1).boundingBox())?.y).toBeLessThan(200)
    await clara.setViewportSize({ width: 360, height: 740 })
    await expectWhole(rows(clara).locator('[role=cell]:nth-child(n + 4)'))
    const tooHigh = () => rows(clara).evaluateAll((each) => each.filter((row) => row.scrollHeight > row.clientHeight))
    await expect.poll(tooHigh).toEqual([])
    await clara.setViewportSize({ width: 1280, height: 720 })
    await clara.goto(`${desk.url}/clientes?cidade=Itaúna&data_inicio=2020-01-31`)
    await expect(clara.getByText('Cadastro desde: 31/01/2020')).toBeVisible()
    await clara.getByRole('button', { name: 'Filtros (2)' }).click()
    await settled(clara)
    await expectNoBarriers(clara)
    await clara.getByRole('button', { name: /^Tirar o filtro\s+Cidade: Itaúna$/ }).click()
    await expect(clara).not.toHaveURL(/cidade/)
    await expect(clara.getByRole('button', { name: 'Filtros (1)' })).toBeVisible()
    await clara.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect(clara.getByRole('button', { name: 'Filtros', exact: true })).toBeVisible()
  })

  await test.step('a customer’s page shows a suspended service above all else, and addresses on paper or after a click', async () => {
    await busca(clara).fill(`${wanted.codigo_cliente}`)
    await expect(names(clara)).toHaveText([wanted.nome_razaosocial])
    // A click so soon after the answer would be refused.
    await names(clara).press('Enter')
    await expect(clara.getByRole('heading', { name: 'Dados do cliente' })).toBeVisible()
    const faixa = clara.locator('[data-situacao="suspenso_debito"]').first()
    await expect(faixa).toBeVisible()
    const { y = 0 } = (await faixa.boundingBox()) ?? {}
    expect(y).toBeLessThan((await clara.getByRole('heading', { level: 2 }).first().boundingBox())?.y ?? 0)
    const endereco = clara.getByText(/^Endereço: /).first()
    await expect(endereco).toBeHidden()
    // On paper nobody can click.
    await clara.emulateMedia({ media: 'print' })
    await expect(endereco).toBeVisible()
    await clara.emulateMedia({ media: 'screen' })
    await expect(endereco).toBeHidden()
    await clara
      .getByText(/^(Endereço|\d+ endereços)$/)
      .first()
      .click()
    await expect(endereco).toBeVisible()
    await expectNoBarriers(clara)
  })
})
