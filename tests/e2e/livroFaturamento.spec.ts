import { sendRequest } from '../support/request.ts'
import { insertSession } from '../support/session.ts'
import { expectNoBarrier, expectNoBarriers, expectToFit, inBothLooks, wideAndDark } from './support/barriers.ts'
import { clickOnChange } from './support/clickOnChange.ts'
import { campo, dialogo, escritos, eventos, preencher, registrar, registrarPorPedido } from './support/faturamento.ts'
import { holdBack, intercept } from './support/holdBack.ts'
import { chamada, expect, follow, test } from './support/test.ts'
import { withName } from './support/withName.ts'

const form = { path: '/faturamento' }
const ledger = { path: '/faturamento/eventos' }

test('the ledger shows an event, which one supervisor can reverse once, with a reason', async ({ desk, openPage }) => {
  await registrarPorPedido(desk, 'desfeito por outra', '88.77')
  await registrarPorPedido(desk, 'em três vezes', '90.00', 3)
  await registrarPorPedido(desk, 'a desfazer', '88.77')
  const [{ id }] = await escritos(desk, 'a desfazer')
  const clara = await openPage('clara', { ...ledger, tolerate: /409/ })
  // Who registers events does not read the audit record.
  await expect(clara.getByRole('link', { name: 'Auditoria' })).toHaveCount(0)
  await test.step('when a second reversal is refused, the ledger shows the event as a colleague reversed it', async () => {
    const [{ id }] = await escritos(desk, 'desfeito por outra')
    await clara.getByRole('button', { name: `Estornar evento ${id}` }).click()
    await campo(clara, 'Motivo').fill('tarde demais')
    const headers = { cookie: await insertSession(desk.database, 'admin'), origin: desk.url }
    const estorno = { path: `/api/painel/faturamento/${id}/estorno`, body: { motivo: 'antes' }, headers }
    expect((await sendRequest(desk.url, estorno)).status).toBe(200)
    await dialogo(clara).getByRole('button', { name: 'Estornar' }).click()
    await expect(dialogo(clara).getByRole('alert')).toContainText('Este evento já foi estornado')
    await dialogo(clara).getByRole('button', { name: 'Voltar' }).click()
    const row = eventos(clara).getByRole('row').filter({ hasText: 'desfeito por outra' })
    await expect(row).toHaveCount(2)
    await expect(row.getByRole('button')).toHaveCount(0)
  })
  const row = eventos(clara).getByRole('row').filter({ hasText: 'a desfazer' })
  for (const text of [`${id}`, 'Clara Nunes', 'Maria da Conceição Ávila', 'próximo faturamento', 'R$ 88,77'])
    await expect(row).toContainText(text)

  const estornar = clara.getByRole('button', { name: `Estornar evento ${id}` })
  // A click so soon after the reversal's rows came would be refused.
  await estornar.press('Enter')
  await expect(campo(clara, 'Motivo')).toBeFocused()
  // A reason that was being written waits until it is sent.
  await campo(clara, 'Motivo').fill('valor errado')
  await clara.mouse.click(4, 400)
  await expect(campo(clara, 'Motivo')).toHaveValue('valor errado')
  await clara.keyboard.press('Escape')
  await expect(estornar).toBeFocused()
  await clara.reload()
  await estornar.click()
  await expect(campo(clara, 'Motivo')).toHaveValue('valor errado')
  await campo(clara, 'Motivo').fill('')
  const confirm = dialogo(clara).getByRole('button', { name: 'Estornar' })
  await confirm.click()
  await expect(campo(clara, 'Motivo')).toHaveAccessibleDescription('Escreva o motivo do estorno')
  expect(await escritos(desk, 'a desfazer')).toHaveLength(1)
  await campo(clara, 'Motivo').fill('valor combinado era outro')
  await confirm.dblclick()
  await expect(row).toHaveCount(2)
  const [, { id: reversal }] = await escritos(desk, 'a desfazer')
  await expect(row.first()).toContainText(`Estorno do ${id}valor combinado era outro`)
  await expect(row.last()).toContainText(`Estornado pelo ${reversal}`)
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(row.last().getByRole('link')).toBeFocused()
  expect(await escritos(desk, 'a desfazer')).toMatchObject([{ tipo: 'desconto' }, { tipo: 'acrescimo' }])

  // Without the two reversals above them, another installment stands where the hand aims.
  const clicked = await clickOnChange(clara.getByRole('button', { name: /^Estornar evento/ }).first())
  await campo(clara, 'Tipo').selectOption('Desconto')
  await clicked()
  await expect(clara.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
  await expect(dialogo(clara)).toHaveCount(0)
  await campo(clara, 'Tipo').selectOption('')

  // Rows of further installments have no link, so the focus goes on to the row below.
  const vezes = eventos(clara).getByRole('row').filter({ hasText: 'em três vezes' })
  await expect(vezes).toHaveCount(3)
  const parcelas = vezes.getByRole('button', { name: /^Estornar evento/ })
  await parcelas.nth(1).press('Enter')
  await campo(clara, 'Motivo').fill('uma só')
  await confirm.click()
  await expect(vezes).toHaveCount(4)
  await expect(parcelas.nth(1)).toBeFocused()

  // A name that is one long word leaves the amount and the button in sight.
  const { rows: marias } = await desk.database.pool.query(
    "SELECT id_cliente FROM cliente WHERE nome_razaosocial = 'Maria da Conceição Ávila'",
  )
  const right = () => parcelas.first().evaluate((button) => button.getBoundingClientRect().right - window.innerWidth)
  await withName(desk, marias[0].id_cliente, 'Supercalifragilístico'.repeat(7), async () => {
    await clara.reload()
    await expect(vezes).toHaveCount(4)
    expect(await right()).toBeLessThan(0)
  })
})

test('a supervisor filters the ledger, where only what is chosen filters, reads its sums, and exports it as CSV', async ({
  desk,
  openPage,
}) => {
  await registrarPorPedido(desk, 'na planilha; com "aspas"', '1234.56')
  const clara = await openPage('clara', { ...ledger, tolerate: /422|429/ })
  const sums = clara.getByRole('status').filter({ hasText: 'Saldo' })
  await test.step('a name typed in "Cliente" but not chosen filters nothing, and the ledger says so', async () => {
    const cliente = campo(clara, 'Cliente')
    const all = await sums.innerText()
    for (const [termo, says] of [
      ['maria da conceição', 'ainda não filtra: escolha na lista. Tudo abaixo é de todos os clientes.'],
      ['zzqx', 'Nenhum cliente para “zzqx”. Tudo abaixo é de todos os clientes.'],
      ['qx', 'Digite mais: ao menos três letras, ou um número. Tudo abaixo é de todos os clientes.'],
    ] as const) {
      await cliente.fill(termo)
      await cliente.blur()
      await expect(cliente).toHaveAccessibleDescription(new RegExp(says))
      expect(await sums.innerText()).toBe(all)
      await expect(clara.getByRole('link', { name: 'Exportar CSV' })).not.toHaveAttribute('href', /cliente=/)
    }
    await clara.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect(cliente).toHaveValue('')
    await expect(cliente).toBeFocused()
    await expect(cliente).toHaveAccessibleDescription('')
    // An arrow's choice belongs to the list it was made in: Enter must not take what has its place in the next list.
    const options = clara.getByRole('listbox', { name: 'Clientes encontrados' }).getByRole('option')
    await cliente.fill('mar')
    await expect(options.first()).toBeVisible()
    await cliente.press('ArrowDown')
    await expect(cliente).toHaveAttribute('aria-activedescendant', /./)
    await cliente.fill('maria da conceição')
    await expect(options).toHaveText([/Maria da Conceição Ávila/])
    await cliente.press('Enter')
    // Neither chosen nor, right after the list came, refused.
    await expect(cliente).toHaveValue('maria da conceição')
    expect(await clara.getByText('A tela acabou de mudar').count()).toBe(0)
    await expect(async () => {
      await options.click()
      await expect(cliente).toHaveAccessibleDescription('', { timeout: 1_000 })
    }).toPass()
    await expect(clara.getByRole('link', { name: 'Exportar CSV' })).toHaveAttribute('href', /cliente=/)
    const todos = clara.getByRole('button', { name: 'Todos os clientes' })
    expect((await todos.boundingBox())?.height).toBeGreaterThanOrEqual(24)
    await todos.press('Enter')
    await expect(cliente).toBeFocused()
  })
  await test.step('the filters show in the rows, the sums and the CSV, and in what the page says while an answer is under way', async () => {
    await campo(clara, 'Cliente').fill('37999912222')
    const exportar = clara.getByRole('link', { name: 'Exportar CSV' })
    const maria = clara.getByRole('option', { name: /Maria da Conceição Ávila/ })
    // A click so soon after the list came would be refused.
    await expect(async () => {
      if (await maria.isVisible()) await maria.click({ timeout: 1_000 })
      await expect(exportar).toHaveAttribute('href', /cliente=/, { timeout: 1_000 })
    }).toPass()
    await campo(clara, 'Tipo').selectOption('Desconto')
    await campo(clara, 'Autor').selectOption('Clara Nunes')
    const { rows } = await desk.database.pool.query(
      `SELECT count(*)::int AS eventos FROM evento_faturamento JOIN cliente_servico USING (id_cliente_servico)
     JOIN cliente c USING (id_cliente) WHERE tipo = 'desconto' AND c.nome_razaosocial = 'Maria da Conceição Ávila'
       AND usuario_id = (SELECT id FROM usuario WHERE usuario = 'clara')`,
    )
    const [{ eventos: total }] = rows
    await expect(sums).toContainText(`${total} ${total === 1 ? 'evento' : 'eventos'}Acréscimos`)
    await expect(eventos(clara).getByRole('row')).toHaveCount(total + 1)
    // Paper says what the rows on it are.
    await clara.emulateMedia({ media: 'print' })
    await expect(campo(clara, 'Cliente')).toBeVisible()
    for (const posto of ['Tipo: Desconto', 'Autor: Clara Nunes'])
      await expect(clara.getByRole('search').getByText(posto)).toBeVisible()
    await expect(campo(clara, 'Registrados até')).toBeHidden()
    await expect(clara.getByRole('button', { name: 'Limpar filtros' })).toBeHidden()
    await clara.emulateMedia({ media: 'screen' })

    for (const chosen of [/cliente=\d/, /tipo=desconto/, /autor=usuario/])
      await expect(exportar).toHaveAttribute('href', chosen)
    // While the answer to new filters is under way, neither the rows nor the sums of the old ones look like it.
    const nenhum = clara.getByText('Nenhum evento com estes filtros.', { exact: false })
    const ate = campo(clara, 'Registrados até')
    for (const dia of ['2020-01-02', '2020-01-01']) {
      const release = await holdBack(clara, new RegExp(`data_fim=${dia}`), 'answer')
      await ate.fill(dia)
      await expect(sums).toHaveAttribute('aria-busy', 'true')
      await expect(eventos(clara)).toHaveCount(dia === '2020-01-02' ? 1 : 0)
      await expect(clara.locator('[aria-busy="true"]', { has: eventos(clara) })).toHaveCount(
        await eventos(clara).count(),
      )
      await expect(nenhum).toHaveCount(0)
      await release()
      await expect(nenhum).toBeVisible()
    }
    // Sums that alone are refused can be asked for again.
    await intercept(clara, '**/faturamento/totais?*', (route) => route.fulfill({ status: 429 }))
    await ate.fill('2020-01-03')
    await expect(nenhum).toBeVisible()
    const again = clara.getByRole('button', { name: 'Tentar de novo' })
    await expect(again).toBeVisible()
    await clara.unroute('**/faturamento/totais?*')
    await again.click()
    await expect(sums).toContainText('0 eventos')
    await expect(again).toHaveCount(0)
    await clara.setViewportSize({ width: 900, height: 800 })
    const filtros = clara.getByRole('button', { name: /^Filtros/ })
    for (const name of ['Tirar o filtro Registrados até: 03/01/2020', 'Limpar filtros']) {
      await clara.getByRole('button', { name }).press('Enter')
      await expect(filtros).toBeFocused()
    }
    await expect(eventos(clara)).toBeVisible()

    // The page's address may have an impossible day and an author who registered nothing: the page reports both.
    await clara.goto(`${desk.url}/faturamento/eventos?data_inicio=2026-02-31&autor=token:999`)
    await expect(clara.getByRole('main').getByRole('alert')).toContainText('O campo data_inicio')
    await expect(clara.getByText(/^Nenhum evento/)).toHaveCount(0)
    await expect(campo(clara, 'Autor')).toHaveValue('token:999')
  })
})

test('an agent sees no link to customers and billing, and their pages show and request nothing', async ({
  desk,
  openPage,
}) => {
  const asked: string[] = []
  const ana = await openPage('ana', {
    path: '/clientes',
    prepare: async (page) => page.on('request', (request) => asked.push(new URL(request.url()).pathname)),
  })
  await expect(ana.getByRole('link', { name: /^Perdidas/ })).toBeVisible()
  for (const path of ['/clientes', '/clientes/1', '/faturamento', '/faturamento/eventos', '/atendimentos/modelos']) {
    await follow(ana, path)
    await expect(ana.getByText('Sua conta de atendente não abre esta página.')).toBeVisible()
  }
  for (const path of ['/faturamento/tipos', '/auditoria']) {
    await follow(ana, path)
    await expect(ana.getByText('Sua conta não abre esta página.')).toBeVisible()
  }
  await expectNoBarriers(ana)
  await follow(ana, '/painel')
  await desk.pbx('notificar', { ramal: 101, telefone: '37999912222' })
  await expect(chamada(ana).getByRole('button', { name: 'Abrir atendimento' })).toBeVisible()
  await expect(chamada(ana)).toContainText('chamada em 30 dias')
  await expect(ana.getByRole('link', { name: /faturamento|clientes/i })).toHaveCount(0)
  expect(asked.filter((path) => /^\/api\/painel\/(clientes|faturamento|tipos_servico|auditoria)/.test(path))).toEqual(
    [],
  )
})

test('an administrator reads in the audit record who registered which event and from where', async ({
  desk,
  openPage,
}) => {
  await registrarPorPedido(desk, 'na auditoria', '3.21')
  const admin = await openPage('admin', { path: '/painel' })
  await admin.getByRole('link', { name: 'Administração' }).click()
  await admin.getByRole('link', { name: 'Auditoria' }).click()
  await campo(admin, 'Ação').selectOption('Registrou evento de faturamento')
  const newest = admin.getByRole('table', { name: 'Registros de auditoria' }).getByRole('row').nth(1)
  for (const text of [
    'Clara Nunes',
    '127.0.0.1',
    'Registrou evento de faturamento',
    'Fibra 300 Mega · Maria da Conceição Ávila',
    'R$ 3,21',
  ])
    await expect(newest).toContainText(text)
  // Without results the table's head is hidden too.
  const nenhum = admin.getByText('Nenhum registro com estes filtros.')
  await campo(admin, 'Código do cliente').fill('999999999')
  await expect(nenhum).toBeVisible()
  // That nothing was found is said of the filters in sight alone.
  const release = await holdBack(admin, /cliente=99999999&/, 'answer')
  await campo(admin, 'Código do cliente').fill('99999999')
  await expect(nenhum).toHaveCount(0)
  await release()
  await expect(nenhum).toBeVisible()
  await expect(admin.getByRole('table', { name: 'Registros de auditoria' })).toBeHidden()
})

test('the billing pages have no accessibility barrier and fit their width', async ({ openPage }) => {
  // The other pages of billing are in paginas.spec.ts.
  test.slow()
  const clara = await openPage('clara', { ...form, ...wideAndDark })
  await registrar(clara).click()
  await expectNoBarriers(clara)
  await preencher(clara, 'sem barreira', '100')
  await campo(clara, 'Parcelado').check()
  await campo(clara, 'Total de parcelas').fill('4')
  await expectNoBarriers(clara)
  await registrar(clara).click()
  await expectNoBarriers(clara, dialogo(clara))
  await dialogo(clara).getByRole('button', { name: 'Confirmar' }).click()
  await expect(clara.getByText('4 eventos cadastrados com sucesso')).toBeVisible()
  await expectNoBarriers(clara)

  await clara.getByRole('link', { name: 'Eventos registrados' }).click()
  await expect(eventos(clara)).toBeVisible()
  const button = clara.getByRole('button', { name: /^Estornar evento/ }).first()
  await inBothLooks(clara, async (width) => {
    await expectNoBarrier(clara)
    const box = await button.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
  })
  // A tablet's table leaves room to read what was charged.
  await clara.setViewportSize({ width: 993, height: 900 })
  const coluna = await clara.getByRole('columnheader', { name: 'Evento' }).boundingBox()
  expect(coluna?.width).toBeGreaterThan(150)
  await clara.setViewportSize({ width: 400, height: 900 })
  await campo(clara, 'Cliente').fill('37999912222')
  await expect(clara.getByRole('option', { name: /Maria da Conceição Ávila/ })).toBeVisible()
  await expectToFit(clara)
  await campo(clara, 'Cliente').fill('')
  await button.click()
  await expectNoBarriers(clara, dialogo(clara))
})
