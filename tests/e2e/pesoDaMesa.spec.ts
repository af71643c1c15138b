import { measureWeight } from '../bench/desk/weight.ts'
import { insertSession, sessionCookie } from '../support/session.ts'
import { expect, test } from './support/test.ts'

test('the desk’s JavaScript stays within its limits, for the first view and with all that loads at rest', async ({
  desk,
  browser,
}) => {
  const context = await browser.newContext()
  const value = (await insertSession(desk.database, 'ana')).slice(sessionCookie.length + 1)
  await context.addCookies([{ name: sessionCookie, value, url: desk.url, httpOnly: true, sameSite: 'Lax' }])
  const { javascript, atRest } = await measureWeight(context, desk.url, '/painel')
  await context.close()
  // Guard: something was counted.
  expect(javascript).toBeGreaterThan(50_000)
  expect(atRest).toBeGreaterThan(0)
  // The same limits as in `npm run bench -- desk`.
  expect(javascript).toBeLessThanOrEqual(210_000)
  expect(javascript + atRest).toBeLessThanOrEqual(280_000)
})
