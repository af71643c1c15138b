import { clearDesk, movableClock, restHand } from './support/clearDesk.ts'
import { holdBack } from './support/holdBack.ts'
import { anyChamada, chamada, expect, test } from './support/test.ts'

test('"Mostrar mais" keeps the focus while it loads, and then gives it to the end of the list', async ({
  desk,
  openPage,
}) => {
  await desk.database.pool.query(
    `INSERT INTO auditoria (acao, alvo)
     SELECT 'senha_trocada', 'usuario:' || n FROM generate_series(1, 120 - (SELECT count(*) FROM auditoria)) n`,
  )
  const admin = await openPage('admin', { path: '/auditoria' })
  const mais = admin.getByRole('button', { name: 'Mostrar mais' })
  const release = await holdBack(admin, /auditoria\?.*apos=/, 'request')
  await mais.focus()
  await admin.keyboard.press('Enter')
  await expect(mais).toBeDisabled()
  await expect(mais).toBeFocused()
  await release()
  await expect(admin.getByText('Fim da lista')).toBeFocused()
})

test('a pressed button of a call keeps the focus while its request runs, and then gives it to the next step', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { prepare: movableClock })

  await test.step('the focus stays on "Atendi" while its request runs, and then goes to "Abrir atendimento"', async () => {
    await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'foco' } })
    const atendi = chamada(ana).getByRole('button', { name: 'Atendi', exact: true })
    const release = await holdBack(ana, '**/atender', 'request')
    await atendi.focus()
    await ana.keyboard.press('Enter')
    await expect(atendi).toBeDisabled()
    await expect(atendi).toBeFocused()
    await release()
    await expect(atendi).toHaveCount(0)
    await expect(chamada(ana).getByRole('button', { name: 'Abrir atendimento' })).toBeFocused()
  })

  await test.step('the customer chosen for a call keeps the focus until the request is done', async () => {
    await clearDesk(desk, ana)
    // Two customers of the demo have this telephone.
    for (const ramal of [101, 102])
      await desk.pbx('notificar', { ramal, telefone: '21995670968', ligacao_params: { linkedid: 'de quem' } })
    await expect(anyChamada(ana)).toContainText('também tocando em 102')
    const option = ana
      .getByRole('list', { name: /Quem está ligando/ })
      .getByRole('button')
      .first()
    const release = await holdBack(ana, '**/cliente', 'request')
    await option.press('Enter')
    await expect(option).toBeDisabled()
    await expect(option).toBeFocused()
    await release()
    await expect(option).toHaveCount(0)
    // In a ring group, the call is attended first and named a moment later.
    await expect(anyChamada(ana).getByRole('button', { name: 'Abrir atendimento' })).toBeFocused()
  })

  await test.step('a notice that is dismissed gives the focus to the page', async () => {
    const call = { ramal: 101, telefone: '37998889996', ligacao_params: { call_id: 'aviso' } }
    await desk.pbx('notificar', call)
    await expect(anyChamada(ana)).toHaveCount(2)
    await desk.pbx('cancelar', call)
    await ana.getByRole('button', { name: /^Dispensar/ }).press('Enter')
    await expect(ana.getByRole('button', { name: /^Dispensar/ })).toHaveCount(0)
    await expect(ana.getByRole('main')).toBeFocused()
  })

  await test.step('"Caiu" gives the focus to the link that takes its place', async () => {
    const call = { ramal: 101, telefone: '37998889995', ligacao_params: { call_id: 'caiu' } }
    await desk.pbx('notificar', call)
    await desk.pbx('notificar', { ...call, ligacao_params: { call_id: 'caiu', evento: 'atendida' } })
    await desk.pbx('cancelar', call)
    const caiu = ana.getByRole('button', { name: 'Caiu' })
    await expect(caiu).toBeVisible()
    await restHand(ana)
    await caiu.press('Enter')
    await expect(ana.getByRole('link', { name: 'Ver perdidas' })).toBeFocused()
  })

  await test.step('a call that another tab closes gives the focus to the page', async () => {
    const call = chamada(ana)
    for (const focused of [call.getByRole('button', { name: 'Mostrar documento' }), call]) {
      await clearDesk(desk, ana)
      await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'outra aba' } })
      await focused.focus()
      const fechar = `${desk.url}/api/painel/ligacoes/${await call.getAttribute('data-ligacao')}/fechar`
      await ana.request.post(fechar, { headers: { Origin: desk.url } })
      await expect(ana.getByRole('main')).toBeFocused()
    }
  })
})
