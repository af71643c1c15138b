import { expect, type Page } from '@playwright/test'
import type { RunningDesk } from './test.ts'

/**
 * The exchange ends all open calls. Returns once these pages have given away the places of the ended ones, so that the
 * next call finds its place as free as on a new page, and its buttons take clicks. The same test may ring the same calls again.
 */
export async function endCalls(desk: RunningDesk, ...pages: Page[]): Promise<void> {
  const { rows } = await desk.database.pool.query("SELECT ramal, telefone, chave FROM ligacao WHERE estado = 'aberta'")
  for (const { chave, ...call } of rows)
    await desk.pbx('cancelar', chave === null ? call : { ...call, ligacao_params: { call_id: chave } })
  await desk.database.pool.query('UPDATE ligacao SET chave = NULL; DELETE FROM marca_cancelamento')
  for (const page of pages) {
    // An ended call keeps its place while it has the focus or the pointer is over the queue.
    await page.locator(':focus').evaluateAll((focused) => {
      for (const each of focused) (each as HTMLElement).blur()
    })
    await page.mouse.move(5, 5)
    await expect(page.locator('[data-ligacao]')).toHaveCount(0)
    // The page refuses clicks and keys for 400 ms after something moved by itself (misclickMs), also on the next call.
    await page.evaluate(() => new Promise((then) => setTimeout(then, 400)))
  }
}
