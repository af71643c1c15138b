import { clearDesk, movableClock } from './support/clearDesk.ts'
import { holdBack } from './support/holdBack.ts'
import { expectCallerInSight, linha } from './support/linha.ts'
import { anyChamada, cancel, chamada, expect, insertTicket, palavras, ring, test } from './support/test.ts'

const maria = '37999912222'
const segunda = '37998889998'

test('how many calls are hidden is told, and calls that come move no notes', async ({ desk, openPage }) => {
  const ana = await openPage('ana')

  await test.step('with 13 calls every name is in view at 1440 × 900; with twenty the desk says how many are below', async () => {
    await ana.setViewportSize({ width: 1440, height: 900 })
    const ringMore = async (from: number, to: number) => {
      for (let n = from; n < to; n++) await ring(desk, `3799991${2222 + n}`)
      await expect(anyChamada(ana)).toHaveCount(to)
    }
    await ringMore(0, 13)
    await expect(ana.locator('[data-densa]')).toBeVisible()
    const names = ana.locator('[data-zona="fila"] [class*="nome"]')
    for (const name of await names.all()) await expect(name).toBeInViewport({ ratio: 1 })
    expect(await names.count()).toBe(13)

    await ana.setViewportSize({ width: 1280, height: 800 })
    await ringMore(13, 20)
    const abaixo = ana.getByRole('button', { name: /^Mais \d+ chamadas abaixo$/ })
    await expect(abaixo).toBeInViewport({ ratio: 1 })
    // No part of the queue shows between the elements at the bottom edge, or below them.
    const behind = await ana.locator('[data-zona="pe"]').evaluate((pe) => {
      const { left, width, top } = pe.getBoundingClientRect()
      const rows = Array.from({ length: Math.floor((innerHeight - top) / 4) }, (_, n) => top + 4 * n + 2)
      return rows.filter((y) =>
        [0.1, 0.5, 0.9].some((share) =>
          document.elementFromPoint(left + share * width, y)?.closest('[data-ligacao], [data-marca]'),
        ),
      )
    })
    expect(behind).toEqual([])
    // Calls that are over keep their places under the pointer, and are no longer counted.
    await ana.locator('[data-zona="fila"][data-ligacao]').first().hover()
    // The hover waited until nothing moved: the last call that came is counted, too.
    const [, count] = (await abaixo.innerText()).match(/(\d+)/) ?? []
    for (let n = 16; n < 20; n++) await cancel(desk, `3799991${2222 + n}`)
    await expect(anyChamada(ana)).toHaveCount(16)
    await expect(ana.locator('[data-fase="fantasma"]')).toHaveCount(4)
    await expect(abaixo).toHaveText(`Mais ${Number(count) - 4} chamadas abaixo`)
    // The button may go with the press: the focus is where it led. A press right after calls moved does nothing.
    const focused = ana.locator('[data-zona="fila"][data-ligacao]:focus')
    await expect(async () => {
      if ((await focused.count()) === 0) await abaixo.press('Enter', { timeout: 1_000 })
      await expect(focused).toBeInViewport({ timeout: 1_000 })
    }).toPass()
  })

  await test.step('the first call at an empty desk does not move the notes being written, and its caller is in view', async () => {
    await desk.database.pool.query('DELETE FROM ligacao')
    await insertTicket(desk)
    await ana.reload()
    await ana.getByRole('button', { name: 'Retomar' }).click()
    await palavras(ana).pressSequentially('Ligar de volta')
    const before = await palavras(ana).boundingBox()
    await ring(desk, segunda)
    await expect(chamada(ana, '(37) 99888-9998')).toBeVisible()
    expect(await palavras(ana).boundingBox()).toEqual(before)
    await expect(palavras(ana)).toBeFocused()
    expect(await ana.evaluate(() => window.scrollY)).toBe(0)
    await expect(linha(ana)).toContainText('(37) 99888-9998')
    await expect(linha(ana)).toBeInViewport({ ratio: 1 })
    // A button tells of the calls hidden below the notes, and shows them when clicked.
    const terceira = '(37) 99888-9999'
    for (const telefone of ['37998889997', '37998889999']) await ring(desk, telefone)
    const abaixo = ana.getByRole('button', { name: /^Mais \d chamadas? abaixo$/ })
    await expect(abaixo).toBeVisible()
    expect(await palavras(ana).boundingBox()).toEqual(before)
    await abaixo.click()
    await chamada(ana, terceira).getByRole('button', { name: 'Abrir atendimento' }).click()
    await expect(chamada(ana, terceira).locator('[data-protocolo]')).toBeVisible()
  })
})

