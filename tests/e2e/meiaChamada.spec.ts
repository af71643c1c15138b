import type { Locator, Page } from '@playwright/test'
import { byCommand, setAtivo } from '#server/acesso/rows/changeUsuario'
import { demoSenha } from '#server/demo/accounts'
import { endCalls, movableClock } from './support/clearDesk.ts'
import { intercept } from './support/holdBack.ts'
import { anyChamada, chamada, connected, expect, palavras, type RunningDesk, test } from './support/test.ts'

// Something changes in the middle of a call: the session, the user, the extension, the customer or a colleague.

const unknown = '(37) 99888-9998'
const ring = (desk: RunningDesk, body: object) => desk.pbx('notificar', { ramal: 101, ...body })
const abrir = (within: Page | Locator) => within.getByRole('button', { name: 'Abrir atendimento', exact: true })
const saved = async (desk: RunningDesk) =>
  (await desk.database.pool.query('SELECT descricao FROM atendimento')).rows[0]?.descricao

/** Types words into the notes; the last words cannot be saved. */
async function typeUnsaved(page: Page) {
  await palavras(page).fill('Sem sinal')
  await expect(chamada(page)).toContainText('Salvo')
  await intercept(page, '**/api/painel/atendimentos/*', (route) => route.abort())
  await palavras(page).pressSequentially(' desde ontem')
  await expect(chamada(page)).toContainText('Não salvo')
}

async function signIn(page: Page) {
  await page.getByLabel('Usuário').fill('ana')
  await page.getByLabel('Senha', { exact: true }).fill(demoSenha)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

async function wordsAreThere(desk: RunningDesk, page: Page) {
  await connected(page)
  await expect(page).toHaveURL(/\/painel$/)
  await expect(palavras(page)).toHaveValue('Sem sinal desde ontem')
  await expect.poll(() => saved(desk)).toBe('Sem sinal desde ontem')
}

test('when the session or the user ends during a call the agent is told why, and finds their notes after signing in', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /401|403|422|ERR_FAILED/ })
  await ring(desk, { telefone: '37999912222', ligacao_params: { call_id: 'meia' } })
  await abrir(ana).click()
  await test.step('an agent disabled during a call is told so and gets no call; enabled again, they find their notes', async () => {
    await typeUnsaved(ana)
    await setAtivo(desk.database, 'ana', false, byCommand)
    try {
      await expect(ana.getByLabel('Usuário')).toBeVisible()
      await signIn(ana)
      await expect(ana.getByRole('alert').filter({ hasText: 'Esta conta foi desativada' })).toBeVisible()
      const refused = await ring(desk, { telefone: '37998889998' })
      expect([refused.status, refused.json.campos]).toEqual([422, { ramal: [expect.stringContaining('não pertence')] }])
    } finally {
      await setAtivo(desk.database, 'ana', true, byCommand)
    }
    await ana.unroute('**/api/painel/atendimentos/*')
    await signIn(ana)
    await wordsAreThere(desk, ana)
  })
  await test.step('when the session ends during a call the agent is told why, and finds their notes after signing in', async () => {
    await typeUnsaved(ana)
    await desk.database.pool.query('DELETE FROM sessao')
    await expect(ana.getByRole('status').filter({ hasText: 'Sua sessão terminou' })).toContainText('guardado')
    expect(await saved(desk)).toBe('Sem sinal')
    await ana.unroute('**/api/painel/atendimentos/*')
    await signIn(ana)
    await wordsAreThere(desk, ana)
    // A normal sign-in does not show this reason. Leave the page first: it would go to the sign-in by itself.
    await ana.goto('about:blank')
    await ana.context().clearCookies()
    await ana.goto(`${desk.url}/painel`)
    await expect(ana.getByText('Entre para receber as chamadas do seu ramal.')).toBeVisible()
  })
})

