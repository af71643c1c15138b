import { endCalls, movableClock } from './support/clearDesk.ts'
import { holdBack, intercept } from './support/holdBack.ts'
import { anyChamada, chamada, connected, expect, palavras, test } from './support/test.ts'

const known = {
  ramal: 101,
  telefone: 37999912222,
  ligacao_params: { call_id: 'c1', fila: 'suporte', origem: '2 – Suporte técnico' },
}

test('a call rings on the called agent’s screen only, beside their other calls, and nothing in it runs as code', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { prepare: movableClock })
  await test.step('a call rings on the called agent’s screen, a colleague’s does not; a cancel closes it', async () => {
    await desk.pbx('notificar', known)
    const window = chamada(ana)
    await expect(window).toBeVisible()
    for (const text of ['Ramal', '101', 'Identificador interno', 'ana01', 'Telefone', 'Maria da Conceição Ávila'])
      await expect(window).toContainText(text)
    await expect(window.getByRole('definition').filter({ hasText: '2 – Suporte técnico' })).toBeVisible()
    await expect(window).toContainText(/\*\*\*\.\d{3}\.\d{3}-\*\*/)

    await desk.pbx('notificar', { ramal: 102, telefone: 3732211234 })
    await desk.pbx('cancelar', known)
    await expect(anyChamada(ana)).toHaveCount(0)
  })
  await test.step('several calls are shown side by side; closing one leaves the other', async () => {
    const beside = { ...known, ligacao_params: { call_id: 'beside' } }
    await desk.pbx('notificar', beside)
    await desk.pbx('notificar', { ramal: 101 })
    await expect(anyChamada(ana)).toHaveCount(2)
    await chamada(ana, '').getByRole('button', { name: 'Fechar chamada' }).click()
    await expect(anyChamada(ana)).toHaveCount(1)
    await expect(chamada(ana)).toBeVisible()
    await endCalls(desk, ana)
  })
  await test.step('HTML and scripts in the parameters of a call do not run', async () => {
    const nasty = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
    await desk.pbx('notificar', { ramal: 101, ligacao_params: { call_id: 'x', nota: nasty, [nasty]: 1 } })
    await expect(chamada(ana, '')).toBeVisible()
    await expect(ana.locator('img[src="x"]')).toHaveCount(0)
    await expect(ana).not.toHaveTitle(/^[12]$/)
  })
})

test('one click opens the ticket, whose protocol can be copied and whose notes survive a reload and the call’s end', async ({
  desk,
  openPage,
}) => {
  // A name of three lines.
  await desk.database.pool.query(
    "UPDATE cliente SET nome_razaosocial = nome_razaosocial || repeat(' e Associados', 12) WHERE nome_razaosocial LIKE 'Maria da C%'",
  )
  // A call that came while no screen was connected shows on connect.
  await desk.pbx('notificar', known)
  const ana = await openPage('ana')
  const window = chamada(ana)
  await expect(window).toBeVisible()
  await window.getByRole('button', { name: 'Abrir atendimento' }).click()
  await expect(window.getByText('Protocolo', { exact: true })).toBeVisible()
  await expect(window).toContainText(/\d{4} \d{4} \d{3} \d{3}/)
  const [shown = ''] = (await window.innerText()).match(/\d{4} \d{4} \d{3} \d{3}/) ?? []
  await window.getByRole('button', { name: 'Copiar protocolo' }).click()
  await expect.poll(() => ana.evaluate(() => navigator.clipboard.readText())).toBe(shown.replaceAll(' ', ''))
  const { rows } = await desk.database.pool.query('SELECT protocolo FROM atendimento')
  expect(rows).toEqual([{ protocolo: shown.replaceAll(' ', '') }])

  const saved = async () => (await desk.database.pool.query('SELECT descricao FROM atendimento')).rows[0]?.descricao
  const words = palavras(ana)
  await words.fill('linha\n'.repeat(20))
  for (const [width, height] of [
    [400, 850],
    [1280, 720],
  ] as const)
    await test.step(`the ticket's buttons are in sight at ${width} × ${height}`, async () => {
      await ana.setViewportSize({ width, height })
      for (const name of ['Modelos', 'Fechar atendimento', /^Fechar chamada/])
        await expect(window.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    })
  await words.fill('Sem sinal desde ontem à noite.')
  await expect.poll(saved).toBe('Sem sinal desde ontem à noite.')
  // Words typed just before the reload are kept too.
  await words.pressSequentially(' Luz vermelha.')
  await ana.reload()
  await connected(ana)
  await expect(palavras(window)).toHaveValue('Sem sinal desde ontem à noite. Luz vermelha.')
  await expect(window).toContainText(shown)

  // The end of the call saves the notes and leaves the ticket on the screen.
  await words.press('Control+End')
  await words.pressSequentially(' Ele desligou no meio')
  await desk.pbx('cancelar', known)
  await expect(anyChamada(ana)).toHaveCount(0)
  await expect(ana.getByText('Maria da Conceição Ávila').first()).toBeVisible()
  await expect.poll(saved).toBe('Sem sinal desde ontem à noite. Luz vermelha. Ele desligou no meio')
  await desk.database.pool.query("UPDATE cliente SET nome_razaosocial = replace(nome_razaosocial, ' e Associados', '')")
})

test('an agent chooses the customer of a call by one click or by keyboard alone, and need not wait for the answer', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { prepare: movableClock })
  await test.step('a call lists all customers with its telephone, and one click chooses one', async () => {
    await desk.pbx('notificar', { ramal: 101, telefone: '37998883030' })
    const window = chamada(ana, '(37) 99888-3030')
    await expect(window.getByRole('listitem')).toHaveCount(3)
    const long = (name: Element) => {
      name.textContent = 'Maria'.repeat(40)
      return (name.closest('ul')?.scrollWidth ?? 0) - (name.closest('ul')?.clientWidth ?? 0)
    }
    expect(await window.getByText('Luís Gonçalves Brandão').evaluate(long), 'pixels wider than the window').toBe(0)
    const linked = ana.waitForResponse('**/cliente')
    await window.getByRole('button', { name: /Sebastião Gonçalves Brandão/ }).click()
    await linked
    await expect(window.getByRole('button', { name: 'Abrir atendimento' })).toBeVisible()
    await expect(window).toContainText('Sebastião Gonçalves Brandão')
    await expect(window).not.toContainText('Luís Gonçalves Brandão')
    await endCalls(desk, ana)
  })
  await test.step('a key pressed before the response to the previous action takes effect all the same', async () => {
    await desk.pbx('notificar', { ramal: 101, telefone: '37998883030', ligacao_params: { call_id: 'again' } })
    const window = chamada(ana, '(37) 99888-3030')
    const choose = window.getByRole('button', { name: /Sebastião Gonçalves Brandão/ })
    const linked = await holdBack(ana, '**/cliente', 'answer')
    await choose.focus()
    await ana.keyboard.press('Enter')
    await expect(window.getByRole('button', { name: 'Abrir atendimento' })).toBeFocused()
    await ana.keyboard.press('Enter')
    await linked()
    await expect(palavras(window)).toBeFocused()

    const closed = await holdBack(ana, '**/fechar', 'answer')
    await window.focus()
    await ana.keyboard.press('x')
    await expect(ana.getByRole('button', { name: 'Desfazer' })).toBeVisible()
    const restored = ana.waitForResponse('**/reabrir')
    await ana.keyboard.press('z')
    await closed()
    await restored
    await expect(window).toBeVisible()
    await endCalls(desk, ana)
  })
  await test.step('an agent finds a customer by keyboard alone, without accents, and links them to the call', async () => {
    await desk.pbx('notificar', { ramal: 101, telefone: '37998889999' })
    const window = chamada(ana, '(37) 99888-9999')
    const search = window.getByLabel('Buscar cliente')
    await search.focus()
    await ana.keyboard.type('goncalves brandao')
    await expect(window.getByRole('option')).toHaveCount(3)
    await ana.keyboard.press('ArrowDown')
    await ana.keyboard.press('Enter')
    await expect(window.getByRole('button', { name: 'Abrir atendimento' })).toBeFocused()
    await ana.keyboard.press('Enter')
    await expect(window.getByText('Protocolo', { exact: true })).toBeVisible()
    await expect(palavras(window)).toBeFocused()
  })
})

