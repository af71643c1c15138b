import { expectNoBarrier, expectToFit } from './support/barriers.ts'
import { holdBack } from './support/holdBack.ts'
import { expect, follow, test } from './support/test.ts'

test.afterEach(({ desk }) =>
  desk.database.pool.query(
    `DELETE FROM ajuste; UPDATE motivo_pausa SET nome = 'Reunião', ativo = true WHERE codigo = 'reuniao';
     DELETE FROM motivo_pausa WHERE nome LIKE 'Plantão%'; DELETE FROM modelo_texto WHERE titulo = 'Duplo'`,
  ),
)

test('an administrator sets the desk’s name and area code, and a double click on a list changes it once', async ({
  desk,
  openPage,
  browser,
}) => {
  const admin = await openPage('admin', { path: '/admin/ajustes', tolerate: /422/ })
  await test.step('an administrator sets the desk’s name and area code, and the sign-in page shows the name', async () => {
    const form = admin.getByRole('region', { name: 'Este Alô' })
    const save = form.getByRole('button', { name: 'Salvar' })
    await expect(save).toBeDisabled()
    await form.getByLabel('Nome do provedor').fill('Fibra Sul')
    await form.getByLabel('DDD padrão').fill('23')
    await save.click()
    await expect(form.getByLabel('DDD padrão')).toHaveAccessibleDescription(/Deve ser um DDD que existe, como 37/)
    await form.getByLabel('DDD padrão').fill('51')
    // Enter takes the only zone that matches; choosing a zone again leaves it chosen.
    const fuso = form.getByRole('combobox', { name: 'Fuso horário' })
    await fuso.click()
    await expect(admin.getByRole('option', { name: 'Belém' })).toBeVisible()
    await fuso.fill('Manaus')
    await fuso.press('Enter')
    await fuso.blur()
    await expect(fuso).toHaveValue('Manaus')
    await fuso.click()
    await admin.getByRole('option', { name: 'Manaus' }).click()
    await expect(fuso).toHaveValue('Manaus')
    await save.click()
    await expect(form.getByText('Salvo.')).toBeVisible()
    await expect(save).toBeDisabled()
    await expect(save).toBeFocused()
    await form.getByLabel('DDD padrão').fill('52')
    await form.getByRole('button', { name: 'Desfazer' }).press('Enter')
    await expect(save).toBeFocused()
    expect((await desk.database.pool.query('SELECT nome, valor FROM ajuste ORDER BY nome')).rows).toEqual([
      { nome: 'ddd_padrao', valor: '51' },
      { nome: 'nome_provedor', valor: 'Fibra Sul' },
      { nome: 'tz_desk', valor: 'America/Manaus' },
    ])
    await expectNoBarrier(admin)

    const stranger = await browser.newPage({ baseURL: new URL(admin.url()).origin })
    // A browser cannot set the name by a request header.
    await stranger.setExtraHTTPHeaders({ 'x-provedor': 'Outro' })
    await stranger.goto('/entrar')
    await expect(stranger.getByText('Fibra Sul')).toBeVisible()
    await desk.database.pool.query('DELETE FROM ajuste')
    await expect(async () => {
      await stranger.reload()
      await expect(stranger.getByRole('button', { name: 'Entrar' })).toBeVisible()
      expect(await stranger.getByText(/Fibra Sul|Outro/).count()).toBe(0)
    }).toPass()
    await stranger.close()
  })
  await test.step('a double click takes an option out of use, and does not put it back', async () => {
    await desk.database.pool.query("INSERT INTO modelo_texto (titulo, texto) VALUES ('Duplo', 'Texto')")
    const asked: string[] = []
    admin.on('request', (request) => request.method() === 'POST' && asked.push(request.postData() ?? ''))
    const moment = Date.now()
    for (const [path, off, on] of [
      ['', 'Tirar de uso: Almoço', 'Pôr em uso: Almoço'],
      ['/faturamento/tipos', 'Tirar de uso: Mensalidade', 'Pôr em uso: Mensalidade'],
      ['/atendimentos/opcoes', 'Tirar de uso: Lentidão', 'Pôr em uso: Lentidão'],
      ['/atendimentos/modelos', 'Tirar de uso: Duplo', 'Pôr em uso: Duplo'],
    ] as const) {
      if (path) await follow(admin, path)
      asked.length = 0
      const press = (name: string) => admin.getByRole('button', { name, exact: true }).click()
      await admin.clock.setFixedTime(moment)
      await press(off)
      await press(on)
      await admin.clock.setFixedTime(moment + 5_000)
      await press(on)
      await expect(admin.getByRole('button', { name: off, exact: true })).toBeVisible()
      expect(asked.map((body) => JSON.parse(body).ativo)).toEqual([false, true])
    }
  })
})

