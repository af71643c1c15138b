import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyTermo, documentoNamed, foldText } from '#server/cliente/rules/busca'
import { chavesTelefone } from '#server/telefone/rules/chaves'

const nada = { nome: [], documento: null, codigo: null, telefones: [], telefonePrefixos: [], login: null }

describe('foldText', () => {
  it.each([
    ['  José   da CONCEIÇÃO ', 'jose da conceicao'],
    ['D’Ávila & Irmãos', "d'avila & irmaos"],
    ['São\u0000Luís\n1º', 'sao luis 1o'],
    ['Sa\u0303o', 'sao'],
  ])('%j → %j', (texto, dobrado) => {
    expect(foldText(texto)).toBe(dobrado)
  })

  it('is idempotent, single-spaced and free of what PostgreSQL refuses', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (texto) => {
        const dobrado = foldText(texto)
        expect(foldText(dobrado)).toBe(dobrado)
        expect(dobrado).not.toMatch(/\0|\s\s|^\s|\s$/)
        expect(Buffer.from(dobrado).toString()).toBe(dobrado)
      }),
      { numRuns: 2000, examples: [['\u1fef']] },
    )
  })
})

describe('classifyTermo', () => {
  it.each(['', '   ', 'a', '\u0000', '- -', '0 ('])('finds %j too little', (texto) => {
    expect(classifyTermo(texto)).toBeNull()
  })

  it('takes letters for a name or a login', () => {
    expect(classifyTermo('Conceição')).toEqual({ ...nada, nome: ['conceicao'], login: 'conceicao' })
    expect(classifyTermo('José  Ávila')).toEqual({ ...nada, nome: ['jose', 'avila'] })
    expect(classifyTermo('Bar do Zé 51')).toEqual({ ...nada, nome: ['bar', 'do', 'ze', '51'] })
    expect(classifyTermo('maria.silva@rede')).toMatchObject({ login: 'maria.silva@rede', codigo: null })
  })

  it('takes digits for everything they can be', () => {
    expect(classifyTermo('1234')).toEqual({
      ...nada,
      documento: '1234',
      codigo: 1234,
      telefones: ['1234'],
      telefonePrefixos: ['1234'],
      login: '1234',
    })
    expect(classifyTermo('7')).toEqual({ ...nada, codigo: 7, login: '7' })
    expect(classifyTermo('99999999999')?.codigo).toBeNull()
  })

  it('knows a document whatever its punctuation', () => {
    expect(classifyTermo('123.456.789-09')).toMatchObject({ documento: '12345678909', codigo: null })
    expect(classifyTermo('12.345.678/0001-95')).toMatchObject({ documento: '12345678000195', nome: [] })
    expect(classifyTermo('12.ABC.345/01DE-35')).toMatchObject({ documento: '12ABC34501DE35' })
    expect(classifyTermo('12.ABC.345/01DE-36')?.documento).toBeNull()
    expect(classifyTermo('Supermercado99')?.documento).toBeNull()
  })

  it('knows a telephone, whole or still being typed', () => {
    expect(classifyTermo('(37) 99991-2222')).toMatchObject({ telefones: ['37999912222'], login: null })
    expect(classifyTermo('+55 37 9991-2222')).toMatchObject({ telefones: ['37999912222'], documento: null })
    expect(classifyTermo('99991-2222', '37')?.telefones).toEqual(['37999912222'])
    expect(classifyTermo('(37) 8812')?.telefonePrefixos).toEqual(['378812', '3798812'])
    expect(classifyTermo('(37) 322')?.telefonePrefixos).toEqual(['37322'])
    expect(classifyTermo('+1 212')?.telefonePrefixos).toEqual([])
  })

  it('finds every mobile from any beginning with area code and two digits, with or without the ninth', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^379[6-9]\d{7}$/), fc.integer({ min: 4, max: 11 }), (numero, typed) => {
        const chave = chavesTelefone(numero)[0] as string
        for (const spelling of [numero, `37${numero.slice(3)}`]) {
          const termo = classifyTermo(spelling.slice(0, typed))
          const found = termo?.telefones.includes(chave) || termo?.telefonePrefixos.some((p) => chave.startsWith(p))
          expect(found).toBe(true)
        }
      }),
    )
  })

  it('never throws, and never means nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[+(\d .)/-]{0,20}$/)), (texto) => {
        const termo = classifyTermo(texto)
        if (termo) expect(termo).not.toEqual(nada)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the document that an agent’s term names', () => {
  const named = (texto: string) => {
    const termo = classifyTermo(texto)
    return termo && documentoNamed(termo)
  }

  it('is a whole one, also where its digits could be a telephone', () => {
    expect(named('123.456.789-09')).toBe('12345678909')
    expect(named('12.ABC.345/01DE-35')).toBe('12ABC34501DE35')
  })

  it('is a beginning of eight characters or more that can be no telephone', () => {
    expect(named('209876543')).toBe('209876543')
    for (const texto of ['2098765', '123', '37999912222', '3732211234', '379999', '999912222', '+5537999912222'])
      expect(named(texto), texto).toBeNull()
  })
})