test('the wide call keeps its words and buttons whole at any width', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { prepare: movableClock })

  await test.step('the wide call shows its state, name and number without breaking a word at any width', async () => {
    await ring(desk, segunda)
    const call = chamada(ana, '(37) 99888-9998')
    const nome = call.getByRole('heading', { level: 2 })
    const widths = [400, 911, 992, 1024, 1152, 1280, 1366]
    const broken = () =>
      nome.evaluate((heading) => {
        const [text] = heading.childNodes
        const words = document.createRange()
        const lines = [...(heading.textContent ?? '').matchAll(/[^ ]+/g)].filter(({ 0: word, index }) => {
          if (text) words.setStart(text, index)
          if (text) words.setEnd(text, index + word.length)
          return words.getClientRects().length > 1
        })
        const state = heading.parentElement?.querySelector('[data-estado]')?.parentElement
        return [...lines.map(([word]) => word), ...(state && state.scrollWidth > state.clientWidth ? ['state'] : [])]
      })
    const expectWhole = async (name: string) => {
      await nome.evaluate((heading, name) => {
        if (heading.firstChild) heading.firstChild.nodeValue = name
      }, name)
      for (const width of widths) {
        await ana.setViewportSize({ width, height: 800 })
        await expect.poll(broken, { message: `broken at ${width} px` }).toEqual([])
      }
    }
    await expectWhole('Associação dos Moradores e Amigos')
    await call.getByRole('button', { name: 'Atendi', exact: true }).click()
    await expect(call).toContainText('conversa')
    // The number is one word, so that a line cannot break in it.
    await expectWhole('(37)\u00a099888-9998')
  })

  await test.step('at 400 px copying the protocol moves nothing, and a second call leaves the buttons of the first in view', async () => {
    await clearDesk(desk, ana)
    await ana.setViewportSize({ width: 400, height: 800 })
    await ring(desk, maria)
    const acts = ['Abrir atendimento', 'Atendi', 'Fechar chamada']
    for (const name of acts)
      await expect(chamada(ana).getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await chamada(ana).getByRole('button', { name: 'Abrir atendimento' }).click()
    await expect(palavras(ana)).toBeFocused()
    const copiar = ana.locator('[data-acao="copiar-protocolo"]')
    const places = async () => [await copiar.boundingBox(), await palavras(ana).boundingBox()]
    const before = await places()
    await copiar.click()
    await expect(copiar).toContainText('Copiado')
    expect(await places()).toEqual(before)
    await ring(desk, segunda)
    await expect(linha(ana)).toContainText('(37) 99888-9998')
    // The attended caller does not count as waiting, so there is no `+1`.
    await expect(linha(ana)).not.toContainText('+')
    await ring(desk, '37998889999')
    await expect(linha(ana)).toHaveText(/\+1( na fila)?(agora|há \d+ s) · Cliente não identificado/)
    await expect(linha(ana).getByRole('button', { name: /^Abrir atendimento/ })).toBeInViewport({ ratio: 1 })
    await expect(chamada(ana).getByRole('button', { name: 'Concluir' })).toBeInViewport({ ratio: 1 })
  })
})

