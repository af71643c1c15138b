import type { Locator } from '@playwright/test'
import { campo, dialogo, preencher, registrar } from './support/faturamento.ts'
import { holdBack } from './support/holdBack.ts'
import { expect, test } from './support/test.ts'

test('the billing form offers a new service type until it is disabled', async ({ desk, openPage }) => {
  const admin = await openPage('admin', { path: '/faturamento/tipos' })
  const row = admin.getByRole('table', { name: 'Tipos de serviço' }).getByRole('row', { name: /Aluguel de câmera/ })
  const clara = await openPage('clara', { path: '/faturamento', tolerate: /422/ })
  const offered = () => campo(clara, 'Tipo de serviço').getByRole('option', { name: 'Câmera alugada' })
  try {
    await admin.getByLabel('Novo tipo de serviço').fill('Aluguel de câmera')
    await admin.getByLabel('Como aparece na tela').fill('Câmera alugada')
    const release = await holdBack(admin, '**/api/painel/tipos_servico', 'answer')
    await admin.getByRole('button', { name: 'Criar tipo' }).click()
    await admin.getByLabel('Novo tipo de serviço').fill('O próximo')
    await release()
    await expect(row).toContainText(/Câmera alugada.*Ativo/)
    // Text typed while the type was being created stays for the next type.
    await expect(admin.getByLabel('Como aparece na tela')).toHaveValue('')
    await expect(admin.getByLabel('Novo tipo de serviço')).toHaveValue('O próximo')
    await clara.reload()
    await expect(offered()).toHaveCount(1)

    // A long name leaves the state and the button of each row on one line.
    await desk.database.pool.query('INSERT INTO tipo_servico (descricao, display) VALUES ($1, $1)', ['L'.repeat(100)])
    await admin.reload()
    await expect(admin.getByRole('row', { name: /LLL/ })).toBeVisible()
    const middle = async (part: Locator) => {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
      return y + height / 2
    }
    const desativar = row.getByRole('button', { name: 'Desativar Aluguel de câmera' })
    const state = row.getByText('Ativo', { exact: true })
    expect(Math.abs((await middle(desativar)) - (await middle(state)))).toBeLessThan(8)

    await desativar.click()
    await expect(row).toContainText('Desativado')
    // A form that is already open still offers the type, and shows the refusal.
    await preencher(clara, 'tipo fora de uso', '10,00')
    await campo(clara, 'Tipo de serviço').selectOption('Câmera alugada')
    await registrar(clara).click()
    await dialogo(clara).getByRole('button', { name: 'Confirmar' }).click()
    await expect(campo(clara, 'Tipo de serviço')).toHaveAttribute('aria-invalid', 'true')
    await expect(offered()).toHaveText('Câmera alugada (desativado)')
    await clara.reload()
    await campo(clara, 'Tipo de serviço').selectOption('Mensalidade')
    await expect(campo(clara, 'Tipo de serviço').getByRole('option', { name: 'Mensalidade' })).toHaveCount(1)
    await expect(offered()).toHaveCount(0)
  } finally {
    await desk.database.pool.query(`DELETE FROM tipo_servico WHERE descricao ~ '^(Aluguel de câmera|L+)$'`)
  }
})
