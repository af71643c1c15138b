import fc from 'fast-check'
import { expect, it } from 'vitest'
import { namesOf, type Ring, ringTogether } from '#server/ligacao/rules/ringGroup'

const ring = (change: Partial<Ring> = {}): Ring => ({
  ligacaoId: 'a',
  usuarioId: 1,
  linkedid: null,
  canal: null,
  telefone_chave: '37999912222',
  at: 0,
  ...change,
})

it('rings from one telephone within 5 s, at two users, are one caller', () => {
  expect(ringTogether(ring(), ring({ usuarioId: 2, at: 5_000 }))).toBe(true)
  expect(ringTogether(ring(), ring({ usuarioId: 2, at: 5_001 }))).toBe(false)
  expect(ringTogether(ring(), ring({ usuarioId: 1 }))).toBe(false)
  expect(ringTogether(ring({ telefone_chave: '' }), ring({ telefone_chave: '', usuarioId: 2 }))).toBe(false)
  expect(ringTogether(ring(), ring({ telefone_chave: '3732211234', usuarioId: 2 }))).toBe(false)
})

it('two rings that both have a linkedid are one caller if it is the same, within 60 s and on any telephone', () => {
  const [a, b] = [ring({ linkedid: 'x' }), ring({ linkedid: 'x', usuarioId: 2, telefone_chave: '', at: 60_000 })]
  expect(ringTogether(a, b)).toBe(true)
  expect(ringTogether(a, { ...b, at: 60_001 })).toBe(false)
  expect(ringTogether(a, ring({ linkedid: 'y', usuarioId: 2 }))).toBe(false)
  expect(ringTogether(a, ring({ usuarioId: 2 }))).toBe(true)
})

it('rings of one channel are one caller within 5 s, also without a number, but not with two telephones', () => {
  const [a, b] = [ring({ linkedid: 'x', canal: 'u' }), ring({ linkedid: 'x', canal: 'u', usuarioId: 2 })]
  expect(ringTogether(a, { ...b, at: 5_000 })).toBe(true)
  expect(ringTogether(a, { ...b, at: 5_001 })).toBe(false)
  expect(ringTogether(a, { ...b, canal: 'v', at: 60_000 })).toBe(true)
  const hidden = ring({ telefone_chave: '#0', canal: 'u' })
  expect(ringTogether(hidden, { ...hidden, telefone_chave: '', usuarioId: 2, at: 5_000 })).toBe(true)
  expect(ringTogether(hidden, { ...hidden, canal: 'v', usuarioId: 2 })).toBe(false)
  // An exchange may number its calls per extension, so an equal channel number alone proves nothing.
  expect(ringTogether(ring({ canal: '17' }), ring({ canal: '17', telefone_chave: '3732211234', usuarioId: 2 }))).toBe(
    false,
  )
})

it('whether two rings are one caller does not depend on their order, and such rings share a lookup name', () => {
  const rings = fc.record({
    ligacaoId: fc.constant('a'),
    usuarioId: fc.nat(2),
    linkedid: fc.constantFrom(null, 'x', 'y'),
    canal: fc.constantFrom(null, 'u', 'v'),
    telefone_chave: fc.constantFrom('', '37999912222', '3732211234'),
    at: fc.constantFrom(0, 4_000, 5_001, 60_000, 60_001),
  })
  fc.assert(
    fc.property(rings, rings, (a, b) => {
      expect(ringTogether(a, b)).toBe(ringTogether(b, a))
      if (ringTogether(a, b)) expect(namesOf(a).some((name) => namesOf(b).includes(name))).toBe(true)
    }),
  )
})
