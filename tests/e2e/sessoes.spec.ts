import type { Page } from '@playwright/test'
import { demoSenha } from '#server/demo/accounts'
import { openScreen } from '../support/screen.ts'
import { insertSession } from '../support/session.ts'
import { expectNoBarrier, expectToFit, expectWhole } from './support/barriers.ts'
import { holdBack } from './support/holdBack.ts'
import { addSession, anyChamada, chamada, connected, expect, lookAgain, palavras, test } from './support/test.ts'

const open = async (page: Page) => {
  await page.getByRole('button', { name: 'Conta' }).click()
  await page.getByRole('menuitem', { name: 'Sair de todos os dispositivos' }).click()
  await expect(page.getByRole('list', { name: 'Sessões' })).toBeVisible()
}
const itens = (page: Page) => page.getByRole('list', { name: 'Sessões' }).getByRole('listitem')

test.beforeEach(async ({ desk }) => {
  await desk.database.pool.query('DELETE FROM sessao')
})

test('an agent ends one of their sessions, then all of them, and another agent’s goes on', async ({
  desk,
  openPage,
}) => {
  // The other agent's screen and two of the three sessions need no page.
  const bruno = await openScreen(desk.url, await insertSession(desk.database, 'bruno'))
  const here = await openPage('ana', { tolerate: /401/ })
  const there = await openScreen(desk.url, await insertSession(desk.database, 'ana'))
  await insertSession(desk.database, 'ana')
  await desk.database.pool.query(
    `UPDATE sessao SET ip = '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', navegador = $1
     WHERE id = (SELECT max(s.id) FROM sessao s JOIN usuario u ON u.id = s.usuario_id WHERE u.usuario = 'ana')`,
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0',
    ],
  )
  await open(here)
  await expect(itens(here)).toHaveCount(3)
  await expect(itens(here).filter({ hasText: 'Esta tela' })).toHaveCount(1)
  await expect(itens(here).filter({ hasText: 'Edge no Windows · 2001:db8' })).toHaveCount(1)
  for (const width of [400, 1280]) {
    await here.setViewportSize({ width, height: 800 })
    await expectToFit(here)
    await expectWhole(itens(here))
    if (width === 400) await expectNoBarrier(here)
  }

  // Going back in the dialog ends no session.
  await here.getByRole('button', { name: 'Voltar' }).click()
  await expect(here.getByRole('dialog')).toHaveCount(0)
  await there.sync()

  await open(here)
  // The next session's button takes the place and the focus, but refuses the second of two quick presses.
  const encerrar = itens(here).getByRole('button', { name: /^Encerrar a sessão/ })
  await here
    .getByRole('list', { name: 'Sessões' })
    .evaluate((list) =>
      new MutationObserver(() => list.querySelector('button')?.click()).observe(list, { childList: true }),
    )
  await encerrar.first().press('Enter')
  await expect(here.getByText('A tela acabou de mudar')).toBeVisible()
  await expect(itens(here)).toHaveCount(2)
  await expect(encerrar).toBeFocused()

  await test.step('notes being typed are saved before the agent signs out everywhere', async () => {
    await here.keyboard.press('Escape')
    await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'palavras' } })
    await here.getByRole('button', { name: 'Abrir atendimento', exact: true }).click()
    await palavras(here).fill('sem sinal desde ontem')
    await open(here)
    await here.getByRole('button', { name: 'Sair de todos', exact: true }).click()
    await expect(here.getByLabel('Usuário')).toBeVisible()
    const { rows } = await desk.database.pool.query('SELECT descricao FROM atendimento')
    expect(rows).toEqual([{ descricao: 'sem sinal desde ontem' }])
  })
  await there.ended
  await bruno.sync()
  bruno.close()
  const { rows } = await desk.database.pool.query(
    'SELECT DISTINCT u.usuario FROM sessao JOIN usuario u ON u.id = usuario_id',
  )
  expect(rows).toEqual([{ usuario: 'bruno' }])
})

