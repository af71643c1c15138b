import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './support/test.ts'

const call = (call_id: string, ramal: number) => ({ ramal, telefone: '37999912222', ligacao_params: { call_id } })

test('an agent finds her own calls of the last days, by state, and the address keeps the choice', async ({
  desk,
  openPage,
}) => {
  await desk.pbx('notificar', call('a', 101))
  await desk.pbx('notificar', call('b', 101))
  await desk.pbx('notificar', call('c', 102))
  await desk.pbx('cancelar', call('b', 101))
  const ana = await openPage('ana')
  await ana.getByRole('link', { name: 'Chamadas', exact: true }).click()
  const linhas = ana.getByRole('table', { name: 'Chamadas' }).getByRole('row')
  await expect(linhas).toHaveCount(3)
  await expect(linhas.nth(1)).toContainText('encerrada pela central')
  await expect(ana.getByRole('columnheader', { name: 'Atendente' })).toHaveCount(0)

  await ana.getByLabel('Estado').selectOption('Em curso')
  await expect(linhas).toHaveCount(2)
  await expect(ana).toHaveURL(/estado=aberta/)
  await ana.reload()
  await expect(linhas).toHaveCount(2)
  await ana.getByLabel('Estado').selectOption('Expiradas')
  await expect(ana.getByText('Nenhuma chamada neste estado')).toBeVisible()

  const { violations } = await new AxeBuilder({ page: ana }).analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
})

test('a supervisor sees everybody’s, and goes on to the customer', async ({ desk, openPage }) => {
  await desk.pbx('notificar', call('a', 101))
  await desk.pbx('notificar', call('b', 102))
  const clara = await openPage('clara', { path: '/ligacoes', viewport: { width: 400, height: 800 } })
  await expect(clara.getByRole('table', { name: 'Chamadas' }).getByRole('row')).toHaveCount(3)
  const sideways = await clara.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways).toBe(0)
  await clara.getByRole('link', { name: 'Maria da Conceição Ávila' }).first().click()
  await expect(clara).toHaveURL(/\/clientes\/\d+/)
})
