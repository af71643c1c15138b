import { expect, vi } from 'vitest'
import type { Config } from '#server/config'
import { startDesk, type TestDesk } from './desk.ts'

/**
 * Starts two desks on one database, `one` first, and waits until each knows the other. `stop` stops both, even if one
 * has left.
 */
export async function startTwoDesks(
  settings: Partial<Config> = {},
): Promise<{ one: TestDesk; two: TestDesk; stop: () => Promise<void> }> {
  const one = await startDesk(settings)
  const two = await startDesk({ ...settings, databaseUrl: one.config.databaseUrl })
  await vi.waitFor(() => expect([one.desk.others.count, two.desk.others.count]).toEqual([1, 1]), { timeout: 20_000 })
  return {
    one,
    two,
    async stop() {
      await two.stop()
      await one.stop()
    },
  }
}
