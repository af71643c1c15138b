import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sendRequest } from '../support/request.ts'
import { insertSession } from '../support/session.ts'
import { expectNoBarrier, expectWhole, spaceText } from './support/barriers.ts'
import { holdBack } from './support/holdBack.ts'
import { lookSooner } from './support/lookSooner.ts'
import { chamada, expect, follow, type RunningDesk, test } from './support/test.ts'

const cliente = 1
const ring = (desk: RunningDesk, ramal = 101) =>
  desk.pbx('notificar', {
    ramal,
    id_cliente: cliente,
    telefone: 37999912222,
    ligacao_params: { call_id: randomUUID() },
  })

/** Inserts past calls with a ticket of that agent each, an hour apart; the newest is an hour old. */
async function past(
  desk: RunningDesk,
  usuario: string,
  count: number,
  estado: 'aberto' | 'fechado',
  descricao: string,
) {
  const { rows } = await desk.database.pool.query<{ id: number }>(
    `WITH eles AS (
       SELECT gen_random_uuid() AS id, u.id AS usuario_id, n, date_trunc('second', now()) - n * interval '1 hour' AS em
       FROM usuario u, generate_series(1, $2::int) n WHERE u.usuario = $1
     ), l AS (
       INSERT INTO ligacao (id, usuario_id, id_cliente, telefone, chave, estado, encerrada_por, notificada_em, tocada_em, atendida_em, encerrada_em)
       SELECT id, usuario_id, ${cliente}, '37999912222', id::text, 'fechada', 'atendente', em, em, em, em + interval '65 seconds' FROM eles
       RETURNING id
     )
     INSERT INTO atendimento (protocolo, ligacao_id, id_cliente, usuario_id, descricao, estado, criado_em, atualizado_em, fechado_em)
     SELECT (20260101000000 + usuario_id * 1000 + n)::text, eles.id, ${cliente}, usuario_id, $4, $3::"EstadoAtendimento", em + interval '1 minute', em,
       CASE WHEN $3 = 'fechado' THEN em + interval '2 minutes' END
     FROM eles JOIN l ON l.id = eles.id RETURNING id`,
    [usuario, count, estado, descricao],
  )
  return rows.map(({ id }) => id)
}

const charge = (desk: RunningDesk, descricao: string) =>
  desk.database.pool.query(
    `INSERT INTO evento_faturamento (lancamento, id_cliente_servico, id_tipo_servico, tipo, descricao, valor_centavos,
       parcela, total_parcelas, proximo_faturamento, usuario_id)
     SELECT $1, (SELECT min(id_cliente_servico) FROM cliente_servico WHERE id_cliente = ${cliente}),
       (SELECT min(id_tipo_servico) FROM tipo_servico), 'acrescimo', $2, 2500, n, 2, true, u.id
     FROM generate_series(1, 2) n, usuario u WHERE u.usuario = 'clara'`,
    [randomUUID(), descricao],
  )

const opener = (page: Page) => chamada(page).getByRole('button', { name: 'Linha do tempo' })
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Linha do tempo de Maria/ })
const coisas = (page: Page) => page.getByRole('list', { name: 'Linha do tempo' }).getByRole('listitem')
const kind = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'O que mostrar' }).getByText(name, { exact: true }).click()

test('the timeline opens while a call rings, filters by kind, loads down to the first entry, and closes by keyboard', async ({
  desk,
  openPage,
}) => {
  await past(desk, 'ana', 20, 'fechado', 'Sem sinal desde ontem.')
  const ana = await openPage('ana')
  await ring(desk)
  await opener(ana).click()
  await expect(drawer(ana)).toBeVisible()
  await expect(coisas(ana)).toHaveCount(30)
  await expect(coisas(ana).first()).toContainText('Chamada em curso')
  await expect(coisas(ana).nth(1)).toContainText(/^Atendimento 2026 0101 .*Ana .*fechado .*Sem sinal desde ontem\./)
  await expect(coisas(ana).nth(2)).toContainText(/Chamada atendida · 1:05.*\(37\) 99991-2222.*protocolo 2026 0101/)
  await ana.getByRole('button', { name: 'Mostrar mais' }).click()
  await expect(coisas(ana)).toHaveCount(41)
  await expect(ana.getByText('Fim da lista')).toBeVisible()
  await expect(ana.getByRole('button', { name: 'Mostrar mais' })).toHaveCount(0)

  await kind(ana, 'Chamadas')
  await expect(coisas(ana)).toHaveCount(21)
  await kind(ana, 'Atendimentos')
  await expect(coisas(ana)).toHaveCount(20)
  // Agents do not see billing events.
  await expect(ana.getByRole('radio')).toHaveCount(3)
  await kind(ana, 'Tudo')
  await expect(coisas(ana).first()).toContainText('Chamada em curso')

  const { rows } = await desk.database.pool.query(
    `SELECT count(*)::int FROM auditoria WHERE acao = 'historico_aberto' AND alvo = 'cliente:${cliente}'
     AND detalhes ->> 'ligacao' IN (SELECT id::text FROM ligacao WHERE estado = 'aberta')`,
  )
  expect(rows).toEqual([{ count: 1 }])

  await ana.keyboard.press('Escape')
  for (let time = 0; time < 2; time++) {
    await expect(drawer(ana)).toHaveCount(0)
    await expect(opener(ana)).toBeFocused()
    await ana.keyboard.press('Enter')
    await expect(coisas(ana)).toHaveCount(41)
    await expect(drawer(ana).getByRole('button', { name: 'Fechar linha do tempo' })).toBeFocused()
    // While the drawer is open, letters do not act on the calls behind it.
    await ana.keyboard.press('x')
    await ana.keyboard.press('Escape')
  }
  await expect(drawer(ana)).toHaveCount(0)
  await expect(opener(ana)).toBeFocused()
  await expect(chamada(ana)).toBeVisible()
})

