import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chavesTelefone } from '#server/telefone/rules/chaves'
import { internacionalOf } from '#server/telefone/rules/internacional'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const ddd = fc.constantFrom('11', '21', '37', '55', '88', '99')

it('a Brazilian mobile is dialled as 55, area code and nine digits, however it was written', () => {
  fc.assert(
    fc.property(ddd, fc.constantFrom('6', '7', '8', '9'), digits(7), (area, first, rest) => {
      const whole = { numero: `55${area}9${first}${rest}`, celular: true }
      for (const written of [`${area}9${first}${rest}`, `+55 ${area} 9${first}${rest}`, `0${area}9${first}${rest}`])
        expect(chavesTelefone(written).map(internacionalOf)).toEqual([whole])
    }),
  )
})

it('a landline is dialled as 55, area code and eight digits, and takes no SMS', () => {
  fc.assert(
    fc.property(ddd, fc.constantFrom('2', '3', '4', '5'), digits(7), (area, first, rest) => {
      expect(chavesTelefone(`(${area}) ${first}${rest}`).map(internacionalOf)).toEqual([
        { numero: `55${area}${first}${rest}`, celular: false },
      ])
    }),
  )
})

it.each(['', '101', '999912222', '08001234567', '40041234', '20999912222', 'x', '+', '+0123456789'])(
  '%s is no number that a message can be sent to',
  (chave) => expect(internacionalOf(chave)).toBeNull(),
)

it('a foreign number keeps its country code', () => {
  expect(chavesTelefone('+1 212 555 1234').map(internacionalOf)).toEqual([{ numero: '12125551234', celular: true }])
})
