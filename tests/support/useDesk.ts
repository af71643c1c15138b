import { afterAll, beforeAll } from 'vitest'
import type { Config } from '#server/config'
import { startDesk, type TestDesk } from './desk.ts'

/**
 * A desk for all tests of a file, or of the `describe` that asks for it: it is there once their first `beforeAll` runs,
 * and stops after their last `afterAll`.
 */
export function useDesk(settings: Partial<Config> = {}): TestDesk {
  const desk = {} as TestDesk
  let started: TestDesk | undefined
  beforeAll(async () => {
    started = await startDesk(settings)
    Object.assign(desk, started)
  })
  afterAll(() => started?.stop())
  return desk
}
