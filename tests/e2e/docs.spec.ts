import { expect, test } from './support/test.ts'

test('the API documentation loads everything from this server', async ({ browser, desk, watch }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  watch(page)
  await page.goto(`${desk.url}/api/docs`)
  await expect(page.locator('#operations-PBX-notificarLigacao')).toBeVisible()
  await page.locator('#operations-Financeiro-cadastrarEventoFaturamento button').first().click()
  await expect(page.getByText('Acréscimo em três parcelas').first()).toBeAttached()
  const foreign = asked.filter((url) => !url.startsWith(`${desk.url}/`) && !url.startsWith('data:'))
  expect(asked.length).toBeGreaterThan(3)
  expect(foreign).toEqual([])
  await context.close()
})
