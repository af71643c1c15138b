import type { Page } from '@playwright/test'
import { sendRequest } from '../support/request.ts'
import { openScreen } from '../support/screen.ts'
import { insertSession } from '../support/session.ts'
import { endCalls, movableClock } from './support/clearDesk.ts'
import { holdBack } from './support/holdBack.ts'
import { chamada, expect, palavras, type RunningDesk, test } from './support/test.ts'

// Nobody can pass on a running call's ticket by accident.

const botao = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const opcoes = (page: Page) => page.getByRole('listbox', { name: 'Passar para' }).getByRole('option')
const holder = async (desk: RunningDesk): Promise<string> =>
  (
    await desk.database.pool.query(
      'SELECT u.usuario FROM atendimento a JOIN usuario u ON u.id = a.usuario_id ORDER BY a.id DESC',
    )
  ).rows[0].usuario

/** Rings a call of Ana's and opens its ticket. */
async function atendendo(desk: RunningDesk, page: Page, call_id = 'passar') {
  await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id } })
  await chamada(page).getByRole('button', { name: 'Abrir atendimento' }).click()
  await expect(palavras(page)).toBeFocused()
}

test('a ticket goes to the colleague whom the agent chose and confirmed, and comes back until they have written in it', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /409/ })
  const cookie = await insertSession(desk.database, 'bruno')
  const bruno = await openScreen(desk.url, cookie)
  const clara = await openPage('clara')
  await test.step('Enter pressed several times passes no ticket; the list has present colleagues first, with their state', async () => {
    const { headers } = await desk.pbx('notificar', { ramal: 102, telefone: '37998889998' })
    const path = `/api/painel/ligacoes/${headers['x-ligacao-id']}/atender`
    expect((await sendRequest(desk.url, { path, body: {}, headers: { cookie } })).status).toBe(200)
    await atendendo(desk, ana)
    await botao(ana, 'Passar para…').focus()
    await ana.keyboard.press('Enter')
    await ana.keyboard.press('Enter')
    await expect(opcoes(ana)).toHaveText([
      /Clara Nunes.*Livre · Ramal 201/,
      /Bruno Lima.*Em chamada · Ramal 102/,
      /Fora da mesa · sem ramal/,
    ])
    await ana.keyboard.press('Enter')
    await expect(opcoes(ana)).toHaveCount(3)
    expect(await holder(desk)).toBe('ana')
    await expect(ana.getByRole('group', { name: 'Confirmar a passagem' })).toHaveCount(0)

    // In the agent's own running call the page asks for confirmation; one more Enter keeps the ticket.
    await ana.keyboard.press('ArrowDown')
    await ana.keyboard.press('Enter')
    const pergunta = ana.getByRole('group', { name: 'Confirmar a passagem' })
    await expect(pergunta).toContainText('Clara Nunes (livre)')
    await ana.keyboard.press('Enter')
    await expect(pergunta).toHaveCount(0)
    expect(await holder(desk)).toBe('ana')
    await expect(clara.getByText('passou um atendimento para você')).toHaveCount(0)
    bruno.close()
  })
  await test.step('an agent can take back a ticket they passed, until the colleague has written in it', async () => {
    await palavras(ana).fill('dela')
    const pass = async () => {
      await botao(ana, 'Passar para…').click()
      await ana.getByLabel('Buscar: Passar para').fill('clara')
      await ana.keyboard.press('Enter')
      await botao(ana, 'Passar para Clara Nunes').click()
      await expect(ana.getByText('Passado para Clara Nunes')).toBeVisible()
      await expect(clara.getByText('Ana Souza passou um atendimento para você')).toBeVisible()
    }
    await pass()
    await botao(ana, 'Desfazer').click()
    await expect(palavras(ana)).toBeEditable()
    expect(await holder(desk)).toBe('ana')
    for (const page of [ana, clara]) await expect(page.getByText('passou um atendimento para você')).toHaveCount(0)
    // A dismissed notice gives the focus to the page.
    await pass()
    await botao(clara, 'Dispensar aviso').press('Enter')
    await expect(clara.getByRole('main')).toBeFocused()
    await botao(ana, 'Desfazer').click()
    await palavras(ana).fill('dela de novo')

    // Once the colleague has written in the ticket, it cannot be taken back. "Desfazer" says so, in a closed one too.
    await pass()
    await clara.getByRole('link', { name: /^Abrir/ }).click()
    await palavras(clara).fill('já comecei')
    await expect(palavras(ana)).toHaveValue('já comecei')
    await clara.keyboard.press('Control+Enter')
    await expect(clara.getByLabel('Buscar: Desfechos')).toBeFocused()
    await clara.keyboard.press('Enter')
    await expect(chamada(ana).getByText('Fechado', { exact: true })).toBeVisible()
    await botao(ana, 'Desfazer').click()
    await expect(ana.getByRole('alert').filter({ hasText: 'Tarde para desfazer' })).toContainText('Clara Nunes')
    await expect(palavras(ana)).toBeFocused()
    expect(await holder(desk)).toBe('clara')
  })
})

