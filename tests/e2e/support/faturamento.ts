import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { sendRequest } from '../../support/request.ts'
import { insertSession } from '../../support/session.ts'
import type { RunningDesk } from './test.ts'

/** A field by its label, which screen readers read too. */
export const campo = (page: Page, nome: string) => page.getByLabel(nome, { exact: true })
export const registrar = (page: Page) => page.getByRole('button', { name: 'Registrar evento' })
export const dialogo = (page: Page) => page.getByRole('dialog')
export const previa = (page: Page) => page.getByRole('region', { name: 'Prévia' })
export const resultado = (page: Page) => page.getByRole('status').filter({ hasText: 'Evento registrado' })
export const eventos = (page: Page) => page.getByRole('table', { name: 'Eventos registrados' })

/** Fills in all required fields: a discount for Maria, which tests recognize by its description. */
export async function preencher(page: Page, descricao: string, valor: string): Promise<void> {
  if ((await campo(page, 'Serviço do cliente').inputValue()) === '') {
    const servico = campo(page, 'Serviço do cliente')
    await servico.fill('37999912222')
    const option = page.getByRole('option', { name: /Maria da Conceição Ávila/ })
    await expect(option).toBeVisible()
    // During a second search the first result list stays for a moment and refuses clicks, so try again.
    await expect(async () => {
      if (await option.isVisible()) await option.click({ timeout: 1_000 })
      await expect(servico).toHaveValue(/^Maria/, { timeout: 1_000 })
    }).toPass()
  }
  await campo(page, 'Tipo de serviço').selectOption('Indisponibilidade')
  await campo(page, 'Tipo').selectOption('Desconto')
  await campo(page, 'Descrição').fill(descricao)
  await campo(page, 'Valor').fill(valor)
}

/** Registers such a discount by a request of Clara's, where the form is not what is tested. */
export async function registrarPorPedido(desk: RunningDesk, descricao: string, valor: string, parcelas?: number) {
  const { rows } = await desk.database.pool.query(
    `SELECT min(id_cliente_servico) AS id_cliente_servico, min(t.id_tipo_servico) AS id_tipo_servico
     FROM cliente_servico JOIN cliente USING (id_cliente), tipo_servico t
     WHERE nome_razaosocial = 'Maria da Conceição Ávila' AND t.display = 'Indisponibilidade'`,
  )
  const cobranca = parcelas
    ? { parcelado: true, numero_total_parcelas: parcelas, mes_primeira_parcela: 11, ano_primeira_parcela: 2030 }
    : { parcelado: false, proximo_faturamento: true }
  const answer = await sendRequest(desk.url, {
    path: '/api/painel/faturamento',
    body: { ...rows[0], tipo: 'desconto', descricao, valor, ...cobranca },
    headers: { cookie: await insertSession(desk.database, 'clara'), origin: desk.url, 'idempotency-key': randomUUID() },
  })
  expect(answer.status, answer.text).toBeLessThan(300)
}

/** The rows with that description, in the order in which they were written. */
export async function escritos(desk: RunningDesk, descricao: string) {
  const { rows } = await desk.database.pool.query(
    `SELECT id_evento_faturamento AS id, tipo, valor_centavos, parcela, mes, ano, proximo_faturamento, u.usuario
     FROM evento_faturamento LEFT JOIN usuario u ON u.id = usuario_id WHERE descricao = $1 ORDER BY 1`,
    [descricao],
  )
  return rows
}
