import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectNoBarrier, expectNoBarriers, wideAndDark } from './support/barriers.ts'
import { clearDesk, endCalls, movableClock, restHand } from './support/clearDesk.ts'
import { intercept } from './support/holdBack.ts'
import { lookSooner } from './support/lookSooner.ts'
import { anyChamada, chamada, expect, palavras, type RunningDesk, test } from './support/test.ts'

const maria = { ramal: 101, id_cliente: 1, telefone: 37999912222 }
const ring = (desk: RunningDesk, body: object) =>
  desk.pbx('notificar', { ...body, ligacao_params: { call_id: randomUUID() } })

let tickets = 0

/** Inserts a ticket of that agent with customer 1, from a call that ended yesterday. */
async function ticket(desk: RunningDesk, usuario: string, descricao: string, estado: 'aberto' | 'fechado' = 'aberto') {
  const id = randomUUID()
  const protocolo = `20260101${String(++tickets).padStart(6, '0')}`
  await desk.database.pool.query(
    `WITH ontem AS (SELECT now() - interval '25 hours' AS at, u.id FROM usuario u WHERE u.usuario = $2), l AS (
       INSERT INTO ligacao (id, usuario_id, id_cliente, estado, notificada_em, tocada_em, encerrada_em)
       SELECT $1, id, 1, 'fechada', at, at, at FROM ontem RETURNING id)
     INSERT INTO atendimento (protocolo, ligacao_id, id_cliente, usuario_id, descricao, estado, criado_em, atualizado_em, fechado_em)
     SELECT $3, l.id, 1, ontem.id, $4, $5::"EstadoAtendimento", at, at, CASE WHEN $5::text = 'fechado' THEN at END FROM l, ontem`,
    [id, usuario, protocolo, descricao, estado],
  )
  return protocolo.replace(/^(\d{4})(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
}

async function charge(desk: RunningDesk, descricao: string, centavos: number, meses = 1) {
  const lancamento = randomUUID()
  for (let n = 0; n < meses; n++)
    await desk.database.pool.query(
      `INSERT INTO evento_faturamento (lancamento, id_cliente_servico, id_tipo_servico, tipo, descricao, valor_centavos,
         parcela, total_parcelas, proximo_faturamento, mes, ano)
       SELECT $1, min(id_cliente_servico), (SELECT min(id_tipo_servico) FROM tipo_servico), $6, $2, $3, $4::int, $5, false,
         extract(month FROM m), extract(year FROM m)
       FROM cliente_servico, (SELECT now() + make_interval(months => $4::int - 1) AS m) x WHERE id_cliente = 1 GROUP BY m`,
      [lancamento, descricao, Math.abs(centavos), n + 1, meses, centavos < 0 ? 'desconto' : 'acrescimo'],
    )
}

const faixa = (within: Page | Locator) => within.locator('p[data-situacao]')

test('the window shows the customer’s contract and connection: what needs attention first, in words, colour and icon', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { prepare: movableClock })
  await test.step('the contract’s state in words, colour and icon, and the service that needs attention first', async () => {
    const window = anyChamada(ana)
    const shapes = new Set<string>()
    const strokes = new Set<string>()
    const services = window.getByRole('list', { name: 'Serviços', exact: true }).getByRole('listitem')
    for (const [id_cliente, words] of [
      [1, 'Serviço Habilitado'],
      [9, 'Suspenso por Débito'],
      [8, 'Bloqueio Parcial'],
      [12, 'Aguardando Instalação'],
      [11, 'Serviço Canceladonos 2 serviços'],
      // Two services are enabled, one is cancelled and one not yet installed: the window shows the last one.
      [7, 'Aguardando Instalação1 de 4 serviços'],
    ] as const) {
      await ring(desk, { ramal: 101, id_cliente })
      const band = faixa(window)
      await expect(band).toHaveText(words)
      const [whole, across] = [await window.boundingBox(), await band.boundingBox()]
      expect((across?.width ?? 0) / (whole?.width ?? 1)).toBeGreaterThan(0.9)
      shapes.add((await band.locator('svg').getAttribute('class')) ?? '')
      strokes.add(await band.evaluate((band) => getComputedStyle(band).borderColor))
      if (id_cliente !== 7) await endCalls(desk, ana)
    }
    expect(shapes.size).toBe(5)
    expect(strokes.size).toBe(5)

    await expect(services).toHaveCount(1)
    await expect(services).toContainText('Aguardando Instalação')
    // The page refuses clicks just after a call took another's place.
    await restHand(ana)
    await window.getByRole('button', { name: 'Ver mais 3 serviços' }).click()
    await expect(services).toHaveCount(4)
    await expect(services.last()).toContainText('Serviço Cancelado')
  })
  await endCalls(desk, ana)
  await test.step('whether the connection is up, since when, and its equipment, port and last IP', async () => {
    const { rows } = await desk.database.pool.query(
      `SELECT q.nome AS equipamento, i.nome AS interface, p.equipamento AS caixa, p.numero, k.ultimo_ipv4, k.conectado
     FROM cliente_servico s JOIN interface i USING (id_interface)
     JOIN equipamento q ON q.id_equipamento = s.id_equipamento_conexao
     JOIN porta_atendimento p USING (id_cliente_servico) JOIN status_conexao k USING (id_cliente_servico) WHERE id_cliente = 1`,
    )
    const [line] = rows
    await ring(desk, maria)
    const service = chamada(ana).getByRole('list', { name: 'Serviços', exact: true }).getByRole('listitem')
    for (const text of [line.equipamento, line.interface, line.caixa, `porta ${line.numero}`, line.ultimo_ipv4])
      await expect(service).toContainText(text)
    await expect(service).toContainText(line.conectado ? /Conectado\s*desde \d\d\/\d\d\/\d{4}/ : /Desconectado\s*desde/)
    const terms = service.locator('dt')
    await expect(terms).toHaveText(['OLT', 'PON', 'CTO', 'Último IP'])
    for (const [tipo, ...told] of [
      ['XGS-PON', 'OLT', 'PON', 'CTO'],
      ['ethernet', 'Equipamento', 'Interface', 'Caixa'],
      ['epon', 'OLT', 'PON', 'CTO'],
    ] as const) {
      await desk.database.pool.query('UPDATE interface SET tipo = $1 WHERE nome = $2', [tipo, line.interface])
      await endCalls(desk, ana)
      await ring(desk, maria)
      await expect(terms).toHaveText([...told, 'Último IP'])
    }
  })
  await test.step('a long name of a service without a space, and a long status, leave its address in sight', async () => {
    const rename = (nome: string, status: string) =>
      desk.database.pool.query(
        `UPDATE cliente_servico s SET nome = $1, status = $2 FROM cliente_servico old
         WHERE s.id_cliente = 1 AND old.id_cliente_servico = s.id_cliente_servico RETURNING old.*`,
        [nome, status],
      )
    await endCalls(desk, ana)
    const { rows } = await rename(
      'PLANO_FIBRA_RESIDENCIAL_700MEGA_WIFI6_FIDELIDADE_12_MESES',
      'Aguardando o titular, que deve devolver o equipamento em comodato',
    )
    await ring(desk, maria)
    const services = chamada(ana).getByRole('list', { name: 'Serviços', exact: true })
    await expect(services).toContainText('PLANO_FIBRA')
    await rename(rows[0].nome, rows[0].status)
    await expect.poll(() => services.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
  })
})

test('the window shows the customer’s open ticket, and one click continues it under its protocol', async ({
  desk,
  openPage,
}) => {
  const protocolo = await ticket(desk, 'ana', 'Sem sinal desde ontem.')
  const ana = await openPage('ana', { prepare: (page) => lookSooner(page, 30_000) })
  await ring(desk, maria)
  const window = chamada(ana)
  await expect(window).toContainText(`Em aberto com você${protocolo}`)
  await expect(window).toContainText('Sem sinal desde ontem.')
  await expect(window.getByRole('button', { name: 'Atendi', exact: true })).toBeVisible()
  await window.getByRole('button', { name: 'Continuar atendimento' }).click()
  // Continuing the caller's ticket counts as attending the call.
  await expect(window.getByRole('button', { name: 'Atendi', exact: true })).toHaveCount(0)
  await expect(window).toContainText('Em atendimento')
  const words = palavras(window)
  await expect(words).toBeFocused()
  await expect(words).toHaveValue('Sem sinal desde ontem.')
  await words.press('End')
  await words.pressSequentially(' Técnico agendado.')
  await expect
    .poll(async () => (await desk.database.pool.query('SELECT descricao FROM atendimento')).rows)
    .toEqual([{ descricao: 'Sem sinal desde ontem. Técnico agendado.' }])
  // A newer ticket does not move above the one that is being written in.
  await ticket(desk, 'ana', 'Mais nova')
  await expect(window.getByRole('button', { name: 'ver mais 1' })).toBeVisible()
  await expect(window.getByRole('list', { name: 'Atendimentos em aberto' }).locator('> li')).toContainText([protocolo])
  // Closed here, the ticket shows that, and keeps its place.
  await window.getByRole('button', { name: 'Fechar atendimento' }).click()
  await expect(ana.getByRole('option').first()).toBeVisible()
  await ana.keyboard.press('Enter')
  await expect(window).toContainText(`Já fechado por você${protocolo}`)
  await expect(window.getByRole('button', { name: 'Abrir atendimento' })).toBeVisible()
})

test('the window shows the customer’s history: how often they called, the last tickets, a colleague’s, and the charges', async ({
  desk,
  openPage,
}) => {
  const protocolo = await ticket(desk, 'bruno', 'palavras só de bruno')
  for (let n = 1; n <= 5; n++) await ticket(desk, 'ana', `visita número ${n}`, 'fechado')
  await charge(desk, 'Mudança de endereço', 2_500, 3)
  await charge(desk, 'Cortesia', -3_790)
  const ana = await openPage('ana')
  await ring(desk, maria)
  const window = chamada(ana)
  await test.step('an agent sees that a colleague has an open ticket, but can neither read nor continue it', async () => {
    await expect(window).toContainText(new RegExp(`Em aberto com Bruno [^0-9]*${protocolo}`))
    await expect(window.getByRole('button', { name: /^Continuar/ })).toHaveCount(0)
    await expect(window).not.toContainText('palavras só de bruno')
  })
  await test.step('how often the customer called, the last tickets, and the pending charges', async () => {
    const last = window.getByRole('article', { name: 'Últimos atendimentos' })
    await expect(last.getByRole('listitem')).toHaveCount(3)
    await expect(last.getByRole('listitem').first()).toContainText('visita número 5')
    // The older tickets are in the timeline.
    await window.getByRole('button', { name: 'Linha do tempo' }).click()
    const linha = ana.getByRole('list', { name: 'Linha do tempo' })
    await expect(linha.getByRole('listitem').filter({ hasText: 'visita número' })).toHaveCount(5)
    await ana.keyboard.press('Escape')
    const billing = window.getByRole('article', { name: 'A faturar' })
    await expect(billing).toContainText('Mudança de endereço (1/3)')
    await expect(billing).toContainText('R$ 25,00')
    // A negative sum and a discount are written in one way.
    for (const valor of ['-R$ 12,90', '-R$ 37,90']) await expect(billing).toContainText(valor)
    await billing.getByRole('button', { name: 'ver mais 2' }).click()
    await expect(billing).toContainText('(3/3)')
    // Yesterday's calls rang within one minute of each other and count as one.
    await expect(window).toContainText('1ª chamada hoje · 2 chamadas em 30 dias')
  })
})

test('the window counts an unknown caller’s earlier calls, and says without an alert that the history did not come', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /400|contexto/, prepare: movableClock })
  await test.step('an unknown caller’s earlier calls are counted by the telephone number', async () => {
    const stranger = { ramal: 101, telefone: '37998889999' }
    await ring(desk, stranger)
    const window = chamada(ana, '(37) 99888-9999')
    await expect(window).toContainText('1ª chamada em 30 dias')
    await clearDesk(desk, ana)
    await desk.database.pool.query(`UPDATE ligacao SET notificada_em = notificada_em - interval '61 seconds'`)
    await ring(desk, stranger)
    await expect(window).toContainText('2 chamadas em 30 dias')
  })
  await endCalls(desk, ana)
  await test.step('the window says without an alert that the history failed to load, and loads it again on request', async () => {
    await intercept(ana, '**/contexto', (route) => route.fulfill({ status: 400, json: {} }))
    await ring(desk, maria)
    const window = chamada(ana)
    await expect(window.getByRole('status').filter({ hasText: 'O histórico não veio' })).toBeVisible()
    await expect(window.getByRole('alert')).toHaveCount(0)
    // Nobody knows whether there is one.
    await expect(window.getByText('Nenhum')).toHaveCount(0)
    await expect(window.getByRole('button', { name: 'Abrir atendimento' })).toBeEnabled()
    await ana.unroute('**/contexto')
    await window.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(window).toContainText('chamada em 30 dias')
    await expect(window).toContainText('Nenhum atendimento em aberto')
    // Beside the call's own ticket, that would contradict it.
    await restHand(ana)
    await window.getByRole('button', { name: 'Abrir atendimento' }).click()
    await expect(window).toContainText('Nenhum outro atendimento em aberto')
  })
})