test('when the ramal moves or a colleague attends at the same instant, a call has one agent, and the other sees why', async ({
  desk,
  openPage,
}) => {
  const movable = { tolerate: /409/, prepare: movableClock }
  const pages = [await openPage('ana', movable), await openPage('bruno', movable)] as const
  const [ana, bruno] = pages
  await test.step('when two agents attend a group’s call at the same instant, one gets it and the other is told', async () => {
    for (const ramal of [101, 102])
      await desk.pbx('notificar', { ramal, telefone: '37998889998', ligacao_params: { linkedid: 'grupo' } })
    for (const page of pages) await expect(chamada(page, unknown)).toBeVisible()
    const joined = `SELECT count(*)::int AS n FROM ligacao WHERE grupo IS NOT NULL`
    await expect.poll(async () => (await desk.database.pool.query(joined)).rows[0].n).toBe(2)
    // Hold both requests back until both agents have clicked.
    let letGo = () => {}
    const pressed = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let heard = 0
    for (const page of pages)
      await intercept(page, '**/atender', async (route) => {
        heard += 1
        if (heard === pages.length) letGo()
        await pressed
        await route.continue()
      })
    await Promise.all(
      pages.map((page) => chamada(page, unknown).getByRole('button', { name: 'Atendi', exact: true }).click()),
    )
    const counts = async () => (await Promise.all(pages.map((page) => anyChamada(page).count()))).toSorted()
    await expect.poll(counts).toEqual([0, 1])
    const [winner, loser] = (await anyChamada(ana).count()) === 1 ? [ana, bruno] : [bruno, ana]
    await expect(chamada(winner, unknown)).toContainText('Em atendimento')
    await expect(loser.getByText(/: (atendida por um colega|em atendimento por)/).first()).toBeVisible()
    const { rows } = await desk.database.pool.query(
      `SELECT estado, encerrada_por, atendida_em IS NOT NULL AS atendida FROM ligacao ORDER BY estado`,
    )
    expect(rows).toEqual([
      { estado: 'aberta', encerrada_por: null, atendida: true },
      { estado: 'fechada', encerrada_por: 'grupo', atendida: false },
    ])
    await endCalls(desk, ana, bruno)
  })
  await test.step('when a ramal moves to a colleague while it rings, the call stays with the agent, and the next one moves', async () => {
    const rings = { telefone: '37998889997', ligacao_params: { call_id: 'mudou' } }
    await ring(desk, rings)
    await expect(chamada(ana, '(37) 99888-9997')).toBeVisible()
    const move = (first: string | null, second: string | null) =>
      desk.database.pool.query(
        `UPDATE usuario SET ramal = NULL WHERE usuario IN ('ana', 'bruno');
       UPDATE usuario SET ramal = ${first} WHERE usuario = 'ana';
       UPDATE usuario SET ramal = ${second} WHERE usuario = 'bruno'`,
      )
    await move('NULL', "'101'")
    try {
      await connected(ana)
      await connected(bruno)
      await expect(ana.getByRole('button', { name: 'Conta: Ana Souza', exact: true })).toBeVisible()
      await expect(bruno.getByRole('button', { name: 'Conta: Bruno Lima · ramal 101' })).toBeVisible()
      await expect(chamada(ana, '(37) 99888-9997')).toBeVisible()
      await desk.pbx('cancelar', { ramal: 101, ...rings })
      await expect(anyChamada(ana)).toHaveCount(0)
      await ring(desk, { telefone: '37999912222' })
      await expect(chamada(bruno)).toBeVisible()
      await expect(anyChamada(ana)).toHaveCount(0)
    } finally {
      await move("'101'", "'102'")
    }
  })
})

test('when a customer is deleted during a call, the call and its notes go on without a customer', async ({
  desk,
  openPage,
}) => {
  const { pool } = desk.database
  const gone = {
    id_cliente: 990_001,
    codigo_cliente: 990_001,
    nome_razaosocial: 'Zulmira Apagada',
    busca: 'zulmira apagada',
  }
  const create = () =>
    pool.query(
      `INSERT INTO cliente SELECT * FROM jsonb_populate_record((SELECT c FROM cliente c ORDER BY id_cliente LIMIT 1), $1)`,
      [JSON.stringify(gone)],
    )
  const remove = () => pool.query('DELETE FROM cliente WHERE id_cliente = $1', [gone.id_cliente])
  const ana = await openPage('ana', { tolerate: /404|409/ })
  await create()
  try {
    // The customer is deleted between the search and the choice.
    await ring(desk, { telefone: '37998889998', ligacao_params: { call_id: 'some' } })
    await chamada(ana, unknown).getByLabel('Buscar cliente').fill('zulmira apagada')
    const found = chamada(ana, unknown).getByRole('option', { name: /Zulmira/ })
    await expect(found).toBeVisible()
    await remove()
    await found.click()
    await expect(chamada(ana, unknown).getByRole('alert')).toContainText('O cliente não existe')
    await desk.pbx('cancelar', { ramal: 101, ligacao_params: { call_id: 'some' } })
    await expect(anyChamada(ana)).toHaveCount(0)

    // The customer is deleted while the call's window is open.
    await create()
    await ring(desk, { id_cliente: gone.id_cliente, telefone: '37998889997', ligacao_params: { call_id: 'sumiu' } })
    const window = chamada(ana, '(37) 99888-9997')
    await expect(window).toContainText(gone.nome_razaosocial)
    await remove()
    await abrir(window).click()
    await expect(window).toContainText(/\d{4} \d{4} \d{3} \d{3}/)
    await expect(window).not.toContainText(gone.nome_razaosocial)
    await expect(window.getByLabel('Buscar cliente')).toBeVisible()
    await palavras(ana).fill('Ligou sobre a segunda via')
    await expect.poll(() => saved(desk)).toBe('Ligou sobre a segunda via')

    // The customer is deleted while the ticket is open.
    await create()
    await window.getByLabel('Buscar cliente').fill('zulmira apagada')
    await window.getByRole('option', { name: /Zulmira/ }).click()
    await expect(window.getByRole('heading', { level: 2 })).toHaveText(gone.nome_razaosocial)
    await remove()
    await desk.pbx('cancelar', { ramal: 101, ligacao_params: { call_id: 'sumiu' } })
    await expect(anyChamada(ana)).toHaveCount(0)
    await ana.reload()
    await ana.getByRole('region', { name: 'Atendimentos em aberto' }).getByRole('button', { name: 'Retomar' }).click()
    await expect(palavras(ana)).toHaveValue('Ligou sobre a segunda via')
  } finally {
    await remove()
  }
})