// A supervisor has more icons beside the line. The caller is unknown, so the number cannot be replaced by a shorter
// name.
for (const [usuario, ramal] of [
  ['ana', 101],
  ['clara', 201],
] as const)
  test(`${usuario}’s line shows the caller’s whole number at each width, with others waiting, paused and offline`, async ({
    desk,
    openPage,
  }) => {
    const widths = [352, 400, 481, 640, 768, 844, 991, 992, 1100, 1152, 1280, 1366, 1441, 1536, 1680, 1919, 1920]
    // The line is fullest while the agent is paused; in its other states a width of each arrangement is enough.
    const some = [352, 640, 991, 992, 1280, 1920]
    const numero = '(21) 3322-1101'
    // Requests fail later in this test, when the connection is cut: the browser logs these errors.
    const page = await openPage(usuario, { path: '/perdidas', tolerate: /Failed to load resource|WebSocket|net::ERR/ })
    for (const telefone of ['2133221101', segunda, '37998889999']) await ring(desk, telefone, { ramal })
    await expect(linha(page)).toContainText('+2')
    await expect(linha(page)).toContainText(numero)
    await expectCallerInSight(page, numero, some)
    // A notice about an ended call appears in space that is always reserved for it.
    const place = () => linha(page).boundingBox()
    const before = await place()
    await desk.pbx('cancelar', { ramal, ligacao_params: { call_id: '37998889999' } })
    await expect(page.getByRole('banner').getByRole('link', { name: 'Ver perdidas' })).toBeVisible()
    expect(await place()).toEqual(before)
    await expectCallerInSight(page, numero, some)

    await page.getByRole('button', { name: 'Pausa', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Treinamento' }).click()
    await expect(page.getByRole('button', { name: /^Em pausa/ })).toBeVisible()
    await expectCallerInSight(page, numero, widths)
    await page.context().setOffline(true)
    await expect(page.locator('[data-conexao="perdida"]')).toBeVisible()
    await expectCallerInSight(page, numero, some)
  })

test('"Concluir" closes ticket and window together with reason and outcome, even if the options load late', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana')
  await ring(desk, maria)
  await chamada(ana).getByRole('button', { name: 'Abrir atendimento' }).click()
  await palavras(ana).pressSequentially('Resolvido na hora')
  // The page refuses clicks just after the ticket came, but not keys.
  await chamada(ana).getByRole('button', { name: 'Concluir' }).press('Enter')
  const passo = ana.getByRole('dialog', { name: 'Concluir' })
  await expect(passo.getByLabel('Motivo', { exact: true }).getByRole('option')).not.toHaveCount(1)
  await desk.database.pool.query(
    `UPDATE atendimento SET id_motivo = (SELECT min(id) FROM opcao_atendimento WHERE lista = 'motivo')`,
  )
  const release = await holdBack(ana, '**/opcoes_atendimento', 'answer')
  await ana.reload()
  await chamada(ana).getByRole('button', { name: 'Concluir' }).click()
  await expect(ana.locator('button[data-loading]')).toHaveText('Concluir')
  await expect(passo).toHaveCount(0)
  await release()
  const motivo = passo.getByLabel('Motivo', { exact: true })
  await expect(motivo).not.toHaveValue('')
  // Until the agent touches the reason, it follows the choice of another tab.
  const { rows: reasons } = await desk.database.pool.query(
    `SELECT a.id, versao, max(o.id) AS id_motivo FROM atendimento a, opcao_atendimento o WHERE lista = 'motivo' AND ativo GROUP BY 1, 2`,
  )
  const [{ id, ...chosen }] = reasons
  await ana.request.patch(`${desk.url}/api/painel/atendimentos/${id}`, { data: chosen })
  await expect(motivo).toHaveValue(String(chosen.id_motivo))
  await passo.getByLabel('Desfecho').selectOption({ index: 1 })
  await passo.getByRole('button', { name: 'Concluir e fechar' }).click()
  await expect(anyChamada(ana)).toHaveCount(0)
  const { rows } = await desk.database.pool.query(
    `SELECT a.estado, descricao, id_motivo AS motivo, id_desfecho IS NOT NULL AS desfecho, l.estado AS chamada
     FROM atendimento a JOIN ligacao l ON l.id = ligacao_id`,
  )
  expect(rows).toEqual([
    { estado: 'fechado', descricao: 'Resolvido na hora', motivo: chosen.id_motivo, desfecho: true, chamada: 'fechada' },
  ])
})

test('an outcome and a reason that are taken out of use while "Concluir" is open stay chosen there, and are refused by name', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { prepare: movableClock, tolerate: /422/ })
  await ring(desk, maria)
  await chamada(ana).getByRole('button', { name: 'Abrir atendimento' }).click()
  await chamada(ana).getByRole('button', { name: 'Concluir' }).press('Enter')
  const passo = ana.getByRole('dialog', { name: 'Concluir' })
  const fields = ['Motivo', 'Desfecho'].map((name) => passo.getByLabel(name, { exact: true }))
  for (const field of fields) await field.selectOption({ index: 1 })
  const ids = await Promise.all(fields.map((field) => field.inputValue()))
  const other = await fields[1]?.getByRole('option').last().getAttribute('value')
  const use = (ativo: boolean) =>
    desk.database.pool.query('UPDATE opcao_atendimento SET ativo = $1 WHERE id = ANY($2)', [ativo, [...ids, other]])
  await use(false)
  // The network of the computer goes and comes back.
  await ana.clock.fastForward(5 * 60_000)
  const fetched = ana.waitForResponse('**/opcoes_atendimento')
  await ana.evaluate(() => ['offline', 'online'].map((name) => window.dispatchEvent(new Event(name))))
  await (await fetched).finished()
  // A third one, which nobody chose, is gone once the list is drawn anew.
  await expect(passo.getByRole('option').and(ana.locator(`[value="${other}"]`))).toHaveCount(0)
  for (const [at, field] of fields.entries()) await expect(field).toHaveValue(ids[at] ?? '')
  await passo.getByRole('button', { name: 'Concluir e fechar' }).click()
  await expect(ana.getByRole('alert').filter({ hasText: 'O atendimento não foi fechado' })).toBeVisible()
  const { rows } = await desk.database.pool.query('SELECT estado, id_desfecho FROM atendimento')
  expect(rows).toEqual([{ estado: 'aberto', id_desfecho: null }])
  await use(true)
})