test('a save keeps what another administrator has saved in the fields that were not changed', async ({
  desk,
  openPage,
}) => {
  const path = '/admin/ajustes'
  const tolerate = /409/
  const [one, two] = [await openPage('admin', { path, tolerate }), await openPage('admin', { path, tolerate })]
  await one.getByLabel('DDD padrão').fill('51')
  await two.getByLabel('Nome do provedor').fill('Fibra Sul')
  for (const page of [one, two]) {
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Salvo.')).toBeVisible()
  }
  await one.reload()
  await expect(one.getByLabel('DDD padrão')).toHaveValue('51')
  await expect(one.getByLabel('Nome do provedor')).toHaveValue('Fibra Sul')

  // What another administrator has saved in the same field is told before it is overwritten, also when what was typed
  // has waited over a reload.
  await one.getByLabel('Nome do provedor').fill('Fibra Norte')
  await two.getByLabel('Nome do provedor').fill('Fibra Leste')
  await two.getByLabel('Novo motivo').fill('Ronda')
  await one.getByRole('button', { name: 'Salvar' }).click()
  await expect(one.getByText('Salvo.')).toBeVisible()
  await two.reload()
  await expect(two.getByLabel('Nome do provedor')).toHaveValue('Fibra Leste')
  await expect(two.getByLabel('Novo motivo')).toHaveValue('Ronda')
  const salvar = two.getByRole('button', { name: 'Salvar' })
  await salvar.click()
  await expect(two.getByLabel('Nome do provedor')).toHaveAccessibleDescription(/agora é “Fibra Norte”/i)
  await salvar.click()
  await expect(two.getByText('Salvo.')).toBeVisible()
  await expect(two.getByLabel('Nome do provedor')).toHaveValue('Fibra Leste')

  // Retiring a reason for pauses keeps the name that another administrator has given it meanwhile.
  const tirar = one.getByRole('button', { name: 'Tirar de uso: Reunião', exact: true })
  await expect(tirar).toBeVisible()
  await desk.database.pool.query("UPDATE motivo_pausa SET nome = 'Reunião geral' WHERE codigo = 'reuniao'")
  await tirar.click()
  await expect(one.getByRole('row', { name: /^Reunião geral/ })).toContainText('Fora de uso')

  // Text typed while a reason is being created stays in the field for the next reason.
  const release = await holdBack(one, '**/api/painel/motivos_pausa', 'answer')
  await one.getByLabel('Novo motivo').fill('Plantão')
  await one.getByLabel('Novo motivo').press('Enter')
  await one.getByLabel('Novo motivo').fill('O próximo')
  await release()
  await expect(one.getByRole('row', { name: /^Plantão/ })).toBeVisible()
  await expect(one.getByLabel('Novo motivo')).toHaveValue('O próximo')

  // So does text typed while a name is being saved. When the field closes, the focus stays in its row.
  await one.getByRole('button', { name: 'Renomear Plantão' }).click()
  const nome = one.getByLabel(/^Novo nome de Plantão/)
  const releaseName = await holdBack(one, '**/api/painel/motivos_pausa', 'answer')
  await nome.fill('Plantão noturno')
  await nome.press('Enter')
  await nome.fill('Plantão de domingo')
  await releaseName()
  await expect(nome).toHaveAccessibleName('Novo nome de Plantão noturno')
  await expect(nome).toHaveValue('Plantão de domingo')
  await one.getByRole('button', { name: 'Salvar', exact: true }).last().press('Enter')
  const renomear = one.getByRole('button', { name: 'Renomear Plantão de domingo' })
  await expect(renomear).toBeFocused()
  await one.keyboard.press('Enter')
  await nome.press('Escape')
  await expect(renomear).toBeFocused()
  await one.keyboard.press('Enter')
  await desk.database.pool.query("UPDATE motivo_pausa SET nome = 'Plantão de sábado' WHERE nome LIKE 'Plantão%'")
  await nome.fill('Plantão de feriado')
  await nome.press('Enter')
  await expect(nome).toHaveAccessibleDescription(/agora é “Plantão de sábado”/i)
  await expect(nome).toHaveAccessibleName('Novo nome de Plantão de sábado')
  await nome.press('Enter')
  await expect(one.getByRole('row', { name: /^Plantão de feriado/ })).toBeVisible()

  // On a narrow screen the name of a reason stays whole.
  await one.setViewportSize({ width: 400, height: 800 })
  const lines = one.getByRole('cell', { name: 'Treinamento', exact: true }).evaluate((cell) => {
    const words = document.createRange()
    words.selectNodeContents(cell)
    return words.getClientRects().length
  })
  expect(await lines).toBe(1)
  for (const width of [400, 320]) {
    await one.setViewportSize({ width, height: 800 })
    await expectToFit(one)
  }
})
