import type { Locator } from '@playwright/test'
import { clickOnChange } from './support/clickOnChange.ts'
import { campo, dialogo, preencher, registrar } from './support/faturamento.ts'
import { holdBack, intercept } from './support/holdBack.ts'
import { expect, test } from './support/test.ts'

test('the billing form offers a new service type until it is disabled', async ({ desk, openPage }) => {
  // A long name leaves the state and the button of each row on one line.
  await desk.database.pool.query('INSERT INTO tipo_servico (descricao, display) VALUES ($1, $1)', ['L'.repeat(100)])
  const admin = await openPage('admin', { path: '/faturamento/tipos', tolerate: /500/ })
  const row = admin.getByRole('table', { name: 'Tipos de serviço' }).getByRole('row', { name: /Aluguel de câmera/ })
  try {
    await admin.getByLabel('Novo tipo de serviço').fill('Aluguel de câmera')
    await admin.getByLabel('Como aparece na tela').fill('Câmera alugada')
    const release = await holdBack(admin, '**/api/painel/tipos_servico', 'answer')
    await admin.getByRole('button', { name: 'Criar tipo' }).click()
    await admin.getByLabel('Novo tipo de serviço').fill('O próximo')
    await release()
    await expect(row).toContainText(/Câmera alugada.*Em uso/)
    // Text typed while the type was being created stays for the next type.
    await expect(admin.getByLabel('Como aparece na tela')).toHaveValue('')
    await expect(admin.getByLabel('Novo tipo de serviço')).toHaveValue('O próximo')
    const clara = await openPage('clara', { path: '/faturamento', tolerate: /422/ })
    const offered = () => campo(clara, 'Tipo de serviço').getByRole('option', { name: 'Câmera alugada' })
    await expect(offered()).toHaveCount(1)

    await expect(admin.getByRole('row', { name: /LLL/ })).toBeVisible()
    const middle = async (part: Locator) => {
      const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
      return y + height / 2
    }
    const tirar = row.getByRole('button', { name: 'Tirar de uso: Aluguel de câmera' })
    const state = row.getByText('Em uso', { exact: true })
    expect(Math.abs((await middle(tirar)) - (await middle(state)))).toBeLessThan(8)

    // A failed change is pressed again at its own button: the list is not what failed.
    const changes = /\/tipos_servico\/\d+$/
    await intercept(admin, changes, (route) => route.fulfill({ status: 500 }))
    // Its message moves the rows down, and a click right then acts on none of them.
    const clicked = await clickOnChange(admin.getByRole('button', { name: 'Tirar de uso: Taxa de instalação' }))
    await tirar.click()
    await clicked()
    await expect(admin.getByText('nada foi acionado')).toBeVisible()
    const failure = admin.getByRole('main').getByRole('alert')
    await expect(failure).toBeVisible()
    await expect(admin.getByRole('button', { name: 'Tentar de novo' })).toHaveCount(0)
    await admin.unroute(changes)

    await expect(async () => {
      await tirar.click({ timeout: 1_000 })
      await expect(row).toContainText('Fora de uso', { timeout: 1_000 })
    }).toPass()
    await expect(failure).toHaveCount(0)
    // A form that is already open still offers the type, and shows the refusal.
    await preencher(clara, 'tipo fora de uso', '10,00')
    await campo(clara, 'Tipo de serviço').selectOption('Câmera alugada')
    await registrar(clara).click()
    await dialogo(clara).getByRole('button', { name: 'Confirmar' }).click()
    await expect(campo(clara, 'Tipo de serviço')).toHaveAttribute('aria-invalid', 'true')
    await expect(offered()).toHaveText('Câmera alugada (fora de uso)')
    await clara.reload()
    await campo(clara, 'Tipo de serviço').selectOption('Mensalidade')
    await expect(campo(clara, 'Tipo de serviço').getByRole('option', { name: 'Mensalidade' })).toHaveCount(1)
    await expect(offered()).toHaveCount(0)
  } finally {
    await desk.database.pool.query(`DELETE FROM tipo_servico WHERE descricao ~ '^(Aluguel de câmera|L+)$'`)
  }
})
