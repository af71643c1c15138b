import type { Locator, Page } from '@playwright/test'
import { erasePerson } from '#server/titular/rows/erasure'
import { expectNoBarrier, expectNoBarriers, expectToFit, expectWhole, wideAndDark } from './support/barriers.ts'
import { endCalls, movableClock, restHand } from './support/clearDesk.ts'
import { holdBack } from './support/holdBack.ts'
import {
  anyChamada,
  cancel,
  chamada,
  connected,
  expect,
  follow,
  palavras,
  type RunningDesk,
  ring,
  test,
} from './support/test.ts'
import { withName } from './support/withName.ts'

const maria = '(37) 99991-2222'
const telefones = ['37999912222', '37998889998', '37998889999']
const [second, third] = ['(37) 99888-9998', '(37) 99888-9999']

const ativa = (page: Page) => page.locator('[data-ligacao][data-ativa]')
const botao = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

/** Rings three calls and waits until all are drawn. */
async function ringThree(desk: RunningDesk, page: Page) {
  for (const telefone of telefones) await ring(desk, telefone)
  await expect(anyChamada(page)).toHaveCount(3)
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not drawn')
  return box
}

async function centreOf(locator: Locator) {
  const { x, y, width, height } = await boxOf(locator)
  return { x: x + width / 2, y: y + height / 2 }
}

test('a call that ends leaves the others in their places until the agent’s pointer is away or a new call takes its own', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { prepare: movableClock })
  await test.step('an attended call that the PBX ends is shown as ended, not as missed', async () => {
    await ring(desk, '37998889998')
    await botao(chamada(ana, second), 'Atendi').click()
    await expect(chamada(ana, second)).toContainText('Em atendimento')
    await expect(botao(chamada(ana, second), 'Atendi')).toHaveCount(0)
    await cancel(desk, '37998889998')
    await expect(ana.getByText(`Chamada de ${second} foi encerrada pela central.`).first()).toBeVisible()
    await expect(ana.getByText('(perdida)')).toHaveCount(0)
  })
  await test.step('a new call replaces an ended one, even with the pointer resting on it', async () => {
    await ring(desk, '37999912222')
    await chamada(ana).hover()
    await cancel(desk, '37999912222')
    await ring(desk, '37998889999')
    await restHand(ana)
    await expect(ativa(ana)).toHaveAccessibleName(`Chamada de ${third}`)
  })
  await endCalls(desk, ana)
  await test.step('when the first call is cancelled, a click aimed at the second call’s button still hits it', async () => {
    for (const telefone of ['37998889996', '37999912222', '37998889999']) await ring(desk, telefone)
    await expect(anyChamada(ana)).toHaveCount(3)
    const aim = await centreOf(botao(chamada(ana), 'Abrir atendimento'))
    await cancel(desk, '37998889996')
    await expect(chamada(ana, '(37) 99888-9996')).toHaveCount(0)
    await ana.mouse.click(aim.x, aim.y)
    await expect(ana.locator('[data-protocolo]')).toBeVisible()
    const { rows } = await desk.database.pool.query(
      'SELECT nome_razaosocial FROM atendimento JOIN cliente USING (id_cliente)',
    )
    expect(rows).toEqual([{ nome_razaosocial: 'Maria da Conceição Ávila' }])
  })
  await endCalls(desk, ana)
  await test.step('an ended call keeps its place while the pointer is over the queue, and frees it when the pointer leaves', async () => {
    await ringThree(desk, ana)
    const before = await boxOf(chamada(ana, third))
    await chamada(ana, second).hover({ position: { x: 8, y: 8 } })
    await cancel(desk, '37998889998')
    await expect(ana.getByText(`Chamada de ${second} foi cancelada (perdida).`).first()).toBeVisible()
    // Longer than an ended call keeps its place by itself.
    await ana.clock.runFor(5_000)
    expect(await boxOf(chamada(ana, third))).toEqual(before)
    await ana.mouse.move(5, 5)
    await expect.poll(async () => (await boxOf(chamada(ana, third))).y).toBeLessThan(before.y)
  })
})

