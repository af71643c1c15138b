import { sendRequest } from '../support/request.ts'
import { expectNoBarriers } from './support/barriers.ts'
import { connected, expect, test } from './support/test.ts'

test('an agent is refused with a wrong password, signs in with the right one only to a page of the desk, and signs out', async ({
  page,
  desk,
  watch,
}) => {
  watch(page, /401/)
  const elsewhere: string[] = []
  await page.route(
    ({ origin }) => origin !== desk.url,
    (route) => {
      elsewhere.push(route.request().url())
      return route.fulfill({ body: 'another site' })
    },
  )
  const signIn = async () => {
    await page.getByLabel('Senha', { exact: true }).fill('demo-alo-2026')
    await page.getByLabel('Senha', { exact: true }).press('Enter')
    await expect(page).toHaveURL(`${desk.url}/painel`)
    await connected(page)
    await expect(page.getByText('Aguardando chamadas do ramal 101')).toBeVisible()
  }
  await page.goto(`${desk.url}/painel`)
  await expect(page.getByLabel('Usuário')).toBeFocused()
  await expectNoBarriers(page)
  // One address that the router would leave the desk with, and one that the browser would. The unit tests have the rest.
  const [first, second] = ['/.//evil.example/entrar', '/\\evil.example'].map(encodeURIComponent)
  const answer = await page.goto(`${desk.url}/entrar?voltar=${first}`)
  await test.step('the sign-in page has a strict Content-Security-Policy, and loads nothing from other hosts', async () => {
    expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self' 'nonce-/)
    expect(answer?.headers()['x-frame-options']).toBe('DENY')
    expect(elsewhere).toEqual([])
  })
  await page.getByLabel('Usuário').fill('ana')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByLabel('Senha', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  const capitals = page.getByText('Caps Lock está ligado')
  await page.getByLabel('Senha', { exact: true }).dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
  await expect(capitals).toBeVisible()
  await page.getByLabel('Senha', { exact: true }).press('a')
  await expect(capitals).toHaveCount(0)
  await page.getByLabel('Senha', { exact: true }).fill('senha-errada')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await signIn()

  await page.getByRole('button', { name: 'Sair' }).click()
  await expect(page.getByLabel('Usuário')).toBeVisible()
  await page.goto(`${desk.url}/painel`)
  await expect(page.getByLabel('Usuário')).toBeVisible()
  await page.goto(`${desk.url}/entrar?voltar=${second}`)
  await page.getByLabel('Usuário').fill('ana')
  await signIn()
  await page.waitForLoadState('networkidle')
  expect(elsewhere).toEqual([])
})

test('whoever asks for a hundred pages at once waits, and a call does not wait for them', async ({ desk }) => {
  let drawn = 0
  const pages = Array.from({ length: 100 }, async () => {
    const { status } = await sendRequest(desk.url, { path: '/entrar', headers: { accept: 'text/html' } })
    expect(status).toBe(200)
    drawn += 1
  })
  await desk.pbx('notificar', { ramal: 101, telefone: '37999912222' })
  expect(drawn).toBeLessThan(50)
  await Promise.all(pages)
})
