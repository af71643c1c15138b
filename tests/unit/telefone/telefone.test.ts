import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chavesTelefone } from '#server/telefone/rules/chaves'
import { formatTelefone } from '#server/telefone/rules/formatTelefone'
import { isDdd } from '#server/telefone/rules/parse'

const ddds = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0')).filter(isDdd)
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const ddd = fc.constantFrom(...ddds)
const movel = fc.tuple(ddd, digits(8)).map(([area, rest]) => ({ ddd: area, assinante: `9${rest}` }))
const fixo = fc
  .tuple(ddd, fc.constantFrom('2', '3', '4', '5'), digits(7))
  .map(([area, first, rest]) => ({ ddd: area, assinante: first + rest }))

const carriers = ['12', '15', '21', '31', '41', '55']
const prefixes = ['', '+55', '+55 ', '0055', '55', '0', '+55 0', ...carriers.map((code) => `0${code}`), '9015', '9021']
/** Every spelling of one national number that exchanges use. */
function spellings(area: string, assinante: string): string[] {
  const forms = [assinante]
  if (/^9[6-9]\d{7}$/.test(assinante)) forms.push(assinante.slice(1))
  return forms.flatMap((form) =>
    prefixes.flatMap((prefix) => [
      `${prefix}${area}${form}`,
      `${prefix}(${area}) ${form.slice(0, -4)}-${form.slice(-4)}`,
    ]),
  )
}