test('open calls keep their places when one is repeated, closed or restored, and the agent can work in any of them', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana')
  await ringThree(desk, ana)
  await test.step('a repeated call keeps its age and place, also over a reload', async () => {
    const [y, since] = [
      (await boxOf(chamada(ana, second))).y,
      await chamada(ana, second).locator('time').getAttribute('datetime'),
    ]
    await ring(desk, '37998889998', { ligacao_params: { call_id: '37998889998', fila: 'vendas' } })
    await expect(chamada(ana, second)).toContainText('vendas')
    const unmoved = async () => {
      expect((await boxOf(chamada(ana, second))).y).toBe(y)
      expect(await chamada(ana, second).locator('time').getAttribute('datetime')).toBe(since)
    }
    await unmoved()
    await ana.reload()
    await connected(ana)
    await expect(anyChamada(ana)).toHaveCount(3)
    await unmoved()
  })
  await test.step('a double click on "Fechar chamada" closes one call only, and "Desfazer" restores it to its place', async () => {
    const place = await boxOf(chamada(ana, second))
    await botao(chamada(ana, second), 'Fechar chamada').dblclick()
    await expect(botao(ana, 'Desfazer')).toBeVisible()
    await expect(anyChamada(ana)).toHaveCount(2)
    const open = async () =>
      (await desk.database.pool.query("SELECT count(*)::int AS n FROM ligacao WHERE estado = 'aberta'")).rows[0].n
    expect(await open()).toBe(2)
    await botao(ana, 'Desfazer').click()
    await expect(chamada(ana, second)).toBeVisible()
    expect(await boxOf(chamada(ana, second))).toEqual(place)
    await expect(chamada(ana, second)).toBeFocused()

    // The same for the wide call, whose place another call could take.
    await botao(chamada(ana), 'Fechar chamada').dblclick()
    await expect(chamada(ana)).toHaveCount(0)
    await expect(botao(ana, 'Desfazer')).toBeVisible()
    expect(await open()).toBe(2)
    await expect(anyChamada(ana)).toHaveCount(2)
    await botao(ana, 'Desfazer').click()
    await expect(ativa(ana)).toHaveAccessibleName(`Chamada de ${maria}`)
  })
  await test.step('every open call shows its fields, and the agent can work in any of them', async () => {
    for (const numero of [maria, second, third])
      for (const rotulo of ['Ramal', 'Identificador interno', 'Telefone'])
        await expect(chamada(ana, numero).getByText(rotulo, { exact: true })).toBeVisible()
    await expect(chamada(ana, second).getByLabel('Buscar cliente')).toBeVisible()
    await botao(chamada(ana, third), 'Abrir atendimento').click()
    await expect(ativa(ana)).toHaveAccessibleName(`Chamada de ${third}`)
    await expect(palavras(ana)).toBeFocused()
    await expect(botao(chamada(ana), 'Abrir atendimento')).toBeVisible()
    await botao(chamada(ana), 'Fechar chamada').click()
    await expect(chamada(ana)).toHaveCount(0)
    await expect(ativa(ana)).toHaveAccessibleName(`Chamada de ${third}`)
  })
})

