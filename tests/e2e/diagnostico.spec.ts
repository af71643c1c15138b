import { expectNoBarrier } from './support/barriers.ts'
import { chamada, expect, follow, test } from './support/test.ts'

test('a supervisor reads why a call did not ring, and how far a request of the PBX came', async ({
  desk,
  openPage,
}) => {
  const clara = await openPage('clara', { path: '/ligacoes' })
  const resposta = clara.getByRole('status').filter({ hasText: 'Resposta' })
  // Traces are written some time after their request: those of the test before may still come.
  await expect(async () => {
    await desk.database.pool.query('DELETE FROM rastro')
    await follow(clara, '/ligacoes')
    await clara.getByRole('link', { name: 'Por que não tocou?' }).click()
    await expect(resposta).toContainText('a central não fala com este endereço', { timeout: 3_000 })
  }).toPass()

  // First an extension that nobody has, then an agent who is connected with the sound off.
  await desk.pbx('notificar', { ramal: 199, telefone: '37999912222' })
  await clara.getByRole('textbox', { name: 'Ramal' }).fill('199')
  await clara.getByRole('button', { name: 'Procurar' }).click()
  await expect(resposta).toContainText('O campo ramal não pertence a nenhum usuário ativo')
  await expect(clara).toHaveURL(/ramal=199/)
  // The way back to an earlier search, here over the entry of a link within the page, brings its fields back too.
  await clara.getByRole('link', { name: 'Ir para o conteúdo' }).press('Enter')
  await expect(clara).toHaveURL(/#conteudo/)
  await clara.getByRole('textbox', { name: 'Ramal' }).fill('198')
  await clara.getByRole('button', { name: 'Procurar' }).click()
  await expect(clara).toHaveURL(/ramal=198/)
  await clara.goBack()
  await expect(clara).toHaveURL(/ramal=199/)
  await expect(resposta).toContainText('O campo ramal não pertence a nenhum usuário ativo')
  await expect(clara.getByRole('textbox', { name: 'Ramal' })).toHaveValue('199')

  const silent = () => localStorage.setItem('alo:som-e-avisos', JSON.stringify({ naoPerturbe: true }))
  const ana = await openPage('ana', { prepare: (page) => page.addInitScript(silent) })
  await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { id: 'por que' } })
  await expect(chamada(ana)).toBeVisible()
  await clara.getByRole('textbox', { name: 'Ramal' }).fill('101')
  await clara.getByRole('button', { name: 'Procurar' }).click()
  await expect(resposta).toContainText('Não perturbe', { timeout: 20_000 })
  const pedidos = clara.getByRole('list', { name: 'Pedidos da central' })
  await pedidos.getByRole('button').first().click()
  await expect(pedidos.getByRole('row', { name: /^Janela na tela/ })).toContainText('sem som')
  await expectNoBarrier(clara)
  await clara.setViewportSize({ width: 400, height: 800 })
  await expectNoBarrier(clara)
})
