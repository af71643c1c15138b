import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAtendimentoTermo } from '#server/atendimento/rules/atendimentoTermo'
import { formatProtocolo, makeProtocolo } from '#server/protocolo/rules/protocolo'

const read = (texto: string) => readAtendimentoTermo(texto, undefined)
const dia = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const protocolo = fc.tuple(dia, fc.integer({ min: 1, max: 999_999 })).map(([day, n]) => makeProtocolo(day, n))

describe('a search term for tickets', () => {
  it('that is a whole protocol number, with any spaces, means that number and nothing else', () => {
    fc.assert(
      fc.property(protocolo, fc.array(fc.nat(13), { maxLength: 6 }), (whole, at) => {
        const spaced = [...whole].map((digit, index) => (at.includes(index) ? ` ${digit}` : digit)).join('')
        for (const typed of [whole, formatProtocolo(whole), spaced, `Protocolo: ${whole}`])
          expect(read(typed)).toEqual({
            ...{ protocolo: [whole, whole], telefones: [], codigo: null, nome: [], palavras: [] },
          })
      }),
    )
  })

  it('that is the beginning of a protocol number means all numbers that begin so', () => {
    fc.assert(
      fc.property(protocolo, fc.integer({ min: 6, max: 13 }), (whole, length) => {
        const [first = '', last = ''] = read(whole.slice(0, length))?.protocolo ?? []
        expect(first <= whole && whole <= last).toBe(true)
        expect([first.length, last.length, first.slice(0, length)]).toEqual([14, 14, whole.slice(0, length)])
      }),
    )
  })

  it.each([
    ['(37) 99991-2222', { telefones: ['37999912222'], protocolo: null, nome: [] }],
    ['10002', { codigo: 10_002, protocolo: null }],
    ['Conceição ÁVILA', { nome: ['conceicao', 'avila'], palavras: ['conceicao', 'avila'] }],
    ['os 12', { palavras: [] }],
    ['2026', { protocolo: null, codigo: 2026 }],
  ])('%s is read as %j', (texto, meant) => expect(read(texto)).toMatchObject(meant))

  it.each(['', ' ', 'a', '-', '%'])('%j is too little to search for', (texto) => expect(read(texto)).toBeNull())
})
