import { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os, { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDesk } from '../../support/desk.ts'

test('the desk makes its backup even if the system refuses to change the process priority', async () => {
  const asked = vi.spyOn(os, 'setPriority').mockImplementation(() => {
    throw Object.assign(new Error('a system error occurred: setpriority returned EACCES'), { code: 'ERR_SYSTEM_ERROR' })
  })
  // Modules that imported `setPriority` by name get the replacement too.
  syncBuiltinESMExports()
  onTestFinished(() => {
    asked.mockRestore()
    syncBuiltinESMExports()
  })
  const folder = mkdtempSync(join(tmpdir(), 'alo-backup-'))
  const desk = await startDesk({ backup: { folder, everyHours: 1, keep: 2 } })
  onTestFinished(async () => {
    await desk.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const backedUp = () => desk.log.filter(({ msg }) => msg === 'backed up').length
  await expect.poll(backedUp, { timeout: 60_000 }).toBe(1)
  expect(asked).toHaveBeenCalled()
}, 120_000)