test('when another agent signs in in another tab, nothing of the first one stays, and their words wait for them', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /401|ERR_FAILED/ })
  await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'turno' } })
  await ana.getByRole('button', { name: 'Abrir atendimento', exact: true }).click()
  const words = palavras(ana)
  await words.fill('a')
  await expect(anyChamada(ana)).toContainText('Salvo')
  await ana.route('**/api/painel/atendimentos/*', (route) => route.abort())
  await words.fill('sem sinal desde ontem')

  const other = await ana.context().newPage()
  /** What signing in does to the browser and its other tabs, without the form. */
  const comeIn = async (usuario: string, page = other) => {
    await addSession(ana.context(), desk, usuario)
    await page.goto(`${desk.url}/painel`)
    await connected(page)
  }
  await other.goto(`${desk.url}/entrar`)
  await other.getByLabel('Usuário').fill('bruno')
  await other.getByLabel('Senha', { exact: true }).fill(demoSenha)
  await other.getByRole('button', { name: 'Entrar' }).click()
  await connected(other)
  // It shows the new user, or the sign-in form if it asked before the browser had the new session.
  await expect(ana.getByText(/Bruno Lima|Sua sessão terminou/).first()).toBeVisible()
  await expect(ana.getByText('Maria da Conceição Ávila')).toHaveCount(0)
  await expect(words).toHaveCount(0)

  await comeIn('ana')
  await expect(palavras(other)).toHaveValue('sem sinal desde ontem')

  // A tab that was led to the sign-in goes on by itself once its user has signed in in another.
  const third = await ana.context().newPage()
  await desk.database.pool.query('DELETE FROM sessao')
  // The page that is being left can say the same in an alert, and it would go later, with the form that is opened below.
  await expect(other).toHaveURL(/\/entrar/)
  await expect(other.getByText('Sua sessão terminou')).toBeVisible()
  await comeIn('ana', third)
  await lookAgain(other)
  await connected(other)
  await connected(third)
  await third.close()

  // A page that has lost its session waits for the hand to rest: nothing pressed there is done in the next user's name.
  const form = other.getByRole('dialog', { name: 'Novo lembrete' })
  await anyChamada(other).getByRole('button', { name: 'Lembrar depois' }).click()
  await form.getByLabel('O que lembrar').fill('Só da Ana')
  const now = Date.now()
  await other.clock.install({ time: now })
  await other.clock.pauseAt(now + 60_000)
  const lost = other.waitForResponse((answer) => answer.status() === 401)
  await desk.database.pool.query('DELETE FROM sessao')
  await lost
  await comeIn('bruno', await ana.context().newPage())
  await form.getByRole('button', { name: 'Anotar' }).click()
  await other.clock.runFor(100)
  await expect(form).toContainText('Sua sessão terminou')
  expect(await desk.database.prisma.lembrete.count()).toBe(0)

  // Nor does the next user's sign-out in that tab take the words away.
  await other.clock.resume()
  await other.goto(`${desk.url}/painel`)
  await connected(other)
  await other.getByRole('button', { name: 'Sair', exact: true }).click()
  await expect(other.getByLabel('Usuário')).toBeVisible()
  await comeIn('ana')
  await anyChamada(other).getByRole('button', { name: 'Lembrar depois' }).click()
  await expect(form.getByLabel('O que lembrar')).toHaveValue('Só da Ana')
})

test('a page whose user was replaced in another tab does and shows nothing of the new user before it has noticed', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /401/ })
  await ana.getByRole('region', { name: 'Lembretes' }).getByRole('button', { name: 'Lembrar depois' }).click()
  const form = ana.getByRole('dialog', { name: 'Novo lembrete' })
  await form.getByLabel('O que lembrar').fill('Só da Ana')
  // Its question who is signed in gets no answer for now.
  const notice = await holdBack(ana, '**/api/painel/eu', 'answer')
  await addSession(ana.context(), desk, 'bruno')
  await desk.pbx('notificar', { ramal: 102, telefone: '37998889998', ligacao_params: { call_id: 'do bruno' } })

  const asked = ana.waitForRequest('**/api/painel/eu')
  await ana.evaluate(() => document.dispatchEvent(new Event('resume')))
  await asked
  await expect(chamada(ana, '(37) 99888-9998')).toHaveCount(0)
  const refused = ana.waitForResponse((answer) => answer.status() === 401)
  await form.getByRole('button', { name: 'Anotar' }).click()
  await refused
  expect(await desk.database.prisma.lembrete.count()).toBe(0)
  await notice()
})