test('what the agent asked of a call is not done, and they are told, when the desk fails or the call has ended', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /ERR_FAILED|409/, prepare: movableClock })
  await test.step('a customer chosen for a call that has ended is refused with a message, and the choices are disabled', async () => {
    const unknown = { ramal: 101, telefone: 37998889998, ligacao_params: { call_id: 'acabou' } }
    await desk.pbx('notificar', unknown)
    await expect(chamada(ana, '(37) 99888-9998')).toBeVisible()
    await ana.keyboard.press('p')
    await ana.keyboard.type('maria')
    const opcoes = ana.getByRole('listbox', { name: 'Clientes encontrados' }).getByRole('option')
    await expect(opcoes.first()).toBeEnabled()
    const release = await holdBack(ana, '**/cliente', 'request')
    await ana.keyboard.press('ArrowDown')
    await ana.keyboard.press('Enter')
    await desk.pbx('cancelar', unknown)
    const presa = ana.locator('[data-fase="presa"]')
    await expect(presa).toBeVisible()
    await expect(opcoes.first()).toBeDisabled()
    await expect(presa.getByRole('status').filter({ hasText: 'A chamada terminou' })).toBeVisible()
    await release()
    await expect(presa.getByRole('alert')).toContainText('A chamada já terminou')
    await expect(presa.getByLabel('Buscar cliente')).toBeFocused()
  })
  await endCalls(desk, ana)
  await test.step('a close that waits for the ticket to open is not sent when opening it fails', async () => {
    await desk.pbx('notificar', known)
    const close = chamada(ana).getByRole('button', { name: 'Fechar chamada' })
    let cut = async () => {}
    await intercept(ana, '**/atendimento', (route) => {
      cut = () => route.abort()
    })
    await chamada(ana).getByRole('button', { name: 'Abrir atendimento' }).click()
    await close.click()
    await expect(close).toBeDisabled()
    await cut()
    await expect(chamada(ana).getByRole('alert')).toBeVisible()
    await expect(close).toBeEnabled()
    await expect(chamada(ana)).toBeVisible()
    const { rows } = await desk.database.pool.query("SELECT estado FROM ligacao WHERE chave = 'c1'")
    expect(rows).toEqual([{ estado: 'aberta' }])
  })
  await test.step('the failure is told no longer once the ticket is open all the same, and the focus is in its notes', async () => {
    const id = await chamada(ana).getAttribute('data-ligacao')
    const headers = { origin: desk.url }
    await ana.request.post(`${desk.url}/api/painel/ligacoes/${id}/atendimento`, { headers })
    await expect(palavras(chamada(ana))).toBeFocused()
    await expect(chamada(ana).getByRole('alert')).toHaveCount(0)
  })
})
