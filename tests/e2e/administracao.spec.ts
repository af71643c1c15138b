import type { Page } from '@playwright/test'
import { insertUsuario } from '#server/acesso/rows/changeUsuario'
import type { Papel } from '#server/acesso/wire'
import { sendRequest } from '../support/request.ts'
import { insertSession } from '../support/session.ts'
import { expectNoBarrier, expectNoBarriers, expectToFit, expectWhole, wideAndDark } from './support/barriers.ts'
import { clickOnChange } from './support/clickOnChange.ts'
import { holdBack, intercept } from './support/holdBack.ts'
import { chamada, expect, type RunningDesk, test } from './support/test.ts'

test.afterEach(async ({ desk }) => {
  await desk.database.pool.query(
    `DELETE FROM ligacao; DELETE FROM usuario WHERE usuario LIKE 'nova%'; UPDATE usuario SET ramal = '101', papel = 'atendente' WHERE usuario = 'ana';
     DELETE FROM token WHERE nome LIKE 'Central%'; DELETE FROM nome_fila`,
  )
})

const linha = (page: Page, nome: string) => page.getByRole('row').filter({ hasText: nome })
const segredo = (page: Page) => page.locator('[data-segredo]')

async function criar(admin: Page, usuario: string, nome: string, ramal: string) {
  await admin.getByRole('button', { name: 'Novo usuário' }).click()
  await admin.getByLabel('Nome', { exact: true }).fill(nome)
  await admin.getByLabel('Usuário', { exact: true }).fill(usuario)
  await admin.getByLabel('Ramal', { exact: true }).fill(ramal)
  await admin.getByRole('button', { name: 'Criar usuário' }).dblclick()
}

/** Inserts a user, where the form for a new one is not what is tested. */
const inserir = ({ database }: RunningDesk, usuario: string, nome: string, ramal: string, papel: Papel = 'atendente') =>
  insertUsuario(database, { usuario, nome, ramal, papel, identificador_interno: null, hash: 'of no password' })

test('a new agent sets a password by the invitation link, signs in, and gets a call', async ({
  desk,
  openPage,
  browser,
  watch,
}) => {
  const admin = await openPage('admin', { path: '/admin' })
  await criar(admin, 'nova.agente', 'Nova Agente', '150')
  await expect(linha(admin, 'Nova Agente')).toHaveCount(1)
  await expect(admin.getByRole('status').filter({ hasText: 'Link para Nova Agente' })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Copiar' })).toBeFocused()
  const link = await segredo(admin).innerText()
  expect(link).toMatch(new RegExp(`^${desk.url}/senha#[\\w-]{43}$`))
  // Create the next user while the first link is still shown.
  await criar(admin, 'nova.outra', 'Outra Agente', '151')
  await expect(admin.getByRole('status').filter({ hasText: 'Link para Outra Agente' })).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Copiar' }).first()).toBeFocused()
  // The first link waits below until it is copied, too.
  await expect(segredo(admin)).toHaveText([/^http/, link])
  const copiei = admin.getByRole('button', { name: 'Já copiei' })
  await copiei.first().press('Enter')
  await expect(copiei).toBeFocused()
  await expect(segredo(admin)).toHaveText([link])
  await copiei.press('Enter')
  await expect(segredo(admin)).toHaveCount(0)
  await expect(admin.getByRole('main')).toBeFocused()

  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 400, height: 800 } })
  const page = await context.newPage()
  watch(page, /422|404/)
  await page.goto(link)
  await expect(page.getByText('Escolha a senha de Nova Agente')).toBeVisible()
  await expectNoBarrier(page)
  await page.getByLabel('Senha nova', { exact: true }).fill('1234567890')
  await page.getByLabel('Repita a senha', { exact: true }).fill('1234567890')
  await page.getByRole('button', { name: 'Salvar senha' }).click()
  // The focus is on the button still: a screen reader is told what is wrong with the field.
  await expect(page.getByRole('alert').filter({ hasText: 'é uma das que se tentam primeiro' })).toBeVisible()
  await page.getByLabel('Senha nova', { exact: true }).fill('cavalo bateria grampo')
  await page.getByRole('button', { name: 'Salvar senha' }).click()
  await expect(page.getByText('As duas não são iguais')).toBeVisible()
  await expect(page.getByLabel('Repita a senha', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Repita a senha', { exact: true }).fill('cavalo bateria grampo')
  await page.getByRole('button', { name: 'Salvar senha' }).dblclick()
  await page.getByRole('link', { name: 'Entrar' }).click()
  await page.getByLabel('Usuário').fill('nova.agente')
  await page.getByLabel('Senha', { exact: true }).fill('cavalo bateria grampo')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('Aguardando chamadas do ramal 150')).toBeVisible()
  await desk.pbx('notificar', { ramal: 150, telefone: '37999912222', ligacao_params: { call_id: 'nova' } })
  await expect(chamada(page)).toBeVisible()

  await page.goto(link)
  await expect(page.getByText('Este link já foi usado')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Entrar' })).toBeVisible()
  await context.close()
})