test('the keys of an agent who passes a ticket go where they look, and a refusal stays until they have read it', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /409/, prepare: movableClock })
  await atendendo(desk, ana)
  const ask = async () => {
    await ana.keyboard.press('Enter')
    await ana.getByLabel('Buscar: Passar para').fill('bruno')
    await expect(opcoes(ana)).toHaveCount(1)
    await ana.keyboard.press('Enter')
    await expect(botao(ana, 'Ficar com ele')).toBeFocused()
  }
  await test.step('by keyboard, the focus goes to the question before a pass, and to what comes next after each answer', async () => {
    await botao(ana, 'Passar para…').focus()
    await ask()
    await ana.keyboard.press('Enter')
    await expect(botao(ana, 'Passar para…')).toBeFocused()
    await expect(opcoes(ana)).toHaveCount(0)
    await ask()
    await ana.keyboard.press('Tab')
    await ana.keyboard.press('Enter')
    await expect(botao(ana, 'Desfazer')).toBeFocused()
    expect(await holder(desk)).toBe('bruno')
    await ana.keyboard.press('Enter')
    await expect(botao(ana, 'Passar para…')).toBeFocused()
    expect(await holder(desk)).toBe('ana')
  })
  await test.step('the late response to a pass takes no key from the notes, and a typed space does not undo the pass', async () => {
    const release = await holdBack(ana, '**/passar', 'answer')
    await botao(ana, 'Passar para…').click()
    await ana.getByLabel('Buscar: Passar para').fill('bruno')
    await ana.keyboard.press('Enter')
    await botao(ana, 'Passar para Bruno Lima').click()
    await palavras(ana).click()
    await release()
    await expect(botao(ana, 'Desfazer')).toBeVisible()
    await ana.keyboard.type(' xx')
    await expect(palavras(ana)).toBeFocused()
    await expect(chamada(ana)).toContainText('Este atendimento é de Bruno Lima')
    expect(await holder(desk)).toBe('bruno')
    await ana.unroute('**/passar')
    await botao(ana, 'Desfazer').click()
    await expect(palavras(ana)).toBeEditable()
    expect(await holder(desk)).toBe('ana')
    await botao(ana, 'Passar para…').focus()
  })
  await test.step('“Desfazer” goes by itself, and the focus goes to the notes, because an agent has no other button there then', async () => {
    await ask()
    await ana.keyboard.press('Tab')
    await ana.keyboard.press('Enter')
    await expect(botao(ana, 'Desfazer')).toBeFocused()
    await ana.clock.fastForward(10_000)
    await expect(botao(ana, 'Desfazer')).toHaveCount(0)
    await expect(palavras(ana)).toBeFocused()
  })
  await test.step('a pass that is refused because the ticket was closed meanwhile says so', async () => {
    await endCalls(desk, ana)
    await atendendo(desk, ana, 'outra')
    await palavras(ana).fill('quase pronto')
    await expect(ana.getByText('Salvo', { exact: true })).toBeVisible()
    // The ticket is closed when the pass is on its way: before, a snapshot could tell the screen of it.
    const release = await holdBack(ana, '**/passar', 'request')
    await botao(ana, 'Passar para…').click()
    await ana.getByLabel('Buscar: Passar para').fill('clara')
    await ana.keyboard.press('Enter')
    const asked = ana.waitForRequest('**/passar')
    await botao(ana, 'Passar para Clara Nunes').click()
    await asked
    await desk.database.pool.query(`UPDATE atendimento SET estado = 'fechado', fechado_em = now(), versao = versao + 1`)
    await release()
    const said = ana.getByRole('alert').filter({ hasText: 'reabra antes de passar adiante' })
    await expect(said).toBeVisible()
    // The message stays until the agent confirms it; the next save, even of nothing, does not remove it.
    await palavras(ana).focus()
    await palavras(ana).blur()
    await said.getByRole('button', { name: 'Entendi' }).click()
    await expect(said).toHaveCount(0)
    expect(await holder(desk)).toBe('ana')
  })
})