test('calls that come or end while the agent types take neither the focus nor the place, and no words are lost', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /409/, prepare: movableClock })
  await test.step('a new call takes neither the focus nor the place of the one the agent works in', async () => {
    await ring(desk, '37998889998')
    const busca = chamada(ana, second).getByLabel('Buscar cliente')
    await busca.pressSequentially('sil')
    const place = await boxOf(busca)
    await ring(desk, '37999912222')
    await expect(chamada(ana)).toBeVisible()
    await ana.keyboard.type('va')
    await expect(busca).toHaveValue('silva')
    await expect(busca).toBeFocused()
    expect(await boxOf(busca)).toEqual(place)
    await expect(ativa(ana)).toHaveAccessibleName(`Chamada de ${second}`)
    // Typing in a card makes it the active one, and the text stays in that card.
    await ring(desk, '37998889999')
    await chamada(ana, third).getByLabel('Buscar cliente').fill('souza')
    await expect(ativa(ana)).toHaveAccessibleName(`Chamada de ${third}`)
    await expect(chamada(ana, third).getByLabel('Buscar cliente')).toHaveValue('souza')
    await expect(busca).toHaveValue('silva')
  })
  await test.step('when the call is cancelled while the box of commands is open, Escape gives the focus to the page', async () => {
    await chamada(ana).focus()
    await ana.keyboard.press('Control+k')
    await expect(ana.getByRole('dialog', { name: 'Caixa de comandos' })).toBeVisible()
    await cancel(desk, '37999912222')
    await expect(ana.getByText(`Chamada de ${maria} foi`).first()).toBeVisible()
    await restHand(ana)
    await expect(chamada(ana)).toHaveCount(0)
    await ana.keyboard.press('Escape')
    await expect(ana.locator('#conteudo')).toBeFocused()
  })
  await endCalls(desk, ana)
  await test.step('when the call is cancelled while the agent types, the notes keep text, focus and place until they leave', async () => {
    await ring(desk, '37999912222')
    await botao(chamada(ana), 'Abrir atendimento').click()
    await palavras(ana).pressSequentially('Ele desligou no ')
    const place = await boxOf(palavras(ana))
    await cancel(desk, '37999912222')
    await expect(anyChamada(ana)).toHaveCount(0)
    await expect(ana.getByText(`Chamada de ${maria} foi`).first()).toBeVisible()
    await expect(palavras(ana)).toBeFocused()
    expect(await boxOf(palavras(ana))).toEqual(place)
    await ana.keyboard.type('meio da frase')
    await expect(palavras(ana)).toHaveValue('Ele desligou no meio da frase')
    // A new call does not take the focus or the words.
    await ring(desk, '37998889998')
    await expect(chamada(ana, second)).toBeVisible()
    await expect(palavras(ana)).toBeFocused()
    await expect
      .poll(async () => (await desk.database.pool.query('SELECT descricao FROM atendimento')).rows[0]?.descricao)
      .toBe('Ele desligou no meio da frase')
    // When the agent clicks elsewhere, the ticket moves to the open ones.
    await ana.mouse.click(5, 5)
    await restHand(ana)
    const abertos = ana.getByRole('region', { name: 'Atendimentos em aberto' })
    await expect(abertos).toContainText('Maria da Conceição Ávila')
    // An element that appeared by itself refuses clicks for a moment.
    await restHand(ana)
    await botao(abertos, 'Retomar').click()
    await expect(botao(abertos, 'Recolher')).toBeVisible()
    // Further typing goes into the notes, and no letter closes the call beside them.
    await ana.keyboard.type(': caixa')
    await expect(palavras(ana)).toHaveValue('Ele desligou no meio da frase: caixa')
    await expect(chamada(ana, second)).toBeVisible()
    // A command erases the ticket's customer, perhaps while words are being saved: they leave the screen, and no key
    // brings them back.
    const { pool } = desk.database
    const id = 990_002
    await pool.query(
      `INSERT INTO cliente SELECT * FROM jsonb_populate_record((SELECT c FROM cliente c ORDER BY id_cliente LIMIT 1), $1)`,
      [JSON.stringify({ id_cliente: id, codigo_cliente: id, nome_razaosocial: 'Zenaide Esquecida', busca: 'zenaide' })],
    )
    await pool.query('UPDATE ligacao SET id_cliente = $1 WHERE id IN (SELECT ligacao_id FROM atendimento)', [id])
    await pool.query('UPDATE atendimento SET id_cliente = $1', [id])
    await expect.poll(async () => erasePerson(desk.database, id, new Date())).toMatchObject({ atendimentos: 1 })
    await expect(abertos).toContainText(`Titular eliminado ${id}`)
    await expect(abertos.getByRole('alert')).toContainText('Os dados deste cliente foram eliminados a pedido dele')
    await expect(palavras(ana)).toHaveValue('')
    await expect(palavras(ana)).not.toBeEditable()
    await expect(botao(abertos, 'Fechar atendimento')).toBeEnabled()
    await pool.query('DELETE FROM cliente WHERE id_cliente = $1', [id])
  })
})

