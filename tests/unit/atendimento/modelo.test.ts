import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillModelo, primeiroNome } from '#server/atendimento/rules/modelos'
import { type CampoModelo, camposModelo, newModelo } from '#server/atendimento/wire/modelos'

const campos = Object.keys(camposModelo) as CampoModelo[]
const campo = fc.constantFrom(...campos)
const plain = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[{}]/g, ''))
/** A text, a name in braces after it, and the name's value, which may be any text, even braces and `$&`. */
const piece = fc.record({
  before: plain,
  campo,
  valor: fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom('{nome}', '$&', '$1', '{', '}')),
})

describe('a template', () => {
  it('has each value, unchanged, in place of its name in braces, and all other text as it was', () => {
    fc.assert(
      fc.property(fc.array(piece), plain, (pieces, end) => {
        const valores = Object.fromEntries(pieces.map(({ campo, valor }) => [campo, valor]))
        const modelo = pieces.map(({ before, campo }) => `${before}{${campo}}`).join('') + end
        const filled = pieces.map(({ before, campo }) => before + valores[campo]).join('') + end
        expect(fillModelo(modelo, valores)).toEqual({ texto: filled, faltam: [] })
      }),
    )
  })

  it('keeps each name that has no value, and reports each of them once', () => {
    fc.assert(
      fc.property(fc.array(campo), plain, (names, between) => {
        const modelo = names.map((name) => `{${name}}${between}`).join('')
        expect(fillModelo(modelo, {})).toEqual({ texto: modelo, faltam: [...new Set(names)] })
        expect(fillModelo(modelo, Object.fromEntries(names.map((name) => [name, ''])))).toEqual({
          texto: modelo,
          faltam: [...new Set(names)],
        })
      }),
    )
  })

  it('is accepted only if the name in braces is a known field', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (name) => {
        fc.pre(!/[{}\0]/.test(name) && name.isWellFormed())
        const judged = newModelo.safeParse({ titulo: 'x', texto: `a {${name}} b` })
        expect(judged.success).toBe(campos.includes(name as CampoModelo))
      }),
    )
  })

  it('has no field for a document, a login or a password', () => {
    expect(campos.filter((name) => /cpf|cnpj|rg|documento|senha|login/.test(name))).toEqual([])
  })
})

describe('a first name', () => {
  it.each([
    ['Maria da Conceição Ávila', 'pf', 'Maria'],
    ['  João  Antônio ', 'pf', 'João'],
    ['Padaria Três Irmãos Ltda', 'pj', 'Padaria Três Irmãos Ltda'],
    ['', 'pf', ''],
  ])('of %s (%s) is %s', (nome, tipo, primeiro) => expect(primeiroNome(nome, tipo)).toBe(primeiro))
})
