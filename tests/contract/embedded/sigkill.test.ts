import { expect, inject, test } from 'vitest'
import { killRounds } from '../../torture/sigkill/run.ts'
import { seedRandom } from '../../torture/support/random.ts'

test('killed under load, the desk comes back with all that it acknowledged, once and whole', async () => {
  const base = inject('base')
  if (base.kind !== 'embedded') throw new Error('this is about the embedded database')
  seedRandom(Date.now())
  const { faults, figures } = await killRounds('embedded', 2, () => undefined, base.template)
  expect({ faults, figures }).toEqual({ faults: [], figures })
}, 600_000)
