import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { quiet } from '../../support/embedded/folders.ts'

test('on a platform that has no embedded PostgreSQL, the start fails, says so and names DATABASE_URL', async () => {
  const home = mkdtempSync(join(tmpdir(), 'alo-none-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  vi.resetModules()
  const arch = vi.spyOn(process, 'arch', 'get').mockReturnValue('mips')
  const { startEmbedded } = await import('#server/database/embedded/start')
  await expect(startEmbedded(join(home, 'data'), 'cli', quiet)).rejects.toThrow(
    /no PostgreSQL for linux-mips.*DATABASE_URL/,
  )
  arch.mockRestore()
})