test('on other pages a call shows a card, which counts as shown, moves nothing and links to the call', async ({
  desk,
  openPage,
}) => {
  const clara = await openPage('clara', { path: '/clientes' })
  const first = clara.getByRole('table').getByRole('link').first()
  const before = await boxOf(first)
  await desk.pbx('notificar', { ramal: 201, telefone: '37999912222', ligacao_params: { call_id: 'cartao' } })
  const cartoes = clara.getByRole('list', { name: 'Chamadas em curso' })
  await expect(cartoes).toContainText('Maria da Conceição Ávila')
  await expect(cartoes).toContainText(maria)
  expect(await boxOf(first)).toEqual(before)
  await expect(clara.getByRole('status').filter({ hasText: `Chamada de ${maria}, Maria` })).toHaveCount(1)
  await expect
    .poll(async () => (await desk.database.pool.query('SELECT exibida_em FROM ligacao')).rows[0]?.exibida_em)
    .not.toBeNull()
  await cartoes.getByRole('link', { name: 'Ir para a chamada' }).press('Enter')
  await expect(clara).toHaveURL(/\/painel$/)
  await expect(ativa(clara)).toHaveAccessibleName(`Chamada de ${maria}`)
  await expect(ativa(clara)).toBeFocused()
})

test('a ticket opened without a customer gets one, changes it after a question, and is found by its protocol', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana')
  await ring(desk, '37998889998')
  const window = chamada(ana, second)
  await botao(window, 'Abrir atendimento').click()
  await expect(window.getByText('Protocolo', { exact: true })).toBeVisible()
  await window.getByLabel('Buscar cliente').fill('goncalves brandao')
  await window.getByRole('option').first().click()
  await expect(botao(window, 'Trocar cliente')).toBeVisible()
  await botao(window, 'Trocar cliente').click()
  await expect(window.getByLabel('Buscar cliente')).toBeFocused()
  // The first Escape clears the words, the second closes the search.
  await ana.keyboard.type('Maria')
  await ana.keyboard.press('Escape')
  await expect(window.getByLabel('Buscar cliente')).toHaveValue('')
  await ana.keyboard.press('Escape')
  await expect(botao(window, 'Trocar cliente')).toBeFocused()
  await ana.keyboard.press('Enter')
  await window.getByLabel('Buscar cliente').fill('Maria da Conceição Ávila')
  await expect(window.getByRole('option')).toHaveCount(1)
  await ana.keyboard.press('Enter')
  const pergunta = window.getByRole('group', { name: 'Confirmar a troca de cliente' })
  await expect(pergunta).toContainText('Brandão')
  await expect(pergunta).toContainText('Maria da Conceição Ávila')
  await expect(pergunta).toContainText('A troca fica registrada.')
  await botao(pergunta, 'Trocar para Maria da Conceição Ávila').click()
  await expect(window.getByRole('heading', { level: 2 })).toHaveText('Maria da Conceição Ávila')
  const { rows } = await desk.database.pool.query(
    'SELECT nome_razaosocial FROM atendimento JOIN cliente USING (id_cliente)',
  )
  expect(rows).toEqual([{ nome_razaosocial: 'Maria da Conceição Ávila' }])

  const protocolo = await window.locator('[data-protocolo]').innerText()
  await ana.keyboard.press('Control+k')
  const achados = ana.getByRole('dialog').getByRole('button')
  await ana.getByRole('dialog').getByRole('textbox').fill(protocolo)
  await expect(achados.nth(1)).toContainText(protocolo)
  await ana.keyboard.press('ArrowDown')
  await ana.keyboard.press('Enter')
  await expect(ana).toHaveURL(/\/atendimentos\?atendimento=\d+/)

  // More open tickets than the desk lists: the page shows the way to the oldest.
  await desk.database.pool.query(
    `INSERT INTO atendimento (protocolo, usuario_id, descricao, busca, estado, criado_em, atualizado_em)
     SELECT '20250101' || lpad(n::text, 6, '0'), usuario_id, '', '', 'aberto', now() - n * interval '1 day', now()
     FROM (SELECT usuario_id FROM atendimento LIMIT 1) a, generate_series(1, 51) n`,
  )
  await follow(ana, '/painel')
  const abertos = ana.getByRole('region', { name: 'Atendimentos em aberto' })
  await expect(abertos).toContainText('e mais 2, mais antigos')
  await ana.keyboard.press('Control+k')
  // Enter opens a found result, not the link to the search in all tickets.
  const past = achados.filter({ hasText: 'em todos os atendimentos' })
  await ana.getByRole('dialog').getByRole('textbox').fill('goncalves brandao')
  await expect(past).toBeVisible()
  await expect(ana.getByRole('dialog').locator('[data-selected]')).toContainText('Cliente')
  await ana.getByRole('dialog').getByRole('textbox').fill('20250101000051')
  await expect(ana.getByRole('dialog').locator('[data-selected]')).toContainText('em todos os atendimentos')
  await ana.keyboard.press('Enter')
  await expect(ana.getByRole('row').filter({ hasText: '000 051' })).toBeVisible()
  await ana.getByRole('link', { name: 'Painel' }).click()
  await abertos.getByRole('link', { name: 'ver todos' }).click()
  await expect(ana).toHaveURL(/estado=aberto/)
  await expect(ana.getByRole('row')).toHaveCount(51)
})

