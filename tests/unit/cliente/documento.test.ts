import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cnpjDigits, cpfDigits, formatDocumento, isCnpj, isCpf, maskDocumento } from '#server/cliente/rules/documento'

describe('CPF', () => {
  it('accepts valid ones, with and without punctuation', () => {
    expect(['12345678909', '529.982.247-25', '111.444.777-35'].every(isCpf)).toBe(true)
  })

  it('refuses wrong digits, lengths and repeated digits', () => {
    expect(['12345678900', '1234567890', '11111111111', '', 'abcdefghijk', '12345678000195'].some(isCpf)).toBe(false)
  })

  it('accepts the right check digits for any base, and no others', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{9}$/),
        fc.integer({ min: 9, max: 10 }),
        fc.integer({ min: 1, max: 9 }),
        (base, at, add) => {
          const cpf = base + cpfDigits(base)
          fc.pre(!/^(.)\1+$/.test(cpf))
          expect(isCpf(cpf)).toBe(true)
          const wrong = cpf.slice(0, at) + ((Number(cpf[at]) + add) % 10) + cpf.slice(at + 1)
          expect(isCpf(wrong)).toBe(false)
        },
      ),
    )
  })
})

describe('CNPJ', () => {
  it('accepts valid ones', () => {
    expect(['12345678000195', '11.222.333/0001-81', '00.000.000/0001-91'].every(isCnpj)).toBe(true)
  })

  it('accepts the alphanumeric example of Receita Federal, and refuses it with a wrong check digit', () => {
    expect(isCnpj('12.ABC.345/01DE-35')).toBe(true)
    expect(isCnpj('12abc34501de35')).toBe(true)
    expect(isCnpj('12.ABC.345/01DE-36')).toBe(false)
  })

  it('refuses wrong digits, lengths, letters in the check digits and repeated digits', () => {
    expect(['12345678000190', '1234567800019', '12345678000A95', '00000000000000', ''].some(isCnpj)).toBe(false)
  })

  it('accepts the right check digits for any base', () => {
    fc.assert(fc.property(fc.stringMatching(/^[0-9A-Z]{11}[A-Z]$/), (base) => isCnpj(base + cnpjDigits(base))))
  })
})

describe('a document that is shown', () => {
  it('is formatted as a CPF or CNPJ by its length; any other text stays as it is', () => {
    expect(formatDocumento('12345678909')).toBe('123.456.789-09')
    expect(formatDocumento('12345678000195')).toBe('12.345.678/0001-95')
    expect(formatDocumento('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
    expect(formatDocumento('123')).toBe('123')
  })

  it('is masked but for its six middle digits; any other text is masked whole', () => {
    expect(maskDocumento('12345678909')).toBe('***.456.789-**')
    expect(maskDocumento('12345678000195')).toBe('**.345.678/****-**')
    expect(maskDocumento('123')).toBe('***')
    expect(maskDocumento('')).toBe('')
  })

  it('shows at most six letters or digits when masked, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^\d{0,20}$/)), (texto) => {
        expect(maskDocumento(texto).replace(/[^0-9A-Z]/g, '').length).toBeLessThanOrEqual(6)
      }),
    )
  })
})