test('an open timeline follows what happens to calls and tickets, and outlives its call', async ({
  desk,
  openPage,
}) => {
  const [his] = await past(desk, 'bruno', 1, 'aberto', 'de bruno')
  const [hers] = await past(desk, 'ana', 1, 'fechado', 'primeira linha\n'.repeat(9))
  const ana = await openPage('ana', { prepare: (page) => lookSooner(page, 5_000) })
  await ring(desk)
  await opener(ana).click()

  await test.step('the timeline shows a ticket closed elsewhere as closed; a new call waits while the pointer is on it', async () => {
    const ticket = coisas(ana).filter({ hasText: /^Atendimento 2026.*Bruno/ })
    await expect(ticket).toContainText('Aberto')
    // Ana may not read a colleague's words, and there is no link to the ticket.
    await expect(drawer(ana)).not.toContainText('de bruno')
    await expect(ticket.getByRole('link')).toHaveCount(0)
    await coisas(ana).first().hover()
    const closed = await sendRequest(desk.url, {
      method: 'PATCH',
      path: `/api/painel/atendimentos/${his}`,
      body: { versao: 1, estado: 'fechado' },
      headers: { cookie: await insertSession(desk.database, 'bruno'), origin: desk.url },
    })
    expect(closed.status).toBe(200)
    await expect(ticket).toContainText('fechado', { timeout: 15_000 })
    await expect(ticket).not.toContainText('Aberto')

    await ring(desk, 102)
    const wait = ana.getByRole('button', { name: '1 nova: mostrar' })
    await expect(wait).toBeVisible({ timeout: 15_000 })
    await expect(coisas(ana)).toHaveCount(5)
    await wait.click()
    await expect(coisas(ana)).toHaveCount(6)
    await expect(coisas(ana).first()).toContainText(/Chamada em curso.*Bruno/)
  })

  await test.step('the timeline stays open when its call ends, and links to the ticket of the notes', async () => {
    await desk.pbx('cancelar', { ramal: 101, telefone: 37999912222 })
    await expect(coisas(ana).filter({ hasText: 'Chamada perdida' })).toHaveCount(1, { timeout: 15_000 })
    const ticket = coisas(ana).filter({ hasText: /^Atendimento 2026.*Ana/ })
    const more = ticket.getByRole('button', { name: 'ver tudo' })
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    await more.click()
    await expect(ticket.getByRole('button', { name: 'ver menos' })).toHaveAttribute('aria-expanded', 'true')
    await ticket.getByRole('link').click()
    await expect(ana).toHaveURL(new RegExp(`/atendimentos\\?atendimento=${hers}$`))
    await expect(ana.getByRole('dialog', { name: 'Atendimento' })).toContainText('Maria')
  })
})

test('a supervisor reads the timeline beside a call and on the customer’s page', async ({ desk, openPage }) => {
  await past(desk, 'clara', 3, 'aberto', 'palavras '.repeat(40))
  await past(desk, 'bruno', 2, 'fechado', 'de bruno')
  await charge(desk, 'Boleto 00190500954014481606906809350314337370000000100 pago em dobro')
  await charge(desk, 'Mudança de endereço')
  const clara = await openPage('clara', { colorScheme: 'dark', viewport: { width: 400, height: 900 } })

  await test.step('the timeline has no accessibility barrier, dark, 400 px wide', async () => {
    await ring(desk, 201)
    await opener(clara).click()
    await expect(coisas(clara).first()).toContainText('Chamada em curso')
    await expect(drawer(clara)).toHaveCSS('opacity', '1')
    await expectNoBarrier(clara)
    await desk.database.pool.query("DELETE FROM ligacao WHERE estado = 'aberta'")
    await follow(clara, `/clientes/${cliente}`)
    await expect(coisas(clara).first()).toBeVisible()
    await expectNoBarrier(clara)
    await spaceText(clara)
    await expectWhole(clara.getByRole('radiogroup', { name: 'O que mostrar' }))
    await clara.evaluate(() => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)
    })
  })

  await test.step('a customer’s page shows a supervisor the timeline, with billing events and the notes of agents', async () => {
    await clara.setViewportSize({ width: 1280, height: 800 })
    const historico = clara.getByRole('region', { name: 'Linha do tempo' })
    await expect(historico.getByRole('listitem').first()).toContainText(
      /Acréscimo de R\$\s50,00 em 2 parcelas.*Clara .*Mudança de endereço/,
    )
    await expect(historico).toContainText('de bruno')
    await kind(clara, 'Faturamento')
    await expect(historico.getByRole('listitem').filter({ hasText: 'Mudança de endereço' }).first()).toBeVisible()
    await expect(historico).not.toContainText('de bruno')

    // That there is nothing of a kind is said once it is known.
    await desk.database.pool.query('DELETE FROM atendimento; DELETE FROM ligacao')
    await kind(clara, 'Chamadas')
    await expect(historico.getByText('Nenhuma chamada até hoje.')).toBeVisible()
    const release = await holdBack(clara, /tipo=atendimento/, 'answer')
    const nenhum = historico.getByText('Nenhum atendimento até hoje.')
    await kind(clara, 'Atendimentos')
    await expect(historico.getByText('Carregando a linha do tempo')).toBeAttached()
    await expect(nenhum).toHaveCount(0)
    await release()
    await expect(nenhum).toBeVisible()
    await kind(clara, 'Faturamento')
    await historico
      .getByRole('link', { name: /^Acréscimo/ })
      .first()
      .click()
    await expect(clara).toHaveURL(new RegExp(`/faturamento/eventos\\?cliente=${cliente}$`))
  })
})
