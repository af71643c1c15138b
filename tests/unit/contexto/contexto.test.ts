import fc from 'fast-check'
import { expect, test } from 'vitest'
import { primeirasPalavras } from '#server/contexto/rules'
import { addMeses } from '#server/faturamento/rules/parcelas'
import { monthNumber } from '#server/faturamento/rules/previstos'

test('the first words of a text are its beginning in one line of at most 120 characters, none of them cut', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (texto) => {
      const words = primeirasPalavras(texto)
      const line = texto.trim().replace(/\s+/gu, ' ')
      expect([...words].length).toBeLessThanOrEqual(120)
      expect(words).not.toMatch(/[\n\t]/)
      expect(words.isWellFormed()).toBe(line.isWellFormed())
      if ([...line].length <= 120) expect(words).toBe(line)
      else {
        expect(words.endsWith('…')).toBe(true)
        expect(line.startsWith(words.slice(0, -1))).toBe(true)
      }
    }),
  ))

test('a long text is cut between words, and inside a word when there is only one', () => {
  const words = primeirasPalavras(`${'sem sinal desde ontem '.repeat(20)}`)
  expect(words).toMatch(/ (sem|sinal|desde|ontem)…$/)
  expect(primeirasPalavras('x'.repeat(300))).toBe(`${'x'.repeat(119)}…`)
})

test('the numbers of two months differ by the months between them, across year ends', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 2000, max: 2100 }),
      fc.nat(500),
      (mes, ano, more) => {
        const dia = (em: { mes: number; ano: number }) => `${em.ano}-${String(em.mes).padStart(2, '0')}-15`
        const later = addMeses({ mes, ano }, more)
        expect(monthNumber(dia(later)) - monthNumber(dia({ mes, ano }))).toBe(more)
      },
    ),
  ))
