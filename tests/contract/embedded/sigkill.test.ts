import { expect, test } from 'vitest'
import { killRounds } from '../../torture/sigkill/run.ts'
import { seedRandom } from '../../torture/support/random.ts'

test.each(['all', 'server'] as const)(
  'under load, after a SIGKILL of %s, what was acknowledged is there, once and whole',
  async (death) => {
    const seed = Date.now() % 2 ** 31
    seedRandom(seed)
    const { faults, acknowledged } = await killRounds('embedded', 1, () => undefined, death)
    expect({ seed, faults }).toEqual({ seed, faults: [] })
    expect(acknowledged).toBeGreaterThan(0)
  },
  600_000,
)