test('an administrator edits users: takes what others have in exchange, and sees what was saved meanwhile', async ({
  desk,
  openPage,
}) => {
  for (const [usuario, nome, ramal] of [
    ['nova.dois', 'Nova Dois', '160'],
    ['nova.tres', 'Nova Três', '170'],
    ['nova.quatro', 'Nova Quatro', '180'],
    ['nova.cinco', 'Nova Cinco', '190'],
  ] as const)
    await inserir(desk, usuario, nome, ramal)
  const admin = await openPage('admin', { path: '/admin', tolerate: /422|409/ })
  const ramal = admin.getByLabel('Ramal', { exact: true })
  const nome = admin.getByLabel('Nome', { exact: true })
  const salvar = admin.getByRole('button', { name: 'Salvar' })
  const editar = (quem: string) => admin.getByRole('button', { name: `Editar ${quem}` }).click()

  await test.step('two agents exchange ramais', async () => {
    await editar('Ana Souza')
    await ramal.fill('160')
    await salvar.click()
    await admin.getByRole('button', { name: 'Trocar com Nova Dois' }).click()
    await expect(linha(admin, 'Nova Dois')).toContainText('101')
    await expect(linha(admin, 'Ana Souza')).toContainText('160')
  })

  await test.step('an administrator who enters what two users have can exchange it with both or with one', async () => {
    await editar('Nova Quatro')
    await ramal.fill('190')
    await admin.getByLabel('Identificador interno').fill('BRUNO02')
    await salvar.click()
    const trocar = admin.getByRole('button', { name: /^Trocar com/ })
    await expect(trocar).toHaveText('Trocar com Bruno Lima e Nova Cinco')
    await expect(admin.getByText('Bruno Lima e Nova Cinco ficam com o que Nova Quatro tem agora.')).toBeVisible()
    await admin.getByLabel('Identificador interno').fill('')
    await expect(trocar).toHaveText('Trocar com Nova Cinco')
    await trocar.click()
    await expect(linha(admin, 'Nova Quatro')).toContainText('190')
    await expect(linha(admin, 'Nova Cinco')).toContainText('180')
  })

  await test.step('an exchange that is refused leaves the focus in the form', async () => {
    await editar('Nova Três')
    await ramal.fill('190')
    await salvar.click()
    const trocar = admin.getByRole('button', { name: 'Trocar com Nova Quatro' })
    await expect(trocar).toBeVisible()
    await desk.database.pool.query(
      `UPDATE usuario SET identificador_interno = 'tres', atualizado_em = now() + interval '1 s' WHERE usuario = 'nova.tres'`,
    )
    await trocar.press('Enter')
    await expect(admin.getByRole('alert').filter({ hasText: 'Identificador interno: agora tres' })).toBeVisible()
    await expect(salvar).toBeFocused()
    await admin.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('when another administrator saved meanwhile, this one sees what changed and keeps what they typed', async () => {
    await editar('Nova Três')
    const { rows } = await desk.database.pool.query(`SELECT id, atualizado_em FROM usuario WHERE usuario = 'nova.tres'`)
    const saved = await sendRequest(desk.url, {
      path: `/api/painel/usuarios/${rows[0].id}`,
      body: { ramal: '171', papel: 'supervisor', alterado_em: rows[0].atualizado_em },
      headers: { cookie: await insertSession(desk.database, 'admin'), origin: desk.url },
    })
    expect(saved.status, saved.text).toBe(200)
    await nome.fill('Nova Terceira')
    await salvar.click()
    await expect(admin.getByRole('alert').filter({ hasText: 'Ramal: agora 171' })).toContainText(
      'Papel: agora Supervisão',
    )
    // The focus stays, and another press is refused in the same way.
    await expect(salvar).toBeFocused()
    await salvar.press('Enter')
    await expect(salvar).toBeEnabled()
    await admin.getByRole('button', { name: 'Continuar sobre o que está salvo' }).click()
    await expect(salvar).toBeFocused()
    await expect(ramal).toHaveValue('171')
    await expect(nome).toHaveValue('Nova Terceira')
    await salvar.click()
    await expect(linha(admin, 'Nova Terceira')).toContainText('171')

    // If the user was saved meanwhile without a difference, there is nothing to decide. If the user was disabled, the
    // form says so.
    const rename = async (from: string, to: string, meanwhile: string) => {
      await editar(from)
      await desk.database.pool.query(
        `UPDATE usuario SET ${meanwhile} atualizado_em = now() + interval '1 s' WHERE usuario = 'nova.tres'`,
      )
      await nome.fill(to)
      await salvar.click()
    }
    await rename('Nova Terceira', 'Nova Terceira Vez', '')
    await expect(linha(admin, 'Nova Terceira Vez')).toBeVisible()
    await rename('Nova Terceira Vez', 'Nova Quarta', 'desativado = true,')
    await expect(admin.getByRole('alert').filter({ hasText: 'Situação: agora desativado' })).toBeVisible()
  })
})

test('a user who loses the role or is disabled loses the page; the last administrator cannot be disabled', async ({
  desk,
  openPage,
}) => {
  await inserir(desk, 'nova.quatro', 'Nova Quatro', '180', 'administrador')
  const admin = await openPage('admin', { path: '/admin', tolerate: /503|422/ })
  const page = await openPage('nova.quatro', { path: '/admin', tolerate: /40[13]/ })
  await expect(page.getByRole('table', { name: 'Usuários' })).toBeVisible()

  await admin.getByRole('button', { name: 'Editar Nova Quatro' }).click()
  await admin.getByLabel('Papel').selectOption('atendente')
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Sua conta não abre esta página.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Usuários' })).toHaveCount(0)

  const dialog = admin.getByRole('dialog')
  const ask = async (nome: string) => {
    await admin.getByRole('button', { name: `Mais ações: ${nome}` }).click()
    await admin.getByRole('menuitem', { name: 'Desativar' }).click()
  }
  // The last administrator cannot be disabled, and each attempt shows the reason once.
  await ask('Administração')
  await dialog.getByRole('button', { name: 'Desativar' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Este é o último administrador que pode entrar: antes faça outro')
  await dialog.getByRole('button', { name: 'Voltar' }).click()
  await ask('Administração')
  await expect(dialog).toContainText('Desativar Administração?')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Voltar' }).click()

  await ask('Nova Quatro')
  await dialog.getByRole('button', { name: 'Desativar' }).click()
  await expect(linha(admin, 'Nova Quatro')).toContainText('desativado')
  await expect(page.getByLabel('Usuário')).toBeVisible()
  await page.close()

  // Reactivating works at once; a failure is shown.
  await intercept(admin, '**/reativar', (route) => route.fulfill({ status: 503, json: { msg: 'Tente de novo' } }))
  await admin.getByRole('button', { name: 'Mais ações: Nova Quatro' }).click()
  await admin.getByRole('menuitem', { name: 'Reativar' }).click()
  await expect(admin.getByRole('dialog').getByRole('alert')).toContainText('Tente de novo')
  await admin.unroute('**/reativar')
  await admin.getByRole('dialog').getByRole('button', { name: 'Reativar' }).click()
  await expect(admin.getByRole('dialog')).toHaveCount(0)
  await expect(linha(admin, 'Nova Quatro')).not.toContainText('desativado')
})

test('a token is shown once, lists its requests of the last hour, and stops working when revoked', async ({
  desk,
  openPage,
}) => {
  const admin = await openPage('admin', {
    path: '/admin/tokens',
    tolerate: /422|500/,
    timezoneId: 'America/Rio_Branco',
  })
  const novo = admin.getByRole('button', { name: 'Novo token' })
  await novo.click()
  await admin.getByLabel('Nome do token').fill('Central de antes')
  await admin.getByRole('button', { name: 'Cancelar' }).click()
  await expect(novo).toBeFocused()
  await novo.click()
  await expect(admin.getByLabel('Nome do token')).toHaveValue('')
  // What was typed waits over a reload.
  await admin.getByLabel('Nome do token').fill('Central da matriz')
  await admin.getByLabel('Vale só destas redes').fill('127.0.0.0/8, ::1')
  await admin.reload()
  await novo.click()
  await expect(admin.getByLabel('Nome do token')).toHaveValue('Central da matriz')
  await expect(admin.getByLabel('Vale só destas redes')).toHaveValue('127.0.0.0/8, ::1')
  await admin.getByLabel('Vale até').fill('202701-12-31')
  await admin.getByRole('button', { name: 'Criar token' }).click()
  await expect(admin.getByLabel('Vale até')).toHaveAccessibleDescription(/^Deve ser um dia/)
  await admin.getByLabel('Vale até').fill('2199-12-31')
  await admin.getByRole('button', { name: 'Criar token' }).dblclick()
  const authorization = await segredo(admin).innerText()
  expect(authorization).toMatch(/^alo_/)
  await expect(linha(admin, 'Central da matriz')).toHaveCount(1)
  // The token ends with the day in the desk's time zone, not the browser's.
  await expect(linha(admin, 'Central da matriz')).toContainText(/até 31\/12\/(21)?99.* 23:59/)
  const path = '/api/v1/integracao/pbx/ligacao/notificar'
  const ring = (ramal = 101) => sendRequest(desk.url, { path, authorization, body: { ramal } })
  expect((await ring()).status).toBe(200)
  expect((await ring(199)).status).toBe(422)
  await admin.getByRole('button', { name: 'Já copiei' }).click()
  await expect(novo).toBeFocused()
  // The server's clock decides whether a token has expired, not the browser's.
  await desk.database.pool.query("UPDATE token SET expira_em = now() + interval '1 hour' WHERE nome LIKE 'Central%'")
  await admin.clock.setFixedTime(Date.now() + 86_400_000)
  await admin.reload()
  await expect(linha(admin, 'Central da matriz')).toContainText(/até \d/)
  expect(await admin.content()).not.toContain(authorization)
  await admin.getByRole('button', { name: 'Última hora de Central da matriz' }).click()
  const uso = admin.getByRole('region', { name: 'Última hora de Central da matriz' })
  await expect(uso).toContainText('2 pedidos da central na última hora')
  await expect(uso).toContainText(/Notificar\s*1 aceito\s*1 recusado/)
  await expect(uso.getByRole('listitem')).toHaveText(/^1 × Recusada \(422\): O campo ramal não pertence/)
  await expect(uso).toContainText('Só se contam os pedidos da central')
  await expectNoBarriers(admin)
  await admin.setViewportSize({ width: 320, height: 800 })
  await expectToFit(admin)
  expect((await admin.getByText('Central da matriz', { exact: true }).boundingBox())?.height).toBeLessThan(40)
  await admin.setViewportSize({ width: 1280, height: 800 })
  await admin.getByRole('button', { name: 'Última hora de Central da matriz' }).click()
  await expect(uso).toHaveCount(0)
  // Wherever a double click hits the button, its second click answers nothing, and a slower one says no.
  const revogar = admin.getByRole('button', { name: 'Revogar Central da matriz', exact: true })
  const position = { x: 4, y: 8 }
  const at = await revogar.boundingBox()
  await revogar.dblclick({ position })
  const sure = admin.getByRole('button', { name: 'Revogar de vez Central da matriz' })
  await expect(sure).toBeVisible()
  await admin.mouse.click((at?.x ?? 0) + position.x, (at?.y ?? 0) + position.y)
  await expect(revogar).toBeVisible()
  // By keyboard the focus stays in the row, where "Não" is nearer than "Revogar de vez".
  await revogar.press('Enter')
  await expect(admin.getByRole('button', { name: 'Não revogar Central da matriz' })).toBeFocused()
  await admin.keyboard.press('Enter')
  await expect(revogar).toBeFocused()
  await revogar.press('Enter')
  await admin.getByRole('button', { name: 'Não revogar Central da matriz' }).press('Escape')
  await expect(revogar).toBeFocused()
  await revogar.click()
  const revocation = /\/revogar$/
  await intercept(admin, revocation, (route) => route.fulfill({ status: 500 }))
  await sure.click()
  await admin.setViewportSize({ width: 400, height: 800 })
  await expect(admin.getByRole('row').getByRole('alert')).toBeVisible()
  await expectToFit(admin)
  await admin.unroute(revocation)
  await sure.click()
  await expect(linha(admin, 'Central da matriz')).toContainText('revogado')
  expect((await ring()).status).toBe(401)
})

test('with the longest values the administration pages fit without a barrier; queues and the test call take no wrong one', async ({
  desk,
  openPage,
}) => {
  // The longest values allowed, without a space.
  await desk.database.pool.query(
    `INSERT INTO usuario (usuario, nome, email, ramal, identificador_interno)
     VALUES ('nova_longa', repeat('n', 120), 'nova_longa@alo', repeat('9', 20), repeat('i', 64));
     INSERT INTO nome_fila VALUES (repeat('f', 60), repeat('F', 60)), ('a', 'A')`,
  )
  const tolerate = /409|422|429/
  const admin = await openPage('admin', { path: '/admin', tolerate, ...wideAndDark })
  await expect(admin.getByRole('table', { name: 'Usuários' })).toBeVisible()
  await expectNoBarriers(admin)
  const papel = admin.getByRole('cell', { name: 'Administração', exact: true })
  for (const wide of [1280, 1000, 400]) {
    await admin.setViewportSize({ width: wide, height: 800 })
    await expectToFit(admin)
    const rects = papel.evaluate((cell) => {
      const words = document.createRange()
      words.selectNodeContents(cell)
      return words.getClientRects().length
    })
    expect([wide, await rects]).toEqual([wide, 1])
  }
  const topOf = async (name: string) => (await admin.getByRole('button', { name }).boundingBox())?.y
  expect(await topOf('Novo usuário')).toBe(await topOf('Importar CSV'))
  await admin.getByRole('button', { name: 'Editar Bruno Lima' }).click()
  await expect(admin.getByRole('dialog')).toBeVisible()
  await expectToFit(admin)
  await admin.getByLabel('Ramal', { exact: true }).fill('9'.repeat(20))
  await admin.getByRole('button', { name: 'Salvar' }).click()
  const trocar = admin.getByRole('button', { name: /^Trocar com nn/ })
  await trocar.scrollIntoViewIfNeeded()
  await expect(trocar).toBeInViewport({ ratio: 1 })
  await expectWhole(trocar)
  await admin.getByRole('button', { name: 'Cancelar' }).click()
  await admin.getByRole('button', { name: /^Editar nn/ }).click()
  await expect(admin.getByRole('button', { name: 'Fechar' })).toBeInViewport({ ratio: 1 })
  // Lists that are refused claim nothing, and can be asked for again.
  const refused = /\/api\/painel\/(filas|usuarios|ligacoes\/diagnostico)/
  await intercept(admin, refused, (route) => route.fulfill({ status: 429 }))
  await admin.goto(`${desk.url}/admin/central`)
  const again = admin.getByRole('button', { name: 'Tentar de novo' })
  await expect(again).toHaveCount(2)
  await expect(admin.getByText('A central ainda não pediu nada')).toHaveCount(0)
  await admin.getByRole('combobox', { name: 'Quem' }).click()
  await expect(admin.getByText('A lista ainda não veio')).toBeVisible()
  await admin.keyboard.press('Escape')
  await admin.unroute(refused)
  await again.first().click()
  await expect(again).toHaveCount(1)
  await again.click()
  await expect(admin.getByRole('table', { name: 'Filas com nome' })).toBeVisible()
  await expectToFit(admin)

  // Text that matches nobody chooses nobody, and "Tocar agora" does not ring the person chosen before.
  const quem = admin.getByRole('combobox', { name: 'Quem' })
  const tocar = admin.getByRole('button', { name: 'Tocar agora' })
  for (const nobody of ['zzqx', '']) {
    // Text that is filled in at the moment the list opens would be forgotten.
    await quem.click()
    await expect(admin.getByRole('option', { name: /^Bruno Lima/ })).toBeVisible()
    await quem.fill('Ana')
    await expect(admin.getByRole('option', { name: /^Bruno Lima/ })).toHaveCount(0)
    await quem.press('Enter')
    await expect(tocar).toBeEnabled()
    await quem.fill(nobody)
    await quem.blur()
    await expect(quem).toHaveValue('')
    await expect(tocar).toBeDisabled()
  }

  // A queue that has a name keeps it until it is told and saved over.
  const naTela = admin.getByLabel('Nome na tela')
  await admin.getByLabel('Como a central a chama').fill(' A ')
  await naTela.fill('Atendimento')
  await naTela.press('Enter')
  await expect(naTela).toHaveAccessibleDescription(/agora é “A”: salve de novo/i)
  await expect(admin.getByRole('cell', { name: 'A', exact: true })).toBeVisible()
  await naTela.press('Enter')
  await expect(admin.getByRole('cell', { name: 'Atendimento', exact: true })).toBeVisible()
  await expect(naTela).toHaveValue('')

  // A name that somebody else has given meanwhile is not taken away unseen.
  const tirar = admin.getByRole('button', { name: /^Tirar o nome de/ })
  await desk.database.pool.query("UPDATE nome_fila SET nome = 'Recepção' WHERE codigo = 'a'")
  await tirar.first().click()
  await expect(admin.getByText('agora é “Recepção”: confira antes de tirar')).toBeVisible()
  await expect(naTela).toHaveAccessibleDescription('')
  await expect(admin.getByRole('cell', { name: 'Recepção', exact: true })).toBeVisible()

  // The focus goes on to the next row, whose button refuses the second of two quick presses.
  await admin.getByRole('table', { name: 'Filas com nome' }).evaluate((table) =>
    new MutationObserver(() => table.querySelector('button')?.click()).observe(table, {
      childList: true,
      subtree: true,
    }),
  )
  await tirar.first().press('Enter')
  await expect(admin.getByText('A tela acabou de mudar')).toBeVisible()
  await expect(tirar).toHaveAccessibleName(/^Tirar o nome de f/)
  await expect(tirar).toBeFocused()
  await expect(async () => {
    if (await tirar.isVisible()) await tirar.press('Enter')
    await expect(tirar).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(admin.getByRole('main')).toBeFocused()
})

test('the dialogs of the users’ page give the focus back, stay until they have told their answer, and keep what was typed', async ({
  openPage,
}) => {
  const admin = await openPage('admin', { path: '/admin', tolerate: /500/ })
  const mais = 'Mais ações: Ana Souza'

  await test.step('a closed dialog gives the focus back to the button that opened it, a menu’s button too', async () => {
    const ways = [
      ...['Atalhos do teclado', 'Novo usuário', 'Editar Ana Souza', 'Importar CSV'].map((name) => [name]),
      ...['Link para nova senha', 'Sessões', 'Desativar'].map((item) => [mais, item]),
    ]
    for (const [name = '', item] of ways) {
      const button = admin.getByRole('button', { name, exact: true })
      await button.press('Enter')
      if (item) await admin.getByRole('menuitem', { name: item }).press('Enter')
      await expect(admin.getByRole('dialog').locator(':focus')).toHaveCount(1)
      await admin.keyboard.press('Escape')
      await expect(admin.getByRole('dialog')).toHaveCount(0)
      await expect(button, item ?? name).toBeFocused()
    }
  })

  await test.step('a dialog stays until its action has an answer: a failure is told', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await intercept(admin, /\/desativar$/, (route) => answered.then(() => route.fulfill({ status: 500 })))
    await admin.getByRole('button', { name: mais }).click()
    await admin.getByRole('menuitem', { name: 'Desativar' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Desativar Ana Souza?' })
    await dialog.getByRole('button', { name: 'Desativar' }).click()
    await expect(dialog.getByRole('button', { name: 'Voltar' })).toBeDisabled()
    await admin.keyboard.press('Escape')
    answer()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('button', { name: 'Voltar' }).click()
    await expect(dialog).toHaveCount(0)

    let refuse = () => {}
    const refused = new Promise<void>((resolve) => {
      refuse = resolve
    })
    await intercept(admin, /\/usuarios\/\d+$/, (route) => refused.then(() => route.fulfill({ status: 500 })))
    await admin.getByRole('button', { name: 'Editar Ana Souza' }).click()
    await admin.getByRole('button', { name: 'Salvar' }).click()
    const cancelar = admin.getByRole('button', { name: 'Cancelar' })
    await expect(cancelar).toBeDisabled()
    await admin.keyboard.press('Escape')
    refuse()
    await expect(admin.getByRole('dialog').getByRole('alert')).toBeVisible()
    await cancelar.click()
    await expect(admin.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('what was typed for a new user or a user waits until "Cancelar"', async () => {
    // What was typed for a new user waits, until "Cancelar".
    const novo = admin.getByRole('button', { name: 'Novo usuário' })
    const nome = admin.getByLabel('Nome', { exact: true })
    await novo.click()
    await nome.fill('Nova Esperada')
    await admin.keyboard.press('Escape')
    await expect(novo).toBeFocused()
    await novo.click()
    await expect(nome).toHaveValue('Nova Esperada')
    await admin.getByRole('button', { name: 'Cancelar' }).click()
    await expect(novo).toBeFocused()
    await novo.click()
    await expect(nome).toHaveValue('')
    await admin.keyboard.press('Escape')

    // So does what was typed for a user, over a reload too, and on the version that it was typed on. A click outside
    // does not close the form over it.
    const editar = admin.getByRole('button', { name: 'Editar Bruno Lima' })
    await editar.click()
    await nome.fill('Bruno Lima Neto')
    await admin.mouse.click(4, 400)
    await expect(nome).toHaveValue('Bruno Lima Neto')
    await admin.keyboard.press('Escape')
    await expect(editar).toBeFocused()
    await admin.reload()
    await editar.click()
    await expect(nome).toHaveValue('Bruno Lima Neto')
    await admin.getByRole('button', { name: 'Cancelar' }).click()
    await editar.click()
    await expect(nome).toHaveValue('Bruno Lima')
    await admin.mouse.click(4, 400)
    await expect(editar).toBeFocused()
  })

  await test.step('an administrator imports users from a CSV file, once all mistakes shown are corrected', async () => {
    await admin.getByRole('button', { name: 'Importar CSV' }).click()
    const drawer = admin.getByRole('dialog', { name: 'Importar usuários' })
    const bring = (csv: string) =>
      drawer
        .locator('input[type=file]')
        .setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'latin1') })
    const header = 'usuario;nome;papel;ramal\n'
    await bring(`${header}nova_joao;João;atendente;101\nnova_rita;Rita;atendente;331`)
    await expect(
      drawer.getByRole('row', { name: /^2 nova_joao O campo ramal \(101\) já é de Ana Souza/ }),
    ).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Importar' })).toBeDisabled()
    await expectToFit(admin)
    // The file chosen last counts, also while the one before is still being checked.
    const release = await holdBack(admin, '**/api/painel/usuarios/importar', 'answer')
    await bring(`${header}nova_joao;João;atendente;101`)
    await expect(drawer.getByText('Conferindo…')).toBeVisible()
    await bring(`${header}nova_rita;Rita;atendente;331`)
    await release()
    await expect(drawer.getByRole('status')).toContainText('1 usuário será criado')
    await admin.mouse.click(4, 400)
    await expect(drawer.getByRole('status')).toContainText('1 usuário será criado')
    await bring(`${header}nova_joao;João;atendente;330\nnova_rita;Rita;atendente;331`)
    // The drawer stays until the import has told what it did.
    await expect(drawer.getByRole('button', { name: 'Importar 2' })).toBeEnabled()
    const releaseImport = await holdBack(admin, '**/api/painel/usuarios/importar', 'answer')
    await drawer.getByRole('button', { name: 'Importar 2' }).dblclick()
    await expect(drawer.getByRole('button', { name: 'Cancelar' })).toBeDisabled()
    await admin.keyboard.press('Escape')
    await admin.mouse.click(4, 400)
    await releaseImport()
    await expect(drawer.getByRole('status')).toContainText('2 usuários criados')
    await drawer.getByRole('button', { name: 'Fechar', exact: true }).last().click()
    await expect(admin.getByRole('row', { name: /^João nova_joao/ })).toContainText('330')
  })

  await test.step('a click on a row that others have just replaced opens nobody', async () => {
    const clicked = await clickOnChange(admin.getByRole('button', { name: 'Editar Administração' }))
    await admin.getByLabel('Buscar usuário').fill('bruno')
    await clicked()
    await expect(admin.getByText('nada foi acionado')).toBeVisible()
    await expect(admin.getByRole('dialog')).toHaveCount(0)
  })
})