test('by keyboard alone an agent goes from call to call, closes one, restores it, and uses the command box', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana')
  await ringThree(desk, ana)
  await ana.keyboard.press('Tab')
  await ana.keyboard.press('Enter')
  await ana.keyboard.press('Tab')
  await expect(botao(chamada(ana), 'Abrir atendimento')).toBeFocused()
  await ana.keyboard.press('j')
  await expect(ativa(ana)).toHaveAccessibleName(`Chamada de ${second}`)
  await expect(ativa(ana)).toBeFocused()
  await ana.keyboard.press('p')
  await ana.keyboard.press('Tab')
  await ana.keyboard.press('Alt+ArrowUp')
  await expect(ativa(ana)).toHaveAccessibleName(`Chamada de ${maria}`)
  // The call that was closed last comes back, not the last one on the screen.
  await botao(chamada(ana, third), 'Fechar chamada').click()
  await expect(chamada(ana, third)).toHaveCount(0)
  await ana.keyboard.press('j')
  await ana.keyboard.press('k')
  // The socket shows the close before its answer comes and moves the focus.
  const answer = await holdBack(ana, '**/fechar', 'answer')
  await ana.keyboard.press('x')
  await expect(chamada(ana)).toHaveCount(0)
  await answer()
  await expect(ana.locator('#conteudo')).toBeFocused()
  await ana.keyboard.press('z')
  await expect(chamada(ana)).toBeVisible()
  await expect(chamada(ana, third)).toHaveCount(0)
  // So does a call whose close is still under way.
  const request = await holdBack(ana, '**/fechar', 'request')
  // Right after the desk has moved, "x" is refused.
  await expect(async () => {
    await ana.keyboard.press('x')
    await expect(botao(chamada(ana, second), 'Fechar chamada')).toBeDisabled({ timeout: 500 })
  }).toPass()
  const restored = ana.waitForResponse('**/reabrir')
  await ana.keyboard.press('z')
  await request()
  await restored
  await expect(chamada(ana, second)).toBeVisible()
  await expect(chamada(ana, third)).toHaveCount(0)

  await ana.keyboard.press('?')
  await expect(ana.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible()
  await ana.keyboard.press('Escape')
  await expect(ana.getByRole('dialog')).toHaveCount(0)
  await ana.keyboard.press('Control+k')
  const comandos = ana.getByPlaceholder('Página, cliente, telefone ou protocolo')
  const achados = ana.getByRole('dialog').getByRole('button')
  await comandos.fill('goncalves brandao')
  await expect(achados).toHaveCount(3)
  await expect(ana.getByRole('dialog', { name: 'Caixa de comandos' })).toBeVisible()
  await expectNoBarrier(ana)
  // The results of the earlier search are gone, and Enter waits for the new ones.
  const release = await holdBack(ana, '**/busca?termo=souza', 'answer')
  await comandos.fill('souza')
  await ana.keyboard.press('Enter')
  await expect(ana.getByRole('dialog')).toContainText('Buscando…')
  await release()
  await expect(achados.first()).toContainText('Souza')
  const [, codigo] = /Cliente (\d+)/.exec(await achados.first().innerText()) ?? []
  await ana.keyboard.press('Enter')
  await expect(ana.getByRole('status').filter({ hasText: `Código ${codigo} copiado` })).toBeVisible()
  expect(await ana.evaluate(() => navigator.clipboard.readText())).toBe(codigo)

  await ana.keyboard.press('Control+k')
  // Pages are found by agents' words for them too.
  for (const words of ['ligacoes', 'não tocou', 'chamadas p', 'retornar', 'protocolos', 'modelos'])
    await test.step(words, async () => {
      await comandos.fill(words)
      const page = { ligacoes: 'Histórico', protocolos: 'Atendimentos' }[words] ?? 'Perdidas'
      if (words === 'modelos') await expect(achados.filter({ hasText: 'Ir para' })).toHaveCount(0)
      else await expect(achados.first()).toHaveText(`Ir para ${page}`)
    })
  await comandos.fill('histórico')
  await ana.keyboard.press('Enter')
  await expect(ana).toHaveURL(/\/ligacoes/)
})