test('on a wide screen and on a narrow one nothing in the window moves when the customer’s history arrives', async ({
  desk,
  openPage,
}) => {
  await ticket(desk, 'ana', 'palavras '.repeat(60))
  await ticket(desk, 'bruno', 'outras')
  for (let n = 1; n <= 5; n++) await ticket(desk, 'ana', `visita ${n}`, 'fechado')
  await charge(desk, 'Taxa', 1_000, 4)
  const ana = await openPage('ana', { prepare: movableClock })
  for (const width of [1280, 400])
    await test.step(`${width} px`, async () => {
      await ana.setViewportSize({ width, height: 900 })
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await intercept(ana, '**/contexto', async (route) => {
        await held
        await route.continue()
      })
      await ring(desk, maria)
      const window = chamada(ana)
      const standing = async () => {
        const parts = [
          window.getByRole('button', { name: 'Abrir atendimento' }),
          window.getByRole('list', { name: 'Serviços', exact: true }),
          window.getByRole('article', { name: 'Últimos atendimentos' }),
          window.getByRole('article', { name: 'A faturar' }),
          window.getByRole('button', { name: 'Parâmetros da chamada' }),
        ]
        return Promise.all(parts.map((part) => part.boundingBox()))
      }
      await expect(window.getByRole('button', { name: 'Abrir atendimento' })).toBeVisible()
      const before = await standing()
      release()
      await expect(window).toContainText('Em aberto com você')
      await expect(window.getByRole('article', { name: 'A faturar' })).toContainText('R$')
      expect(await standing()).toEqual(before)
      expect(await ana.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await ana.evaluate(placedByThePage)).toEqual([])
      await ana.unroute('**/contexto')
      await endCalls(desk, ana)
    })
})

