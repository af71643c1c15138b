import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readHistoryTermo } from '#server/historico/rules'

describe('what is searched for among calls', () => {
  test('digits are a telephone of any area and a protocol, letters are words, and too little is nothing', () => {
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
    expect(readHistoryTermo('20261122', undefined)?.protocolo).toEqual(['20261122000000', '20261122999999'])
    expect(readHistoryTermo('Conexão de 10%', undefined)?.palavras).toEqual(['conexao', 'de', '10%'])
    for (const little of ['', ' ', 'a', 'de', '37', '(', '--']) expect(readHistoryTermo(little, '37')).toBeNull()
  })

  test('any text is read without a mistake', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => void readHistoryTermo(text, '37')))
  })
})
