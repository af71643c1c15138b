import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { RunningDesk } from './test.ts'

/** Downloads "Exportar CSV" and returns its lines, the column names first. */
export async function csvOf(page: Page, named: RegExp): Promise<string[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Exportar CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(named)
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  // Every line ends with CRLF, the last one too.
  expect(lines.pop()).toBe('')
  return lines
}

/** Renames the customer while `work` runs. */
export async function withName({ database }: RunningDesk, id: number, nome: string, work: () => Promise<void>) {
  const name = 'UPDATE cliente SET nome_razaosocial = $2 WHERE id_cliente = $1'
  const { rows } = await database.pool.query('SELECT nome_razaosocial FROM cliente WHERE id_cliente = $1', [id])
  await database.pool.query(name, [id, nome])
  try {
    await work()
  } finally {
    await database.pool.query(name, [id, rows[0].nome_razaosocial])
  }
}