/** Names the elements whose decoration has its place by the page, not by them, and covers what stands there. */
function placedByThePage(): string[] {
  const isPlaced = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).position !== 'static' || isPlaced(element.parentElement))
  const loose = [...document.querySelectorAll('body *')].filter((element) =>
    ['::before', '::after'].some((pseudo) => {
      const { content, position } = getComputedStyle(element, pseudo)
      return !['none', 'normal'].includes(content) && position === 'absolute' && !isPlaced(element)
    }),
  )
  return loose.map(({ className }) => String(className))
}

test('the call windows have no accessibility barrier', async ({ desk, openPage }) => {
  await ticket(desk, 'ana', 'Sem sinal desde ontem.')
  await ticket(desk, 'bruno', 'x')
  await ticket(desk, 'bruno', 'y', 'fechado')
  await charge(desk, 'Taxa de visita', 5_000, 2)
  const ana = await openPage('ana', wideAndDark)
  for (const id_cliente of [1, 7, 8, 9, 11, 12])
    await ring(desk, { ramal: 101, id_cliente, telefone: `3799777${1000 + id_cliente}` })
  await ring(desk, { ramal: 101, telefone: '37998889999' })
  // One call is wide and shows everything known of the caller.
  await expect(faixa(ana)).toHaveCount(1)
  await expect(ana.getByText('Conectado', { exact: true }).first()).toBeVisible()
  await expect(ana.locator('[aria-busy="true"]')).toHaveCount(0)
  await ana.getByRole('button', { name: 'Continuar atendimento' }).click()
  await ana
    .getByRole('button', { name: /^Passar para \p{L}/u })
    .first()
    .click()
  await ana.getByRole('button', { name: 'Ver mais 3 serviços' }).click()
  await expect(ana.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectNoBarriers(ana)
  await ana.emulateMedia({ colorScheme: 'light' })
  await expectNoBarrier(ana)
})
