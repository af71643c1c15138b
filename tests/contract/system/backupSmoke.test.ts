import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type Place, runCommand, settingsOf, startCommand } from '../../support/cliRun.ts'
import { startDesk } from '../../support/desk.ts'
import { emptyDatabase } from '../../support/ownDatabase.ts'
import { bringKey } from '../../support/templateKey.ts'

/** The lines of a backup, without the first and the last, which contain its time. */
const rowsOf = (backup: string) => gunzipSync(Buffer.from(backup, 'latin1')).toString().split('\n').slice(1, -2)
const backupOf = (place: Place) => runCommand(['backup', '-'], { env: settingsOf(place), encoding: 'latin1' })

// This test also runs on the oldest PostgreSQL that Alô promises to support.
test('backup - and restore - copy a whole desk through a pipe, and a desk works on the copy', async () => {
  const desk = await startDesk()
  onTestFinished(() => desk.stop())
  await desk.notify({ ramal: 101, telefone: '37999990001', ligacao_params: { emoji: '☎\\ "é"\n\t' } })
  const backup = await startCommand(['backup', '-'], { env: settingsOf(desk.config), encoding: 'latin1' }).ran
  expect(backup).toMatchObject({ code: 0, err: expect.stringMatching(/^\d+ rows backed up\./) })
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-smoke-'))
  bringKey(dataDir)
  const { databaseUrl, remove } = await emptyDatabase()
  onTestFinished(async () => {
    await remove()
    rmSync(dataDir, { recursive: true })
  })
  const place = { dataDir, databaseUrl }
  const stdin = Buffer.from(backup.out, 'latin1')
  const restored = await startCommand(['restore', '-'], { env: settingsOf(place), stdin }).ran
  expect(restored).toMatchObject({ code: 0, out: '', err: expect.stringMatching(/^\d+ rows restored/) })

  const rows = rowsOf(backup.out)
  expect(rows.length).toBeGreaterThan(100)
  expect(rowsOf((await backupOf(place)).out)).toEqual(rows)
  const another = await startDesk(place)
  onTestFinished(() => another.stop())
  const exported = async (from: Place) => runCommand(['clientes', 'export'], { env: settingsOf(from) })
  expect(await exported(place)).toMatchObject({ code: 0, out: (await exported(desk.config)).out })
  expect((await another.screen('ana')).first.ligacoes).toHaveLength(1)
  expect((await another.notify({ ramal: 101, id_cliente: 1 })).status).toBe(200)
})
