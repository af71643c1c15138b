import type { Page } from '@playwright/test'
import { expect, type RunningDesk } from './test.ts'

/** For `prepare`: the page's clock goes on as usual, but can be moved forward from the first load on. */
export const movableClock = (page: Page) => page.clock.install({ time: Date.now() })

/** Calls move once the hand has rested for three seconds, and clicks are refused for 400 ms afterwards. */
export const restHand = (page: Page) => page.clock.runFor(3_500)

/**
 * Expects something of what `look` returns while the page's clock runs several times as fast as the network, so that a
 * test need not wait for the page's own timers.
 */
export const inFastTime = <Seen>(page: Page, look: () => Promise<Seen>) => {
  const later = async () => {
    await page.clock.runFor(400)
    return look()
  }
  return expect.poll(later, { intervals: [50] })
}

/**
 * Between two steps of a test: closes all of Ana's calls, and moves her page's clock on until nothing of them stands on
 * the desk and clicks are taken again. The page has a `movableClock`; tickets stay.
 */
export async function clearDesk({ database, url }: RunningDesk, ana: Page): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>(
    `SELECT l.id FROM ligacao l JOIN usuario u ON u.id = l.usuario_id WHERE u.usuario = 'ana' AND l.estado = 'aberta'`,
  )
  for (const { id } of rows)
    await ana.request.post(`${url}/api/painel/ligacoes/${id}/fechar`, { headers: { Origin: url } })
  // The next step's calls may have the same ids.
  await database.pool.query('UPDATE ligacao SET chave = id::text')
  await giveAwayPlaces(ana)
}

/** The same, with the exchange ending all open calls, on these pages. */
export async function endCalls({ database, pbx }: RunningDesk, ...pages: Page[]): Promise<void> {
  const { rows } = await database.pool.query("SELECT ramal, telefone, chave FROM ligacao WHERE estado = 'aberta'")
  for (const { chave, ...call } of rows)
    await pbx('cancelar', chave === null ? call : { ...call, ligacao_params: { call_id: chave } })
  await database.pool.query('UPDATE ligacao SET chave = NULL; DELETE FROM marca_cancelamento')
  for (const page of pages) await giveAwayPlaces(page)
}

/** An ended call keeps its place while it has the focus or the pointer, and until the hand has rested. */
async function giveAwayPlaces(page: Page): Promise<void> {
  await page.mouse.move(2, 2)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await expect(page.locator('[data-fase="viva"]')).toHaveCount(0)
  await restHand(page)
  await expect(page.locator('[data-ligacao]')).toHaveCount(0)
}
