import fc from 'fast-check'
import { expect, test } from 'vitest'
import { soundsYet } from '../../../app/ligacao/toque/Toque.tsx'

type Rung = Parameters<typeof soundsYet>[0]
const at = 1_800_000_000_000
const rung = (change: Partial<Rung>) =>
  ({ tocada_em: new Date(at).toISOString(), atendida_em: null, atendimento: null, ...change }) as Rung

test('a call sounds until 25 s after its last ring, and not if it is attended, has a ticket or is uncertain', () => {
  fc.assert(
    fc.property(fc.integer({ min: -60_000, max: 60_000 }), (later) => {
      expect(soundsYet(rung({}), at + later) > 0).toBe(later < 25_000)
      expect(soundsYet(rung({ atendida_em: new Date(at).toISOString() }), at + later)).toBe(0)
      expect(soundsYet(rung({ incerta: true }), at + later)).toBe(0)
      expect(soundsYet(rung({ atendimento: {} as NonNullable<Rung['atendimento']> }), at + later)).toBe(0)
    }),
  )
})