describe('chavesTelefone', () => {
  it.each([
    ['37999912222', ['37999912222']],
    ['+55 (37) 99991-2222', ['37999912222']],
    ['3799912222', ['37999912222']],
    ['037999912222', ['37999912222']],
    ['01537999912222', ['37999912222']],
    ['901537999912222', ['37999912222']],
    ['005537999912222', ['37999912222']],
    ['3732211234', ['3732211234']],
    ['553732211234', ['3732211234']],
    ['55999912222', ['55999912222']],
    ['5599912222', ['55999912222']],
    ['5532211234', ['5532211234']],
    ['5555999912222', ['55999912222']],
    ['055999912222', ['55999912222']],
    ['999912222', ['999912222']],
    ['99912222', ['999912222']],
    ['32211234', ['32211234']],
    ['08001234567', ['08001234567']],
    ['+558001234567', ['08001234567']],
    ['+55800123456', ['0800123456']],
    ['9001234567', ['09001234567']],
    ['0500 123 4567 / 37 3221-1234', ['05001234567', '3732211234']],
    ['5508001234567', ['08001234567']],
    ['909032211234', ['32211234']],
    ['901532211234', ['901532211234']],
    ['3001234567', ['03001234567']],
    ['+037999912222', ['37999912222']],
    ['55037999912222', ['37999912222']],
    ['55032211234', ['55032211234']],
    ['+55101', ['101']],
    ['+123456789012345', ['+123456789012345']],
    ['+1234567890123456', ['1234567890123456']],
    ['0800123456', ['0800123456']],
    ['03001234567', ['03001234567']],
    ['4004-1234', ['40041234']],
    ['+1 212 555 1234', ['+12125551234']],
    ['0012125551234', ['+12125551234']],
    ['+3799991222', ['+3799991222']],
    ['101', ['101']],
    ['10315', ['10315']],
    ['37 99991-2222 (Maria) / 37 3221-1234', ['37999912222', '3732211234']],
    ['37 3221-1234 ramal 123', ['3732211234']],
    ['37/3221-1234', ['3732211234']],
    ['(37) / 9 9991-2222', ['37999912222']],
    ['037 | 99991.2222', ['37999912222']],
    ['+55/37/3221-1234', ['3732211234']],
    ['0xx37/3221-1234', ['3732211234']],
    ['37/3221-1234; 31/99991-2222', ['3732211234', '31999912222']],
    ['(37) 99991-2222 (37) 3221-1234', ['37999912222', '3732211234']],
    ['+55 37 99991-2222 - +1 212 555 1234', ['37999912222', '+12125551234']],
    ['37 99991-2222\n37 3221-1234 (Maria)', ['37999912222', '3732211234']],
    ['3221-1234 3221-4321 0800 123 4567', ['32211234', '32214321', '08001234567']],
    // 55 may be the area code of the second number, or the first number's last digits after a country code.
    ['55 99991-2222 55 3221-1234', []],
    // No area code, or one that may be an extension.
    ['20/3221-1234', ['32211234']],
    ['ramal 21/3221-1234', ['32211234']],
    ['3221-1234/21/3221-4321', ['32211234', '32214321']],
    ['37 3221-1234 / 037 3221-1234 / 12345678', ['3732211234']],
    ['', []],
    ['0', []],
    ['0000000', []],
    ['12', []],
    ['anonymous', []],
    ['joao123', []],
    ['999999999999999999999999', []],
  ])('%s → %j', (numero, chaves) => {
    expect(chavesTelefone(numero)).toEqual(chaves)
  })

  it('completes local numbers, and no others, with the default area code', () => {
    expect(chavesTelefone('99991-2222', '37')).toEqual(['37999912222'])
    expect(chavesTelefone('9991-2222', '37')).toEqual(['37999912222'])
    expect(chavesTelefone('3221-1234', '37')).toEqual(['3732211234'])
    expect(chavesTelefone('4004-1234', '37')).toEqual(['40041234'])
    expect(chavesTelefone('4020-1234', '37')).toEqual(['40201234'])
    expect(chavesTelefone('101', '37')).toEqual(['101'])
    expect(chavesTelefone('+1 212 555 1234', '37')).toEqual(['+12125551234'])
    expect(chavesTelefone('3221-1234', '20')).toEqual(['32211234'])
  })

  it('reads a field of megabytes in a time that grows with its length', () => {
    for (const junk of [';(', '55/', ' ;', '(37)/', '37 '])
      expect(chavesTelefone(`${junk.repeat(500_000)}; 37/3221-1234`)).toEqual(['3732211234'])
  })

  it('gives all spellings of a number the same key', () => {
    fc.assert(
      fc.property(fc.oneof(movel, fixo), (numero) => {
        for (const spelling of spellings(numero.ddd, numero.assinante)) {
          expect([spelling, ...chavesTelefone(spelling)]).toEqual([spelling, numero.ddd + numero.assinante])
        }
      }),
    )
  })

  it('never gives two numbers the same key', () => {
    const nacional = fc.oneof(movel, fixo).map((numero) => numero.ddd + numero.assinante)
    const estrangeiro = fc.stringMatching(/^\+(1|44|351|54)\d{8,10}$/)
    const gratuito = fc.stringMatching(/^0[38]00\d{7}$/)
    const unico = fc.stringMatching(/^400[34]\d{4}$/)
    const curto = fc.stringMatching(/^[1-9]\d{2,6}$/)
    const numero = fc.oneof(nacional, estrangeiro, gratuito, unico, curto)
    fc.assert(
      fc.property(numero, numero, (a, b) => {
        fc.pre(a !== b)
        expect(chavesTelefone(a)).toHaveLength(1)
        expect(chavesTelefone(a)).not.toEqual(chavesTelefone(b))
      }),
      { numRuns: 2000 },
    )
    // Numbers that differ in one digit are the most likely to collide.
    fc.assert(
      fc.property(nacional, fc.nat(10), fc.nat(9), (a, position, digit) => {
        const b = a.slice(0, position) + digit + a.slice(position + 1)
        // A leading zero is the trunk prefix: the rest may be the same number without its ninth digit.
        fc.pre(a !== b && position < a.length && !b.startsWith('0'))
        expect(chavesTelefone(a)).not.toEqual(chavesTelefone(b))
      }),
      { numRuns: 2000 },
    )
  })

  it('reads two numbers in a row as these two, or as none', () => {
    const spelled = fc
      .oneof(movel, fixo)
      .chain(({ ddd, assinante }) =>
        fc.constantFrom(...spellings(ddd, assinante)).map((texto) => ({ texto, chave: ddd + assinante })),
      )
    fc.assert(
      fc.property(spelled, spelled, fc.constantFrom(' ', ' - ', '\n'), (a, b, between) => {
        const chaves = chavesTelefone(a.texto + between + b.texto).filter((chave) => chave.length <= 11)
        expect([[], [...new Set([a.chave, b.chave])]]).toContainEqual(chaves)
      }),
      { numRuns: 2000 },
    )
  })

  it('never adds a digit to a landline', () => {
    fc.assert(
      fc.property(fixo, (numero) => {
        for (const spelling of spellings(numero.ddd, numero.assinante)) {
          expect(chavesTelefone(spelling)[0]).toHaveLength(10)
        }
      }),
    )
  })

  it('is idempotent and never throws, whatever the text', () => {
    const texto = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[+0-9() /-]{0,24}$/),
      fc.stringMatching(/^(\+|00)?(55|0|9090|90)?\d{0,16}$/),
    )
    fc.assert(
      fc.property(texto, fc.option(ddd, { nil: undefined }), (numero, padrao) => {
        const chaves = chavesTelefone(numero, padrao)
        expect(chaves.flatMap((chave) => chavesTelefone(chave, padrao))).toEqual(chaves)
        expect(chavesTelefone(chaves.join(' / '), padrao).length).toBeLessThanOrEqual(chaves.length)
        for (const chave of chaves) expect(chave).toMatch(/^\+?\d{3,20}$/)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('formatTelefone', () => {
  it.each([
    ['37999912222', '(37) 99991-2222'],
    ['+5537999912222', '(37) 99991-2222'],
    ['3799912222', '(37) 9991-2222'],
    ['3732211234', '(37) 3221-1234'],
    ['01537999912222', '(37) 99991-2222'],
    ['999912222', '99991-2222'],
    ['32211234', '3221-1234'],
    ['08001234567', '0800 123 4567'],
    ['0800123456', '0800 12 3456'],
    ['40041234', '4004-1234'],
    ['+12125551234', '+1 212 555 1234'],
    ['+351912345678', '+351 912 345 678'],
    ['101', '101'],
    ['anonymous', 'anonymous'],
    ['', 'número não informado'],
    ['  ', 'número não informado'],
    ['0', 'número não informado'],
    ['(00) 0000-0000', 'número não informado'],
    [null, 'número não informado'],
  ])('%s → %s', (numero, texto) => {
    expect(formatTelefone(numero)).toBe(texto)
  })

  it('never throws and never gives an empty text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (numero) => formatTelefone(numero) !== ''))
    fc.assert(fc.property(fc.stringMatching(/^\+\d{1,20}$/), (numero) => formatTelefone(numero) !== ''))
  })

  it('gives a text that has the same key as the number', () => {
    fc.assert(
      fc.property(fc.oneof(movel, fixo), ({ ddd, assinante }) => {
        expect(chavesTelefone(formatTelefone(`+55${ddd}${assinante}`))).toEqual([ddd + assinante])
      }),
    )
  })
})
