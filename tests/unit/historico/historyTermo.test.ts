import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readHistoryTermo } from '#server/historico/rules'

describe('a search term for calls', () => {
  test('is read as a telephone or protocol number if it is digits, as words if letters, as null if too short', () => {
    expect(readHistoryTermo('+55 (37) 99991-2222', undefined)).toEqual({
      telefones: ['37999912222'],
      protocolo: null,
      palavras: [],
    })
    const local = readHistoryTermo('9991-2222', undefined)?.telefones ?? []
    expect(local).toContain('37999912222')
    expect(local).toContain('11999912222')
    expect(local).not.toContain('20999912222')
    expect(readHistoryTermo('2026 1122 000 123', undefined)?.protocolo).toEqual(['20261122000123', '20261122000123'])
    expect(readHistoryTermo('Protocolo: 20261122000123', undefined)?.protocolo?.[0]).toBe('20261122000123')
    expect(readHistoryTermo('20261122', undefined)?.protocolo).toEqual(['20261122000000', '20261122999999'])
    expect(readHistoryTermo('Conexão de 10%', undefined)?.palavras).toEqual(['conexao', 'de', '10%'])
    for (const little of ['', ' ', 'a', 'de', '37', '(', '--']) expect(readHistoryTermo(little, '37')).toBeNull()
  })

  test('of any text is read without an error', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => void readHistoryTermo(text, '37')))
  })
})