test('the desk, empty and with open, ticketed and closed calls, has no accessibility barrier, and nothing overflows', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { ...wideAndDark, prepare: movableClock })
  await test.step('a customer’s name of 300 letters takes less than 100 px of height, and is whole in the tooltip', async () => {
    const { rows } = await desk.database.pool.query(
      `SELECT id_cliente FROM cliente WHERE nome_razaosocial = 'Maria da Conceição Ávila'`,
    )
    const nome = 'Associação '.repeat(27).trim()
    await withName(desk, rows[0].id_cliente, nome, async () => {
      await ring(desk, '37999912222')
      const heading = chamada(ana).getByRole('heading', { level: 2 })
      await expect(heading).toHaveAttribute('title', nome)
      expect((await boxOf(heading)).height).toBeLessThan(100)
    })
  })
  await endCalls(desk, ana)
  const check = async () => {
    for (const width of [1280, 640, 400]) {
      await ana.setViewportSize({ width, height: 800 })
      await expectToFit(ana)
      for (const window of await anyChamada(ana).all()) {
        const { x, width: own } = await boxOf(window)
        expect(x >= 0 && x + own <= width).toBe(true)
      }
    }
  }
  await expectNoBarriers(ana)
  await desk.database.pool.query(
    `UPDATE cliente SET nome_razaosocial = $1 WHERE nome_razaosocial = 'Maria da Conceição Ávila'`,
    ['Maria'.repeat(18)],
  )
  try {
    await ringThree(desk, ana)
    await ring(desk, '37998883030')
    await ring(desk, '37998884040')
    await expect(anyChamada(ana)).toHaveCount(5)
    await check()
    await ana.setViewportSize({ width: 360, height: 740 })
    await expectWhole(ativa(ana).getByRole('button'))
    await botao(chamada(ana), 'Abrir atendimento').click()
    await expect(palavras(ana)).toBeVisible()
    await botao(chamada(ana, third), 'Fechar chamada').click()
    await expect(botao(ana, 'Desfazer')).toBeVisible()
    await check()
    await expectNoBarriers(ana)
    await chamada(ana, second).getByLabel('Buscar cliente').fill('silva')
    await expectNoBarriers(ana, ana.getByRole('option').first())
    await follow(ana, '/ligacoes')
    await expect(ana.getByRole('link', { name: 'Ir para a chamada' }).first()).toBeVisible()
    await check()
    await expectNoBarriers(ana)
  } finally {
    await desk.database.pool.query(
      `UPDATE cliente SET nome_razaosocial = 'Maria da Conceição Ávila' WHERE nome_razaosocial = $1`,
      ['Maria'.repeat(18)],
    )
  }
})
