import { expect, test } from 'vitest'
import { killRounds } from '../../torture/sigkill/run.ts'
import { seedRandom } from '../../torture/support/random.ts'

test('after a SIGKILL under load, of the server or of all processes, what was acknowledged is there once and whole', async () => {
  const seed = Date.now() % 2 ** 31
  seedRandom(seed)
  const told: string[] = []
  const { faults, acknowledged } = await killRounds('embedded', 2, (line) => told.push(line), ['server', 'all'])
  expect({ seed, faults }).toEqual({ seed, faults: [] })
  expect(told.filter((line) => /round \d, (server|all) killed/.test(line))).toHaveLength(2)
  expect(acknowledged).toBeGreaterThan(0)
}, 600_000)
