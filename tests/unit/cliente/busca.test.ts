import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyTermo, documentoNamed, foldEndereco, semSentido } from '#server/cliente/rules/busca'
import { foldText } from '#server/cliente/rules/folded'
import { chavesTelefone } from '#server/telefone/rules/chaves'

const nada = semSentido
/** A term made of words may also be an address. */
const endereco = (...palavras: string[]) => ({ palavras, numero: palavras.some((palavra) => /^\d/.test(palavra)) })

describe('foldText', () => {
  it.each([
    ['  José   da CONCEIÇÃO ', 'jose da conceicao'],
    ['D’Ávila & Irmãos', "d'avila & irmaos"],
    ['São\u0000Luís\n1º', 'sao luis 1o'],
    ['Sa\u0303o', 'sao'],
  ])('%j → %j', (texto, dobrado) => {
    expect(foldText(texto)).toBe(dobrado)
  })

  it('gives a text that it leaves unchanged, with single spaces and nothing that PostgreSQL refuses', () => {
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
  it.each(['', '   ', 'a', '\u0000', '- -', '0 ('])('takes %j as too little to search for', (texto) => {
    expect(classifyTermo(texto)).toBeNull()
  })

  it('takes words for a name and an address, and a single word also for a login', () => {
    expect(classifyTermo('Conceição')).toEqual({
      ...nada,
      nome: ['conceicao'],
      login: 'conceicao',
      endereco: endereco('conceicao'),
    })
    expect(classifyTermo('José  Ávila')).toEqual({
      ...nada,
      nome: ['jose', 'avila'],
      endereco: endereco('jose', 'avila'),
    })
    expect(classifyTermo('Bar do Zé 51')).toEqual({
      ...nada,
      nome: ['bar', 'do', 'ze', '51'],
      endereco: endereco('bar', '51'),
    })
    expect(classifyTermo('maria.silva@rede')).toMatchObject({ login: 'maria.silva@rede', codigo: null })
  })

  it('reads no punctuation around the words of a name, which is copied out of a message or a list', () => {
    expect(classifyTermo('Maria da Conceição Ávila,')?.nome).toEqual(['maria', 'da', 'conceicao', 'avila'])
    expect(classifyTermo('“Ávila,Maria”.')?.nome).toEqual(['avila', 'maria'])
    expect(classifyTermo("D'Ávila & Cia. S.A.")?.nome).toEqual(["d'avila", 'cia', 's.a'])
  })

  it('takes digits for all that they can be: a document, a code, a telephone, a login', () => {
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

  it.each([
    ['CPF: 123.456.789-09', '123.456.789-09'],
    ['CPF/CNPJ:12345678909', '12345678909'],
    ['tel. (37) 99991-2222', '(37) 99991-2222'],
    ['Código 10001', '10001'],
    ['Protocolo nº 20261120000123', '20261120000123'],
    ['cel.1234', null],
    ['tel 37 fixo', null],
  ])('reads no label before a number, as in %j', (copied, numero) => {
    if (numero) expect(classifyTermo(copied, '37')).toEqual(classifyTermo(numero, '37'))
    else expect(classifyTermo(copied)?.nome).not.toEqual([])
  })

  it('recognizes a document with punctuation, and letters as a CNPJ only if the check digits are right', () => {
    expect(classifyTermo('123.456.789-09')).toMatchObject({ documento: '12345678909', codigo: null })
    expect(classifyTermo('12.345.678/0001-95')).toMatchObject({ documento: '12345678000195', nome: [] })
    expect(classifyTermo('12.ABC.345/01DE-35')).toMatchObject({ documento: '12ABC34501DE35' })
    expect(classifyTermo('12.ABC.345/01DE-36')?.documento).toBeNull()
    expect(classifyTermo('Supermercado99')?.documento).toBeNull()
  })

  it('recognizes a telephone, whole or still being typed', () => {
    expect(classifyTermo('(37) 99991-2222')).toMatchObject({ telefones: ['37999912222'], login: null })
    expect(classifyTermo('+55 37 9991-2222')).toMatchObject({ telefones: ['37999912222'], documento: null })
    expect(classifyTermo('99991-2222', '37')?.telefones).toEqual(['37999912222', '999912222'])
    expect(classifyTermo('(37) 8812')?.telefonePrefixos).toEqual(['378812', '3798812'])
    expect(classifyTermo('(37) 322')?.telefonePrefixos).toEqual(['37322'])
    expect(classifyTermo('+1 212')?.telefonePrefixos).toEqual([])
  })

  it('finds a mobile by its area code and two digits or more, with or without the ninth digit', () => {
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

  it('takes a number without area code for one of the desk’s area code first, then of any', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^(9[6-9]\d{7}|[2-5]\d{7})$/).filter((numero) => !/^([34]00\d|4020)/.test(numero)),
        fc.constantFrom('37', undefined),
        fc.nat(3),
        (numero, ddd, gap) => {
          const typed = gap === 0 ? numero : `${numero.slice(0, -4)}${' -.'[gap - 1]}${numero.slice(-4)}`
          const termo = classifyTermo(typed, ddd)
          expect(termo?.assinantes).toEqual([numero])
          expect(termo?.telefones).toEqual(ddd ? [`37${numero}`, numero] : [numero])
          expect(termo?.telefonePrefixos.includes(`37${numero}`)).toBe(ddd !== undefined)
        },
      ),
    )
  })

  it('finds a number without area code from seven digits on, with or without the ninth digit', () => {
    expect(classifyTermo('9842452')?.assinantes).toEqual(['9842452', '99842452'])
    expect(classifyTermo('98424525', '37')).toMatchObject({
      assinantes: ['98424525', '998424525'],
      telefonePrefixos: ['98424525', '3798424525', '37998424525'],
    })
    for (const texto of ['984245', '1842452', '+984245251', '37984245251'])
      expect(classifyTermo(texto)?.assinantes, texto).toEqual([])
  })

  it('recognizes a protocol number with or without spaces, and does not take it for a document', () => {
    for (const texto of ['20261120000123', '2026 1120 000 123', ' 2026 11 20 000123 '])
      expect(classifyTermo(texto), texto).toMatchObject({ protocolo: '20261120000123', documento: null })
    // A protocol number that is still being typed is not one yet, and not a document either.
    expect(classifyTermo('2026 1120 000')).toMatchObject({ protocolo: null, documento: null })
    expect(classifyTermo('202611200001')).toMatchObject({ protocolo: null, documento: null })
    expect(classifyTermo('20261320000123')).toMatchObject({ protocolo: null, documento: '20261320000123' })
  })

  it('recognizes every protocol number, wherever it has spaces', () => {
    const dia = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(dia, fc.integer({ min: 1, max: 999_999 }), fc.array(fc.nat(13)), (day, sequencia, spaces) => {
        const protocolo = day.toISOString().slice(0, 10).replaceAll('-', '') + String(sequencia).padStart(6, '0')
        const typed = [...protocolo].map((digit, at) => (spaces.includes(at) ? `${digit} ` : digit)).join('')
        expect(classifyTermo(typed)?.protocolo).toBe(protocolo)
      }),
    )
  })

  it('takes words for an address, without rua, av. and words such as das', () => {
    const of = (texto: string) => classifyTermo(texto)?.endereco
    expect(of('Rua das Acácias, 120')).toEqual(endereco('acacias', '120'))
    expect(of('Av. Getúlio Vargas 1500 - Centro, Divinópolis')).toEqual(
      endereco('getulio', 'vargas', '1500', 'centro', 'divinopolis'),
    )
    expect(of('centro 35500-001')).toEqual(endereco('centro', '35500001'))
    for (const texto of ['rua', 'de da', '120', '35500-001']) expect(of(texto), texto).toBeFalsy()
  })

  it('gives words that match the stored address when parts of it are typed, in capitals or not', () => {
    const palavra = fc.constantFrom(
      'Acácias',
      'Getúlio',
      'Vargas',
      'Olímpio',
      'Morais',
      'Independência',
      'Goiás',
      'João',
    )
    const parte = fc.array(palavra, { minLength: 1, maxLength: 3 }).map((palavras) => palavras.join(' '))
    fc.assert(
      fc.property(parte, parte, parte, fc.nat(9999), fc.boolean(), (rua, bairro, cidade, numero, upper) => {
        const stored = foldEndereco({
          completo: '',
          endereco: rua,
          numero: `${numero}`,
          bairro,
          cidade,
          cep: '35500-001',
        })
        const typed = `${bairro} ${numero}, ${rua.slice(0, -1)}`
        const { palavras = [] } = classifyTermo(upper ? typed.toUpperCase() : typed)?.endereco ?? {}
        expect(palavras.length).toBeGreaterThan(1)
        const words = stored.split(' ')
        for (const each of palavras)
          expect(words.some((word) => (/^\d/.test(each) ? word === each : word.startsWith(each)))).toBe(true)
      }),
    )
  })

  it('gives address words of letters and digits only; a stored address is short enough for its index', () => {
    const wide = fc.string({ unit: fc.constantFrom('a', '𐐨'), minLength: 290, maxLength: 310 })
    const any = fc.string({ unit: 'binary', maxLength: 500 })
    fc.assert(
      fc.property(fc.oneof(any, wide), fc.string({ unit: 'binary' }), (completo, numero) => {
        const stored = foldEndereco({ completo, endereco: '', numero, bairro: '', cidade: '', cep: '' })
        expect(stored).toMatch(/^([\p{L}\p{N}]+( [\p{L}\p{N}]+)*)?$/u)
        expect(Buffer.byteLength(stored)).toBeLessThan(2_000)
        for (const each of classifyTermo(completo)?.endereco?.palavras ?? []) expect(each).toMatch(/^[\p{L}\p{N}]+$/u)
      }),
    )
  })

  it('never throws, and gives either null or a term with something to search for', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[+(\d .)/-]{0,20}$/)), (texto) => {
        const termo = classifyTermo(texto)
        if (termo) expect(termo).not.toEqual(nada)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the document in an agent’s search term', () => {
  const named = (texto: string) => {
    const termo = classifyTermo(texto)
    return termo && documentoNamed(termo)
  }

  it('is a CPF or CNPJ that was typed whole', () => {
    expect(named('123.456.789-09')).toBe('12345678909')
    expect(named('12.ABC.345/01DE-35')).toBe('12ABC34501DE35')
  })

  it('is a beginning of eight characters or more that cannot be a telephone', () => {
    expect(named('209876543')).toBe('209876543')
    for (const texto of ['2098765', '123', '37999912222', '3732211234', '379999', '999912222', '+5537999912222'])
      expect(named(texto), texto).toBeNull()
  })
})
