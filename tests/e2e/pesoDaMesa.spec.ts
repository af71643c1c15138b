import { measureWeight } from '../bench/desk/weight.ts'
import { addSession, expect, test } from './support/test.ts'

test('the desk’s JavaScript stays within its limits, for the first view and with all that loads at rest', async ({
  desk,
  browser,
}) => {
  const context = await browser.newContext()
  await addSession(context, desk, 'ana')
  const { javascript, atRest } = await measureWeight(context, desk.url, '/painel')
  await context.close()
  // Guard: something was counted.
  expect(javascript).toBeGreaterThan(50_000)
  expect(atRest).toBeGreaterThan(0)
  // The same limits as in `npm run bench -- desk`.
  expect(javascript).toBeLessThanOrEqual(210_000)
  expect(javascript + atRest).toBeLessThanOrEqual(280_000)
})
