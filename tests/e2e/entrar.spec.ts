import { sendRequest } from '../support/request.ts'
import { connected, expect, test } from './support/test.ts'

test('an agent is refused with a wrong password, signs in with the right one, and signs out', async ({
  page,
  desk,
  watch,
}) => {
  watch(page, /401/)
  await page.goto(`${desk.url}/painel`)
  await expect(page.getByLabel('Usuário')).toBeFocused()
  await page.getByLabel('Usuário').fill('ana')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Senha', { exact: true }).fill('senha-errada')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()

  await page.getByLabel('Senha', { exact: true }).fill('demo-alo-2026')
  await page.getByLabel('Senha', { exact: true }).press('Enter')
  await expect(page).toHaveURL(`${desk.url}/painel`)
  await connected(page)
  await expect(page.getByText('Aguardando chamadas do ramal 101')).toBeVisible()

  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByLabel('Usuário')).toBeVisible()
  await page.goto(`${desk.url}/painel`)
  await expect(page.getByLabel('Usuário')).toBeVisible()
})

test('signing in redirects only to a page of the desk, whatever the address asks for', async ({
  page,
  desk,
  watch,
}) => {
  watch(page)
  const elsewhere: string[] = []
  await page.route(
    ({ origin }) => origin !== desk.url,
    (route) => {
      elsewhere.push(route.request().url())
      return route.fulfill({ body: 'another site' })
    },
  )
  // One address that the router would leave the desk with, and one that the browser would. The unit tests have the rest.
  for (const voltar of ['/.//evil.example/entrar', '/\\evil.example']) {
    // Leave the page first: without its session it would go to the sign-in by itself.
    await page.goto('about:blank')
    await page.context().clearCookies()
    const answer = await page.goto(`${desk.url}/entrar?voltar=${encodeURIComponent(voltar)}`)
    await expect(page.getByLabel('Usuário')).toBeVisible()
    await test.step('the sign-in page has a strict Content-Security-Policy, and loads nothing from other hosts', async () => {
      expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-/)
      expect(answer?.headers()['x-frame-options']).toBe('DENY')
      expect(elsewhere).toEqual([])
    })
    await page.getByLabel('Usuário').fill('ana')
    await page.getByLabel('Senha', { exact: true }).fill('demo-alo-2026')
    await page.getByLabel('Senha', { exact: true }).press('Enter')
    await expect(page).toHaveURL(`${desk.url}/painel`)
    await connected(page)
    await page.waitForLoadState('networkidle')
  }
  expect(elsewhere).toEqual([])
})

test('whoever asks for hundreds of pages at once waits, and a call does not wait for them', async ({ desk }) => {
  let drawn = 0
  const pages = Array.from({ length: 200 }, async () => {
    const { status } = await sendRequest(desk.url, { path: '/entrar', headers: { accept: 'text/html' } })
    expect(status).toBe(200)
    drawn += 1
  })
  await desk.pbx('notificar', { ramal: 101, telefone: '37999912222' })
  expect(drawn).toBeLessThan(100)
  await Promise.all(pages)
})
