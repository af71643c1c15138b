import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/database/open'
import { demoToken } from '#server/demo/accounts'
import { quiet } from '../support/embedded/folders.ts'
import { startProxy } from '../support/network/proxy.ts'
import { startPostgres } from '../support/postgres/startPostgres.ts'
import { startProcess } from '../support/process.ts'
import { sendRequest } from '../support/request.ts'
import { addSession, anyChamada, chamada, connected, expect, test } from './support/test.ts'

test('a call notified at one of two processes shows on a screen of the other, also after that one is killed', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-e2e-'))
  const postgres = await startPostgres()
  const env = { DATA_DIR: dataDir, DATABASE_URL: postgres.url }
  const first = await startProcess({ env, args: ['--demo'] })
  const second = await startProcess({ env, args: ['--demo'] })
  const proxy = await startProxy([second.port, first.port])
  const database = await openDatabase({ databaseUrl: postgres.url, dataDir, role: 'cli', log: quiet })
  const pbx = (operation: 'notificar' | 'cancelar', body: object) =>
    sendRequest(first.url, { path: `/api/v1/integracao/pbx/ligacao/${operation}`, authorization: demoToken, body })
  try {
    const url = `http://127.0.0.1:${proxy.port}`
    const context = await browser.newContext({ locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' })
    await addSession(context, { database, url }, 'ana')
    const ana = await context.newPage()
    await ana.goto(`${url}/painel`)
    await connected(ana)

    const known = { ramal: 101, telefone: 37999912222, ligacao_params: { call_id: 'c1' } }
    // The process hears of the other's screens a moment after they have connected.
    await expect.poll(async () => (await pbx('notificar', known)).headers['x-telas']).toBe('1')
    await expect(chamada(ana)).toBeVisible()

    await second.kill()
    await expect(ana.locator('[data-conexao="ativa"]')).toHaveCount(0)
    await connected(ana)
    await expect(chamada(ana)).toBeVisible()
    await chamada(ana).getByRole('button', { name: 'Abrir atendimento' }).click()
    await expect(chamada(ana)).toContainText(/\d{4} \d{4} \d{3} \d{3}/)
    await pbx('cancelar', known)
    await expect(anyChamada(ana)).toHaveCount(0)
    await context.close()
  } finally {
    await database.close()
    await proxy.close()
    await first.kill()
    await second.kill()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
