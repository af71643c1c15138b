import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMeses, planParcelas, splitParcelas } from '#server/faturamento/rules/parcelas'
import { canonicalJson, judgeEvento, mensagemRegistro } from '#server/faturamento/rules/registration'
import { formatValor, maxCentavos, readReais, readValor } from '#server/faturamento/wire/valor'
import { inWords, judgeValores, novosValores } from '../../../app/faturamento/evento/eventoValores.ts'
import { reais } from '../../../app/ui/format.ts'
import { noteFuso } from '../../../app/ui/fuso.ts'
import { chavesDoFormulario } from '../../../app/ui/network/chavesDoFormulario.ts'

const centavos = fc.integer({ min: 1, max: maxCentavos })
const mes = fc.record({ mes: fc.integer({ min: 1, max: 12 }), ano: fc.integer({ min: 2000, max: 2100 }) })

test('installments sum to the total, differ by a cent at most, the larger first', () => {
  fc.assert(
    fc.property(centavos, fc.integer({ min: 1, max: 999 }), (total, parts) => {
      fc.pre(total >= parts)
      const split = splitParcelas(total, parts)
      expect(split.length).toBe(parts)
      expect(split.reduce((sum, part) => sum + part, 0)).toBe(total)
      expect(Math.min(...split)).toBeGreaterThanOrEqual(1)
      expect(Math.max(...split) - Math.min(...split)).toBeLessThanOrEqual(1)
      expect(split).toEqual(split.toSorted((a, b) => b - a))
    }),
  )
})

test('the months of installments follow one another across year ends', () => {
  expect(addMeses({ mes: 12, ano: 2026 }, 1)).toEqual({ mes: 1, ano: 2027 })
  expect(addMeses({ mes: 1, ano: 2026 }, 24)).toEqual({ mes: 1, ano: 2028 })
  fc.assert(
    fc.property(mes, fc.integer({ min: 1, max: 999 }), (primeira, total) => {
      const plan = planParcelas(99_900, { modo: 'parcelas', total, primeira })
      plan.forEach(({ em, parcela }, index) => {
        expect(parcela).toBe(index + 1)
        const date = new Date(Date.UTC(primeira.ano, primeira.mes - 1 + index))
        expect(em).toEqual({ mes: date.getUTCMonth() + 1, ano: date.getUTCFullYear() })
      })
    }),
    { numRuns: 30 },
  )
})

test('an amount is read exactly from a number and from a text, and the response’s msg repeats it', () => {
  fc.assert(
    fc.property(centavos, (amount) => {
      const text = formatValor(amount)
      expect(readValor(text)).toEqual({ centavos: amount })
      expect(readValor(Number(text))).toEqual({ centavos: amount })
      expect(mensagemRegistro(1, 'desconto', amount)).toMatch(new RegExp(`R\\$ ${text.replace('.', '\\.')}$`))
      expect(readValor(readReais(reais(amount)))).toEqual({ centavos: amount })
    }),
  )
})

test('no number is ever rounded into an amount', () => {
  fc.assert(
    fc.property(fc.double(), (number) => {
      const read = readValor(number)
      if (read.centavos === undefined) expect(read.mistake).not.toBe('')
      else expect(read.centavos / 100).toBe(number)
    }),
  )
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, -0, '1e3', '0x1', '٣', '1_000', '', ' 1', '1 ', '+1', {}, null, true])(
  '%s is refused as an amount',
  (value) => {
    expect(readValor(value).mistake).toBeDefined()
  },
)

test.each([
  ['10,30', '10.30'],
  ['1.234,56', '1234.56'],
  ['1.234', '1234'],
  ['R$ 5', '5'],
  [' 7,5 ', '7.5'],
  ['10.30', null],
  ['1.23,45', null],
  ['12.34.567', null],
  ['10,305', null],
  ['-1', null],
  ['1,', null],
])('an amount typed as %s is read as %s', (typed, wire) => {
  expect(readReais(typed)).toBe(wire)
})

const proximo = {
  ...{ id_cliente_servico: 1, id_tipo_servico: '1', tipo: 'desconto', descricao: 'x', valor: 10 },
  ...{ parcelado: false, proximo_faturamento: true },
}
const emParcelas = {
  ...{ ...proximo, parcelado: true },
  ...{ numero_total_parcelas: 3, mes_primeira_parcela: 12, ano_primeira_parcela: 2026 },
}
const noMes = { ...proximo, proximo_faturamento: false, mes_processar: 1, ano_processar: 2027 }

test.each([
  { ...emParcelas, numero_total_parcelas: 999, valor: '9.99', ano_primeira_parcela: 2100 },
  { ...emParcelas, numero_total_parcelas: 1, mes_primeira_parcela: 1, ano_primeira_parcela: '2000' },
  { ...noMes, valor: '0000009999999.99', mes_processar: '12', ano_processar: 2100 },
  { ...noMes, valor: 9_999_999.99 },
  { ...noMes, valor: 0.01, ano_processar: 2000, descricao: ` ${'😀'.repeat(1_000)} ` },
])('an event at the limits of its fields has no mistake', (body) => {
  expect(judgeEvento(body).mistakes).toEqual({})
})

const quandoParcelado = 'é obrigatório quando parcelado é true'
const quandoNoMes = 'é obrigatório quando proximo_faturamento é false'
const deMes = 'deve ser um número inteiro de 1 a 12'
const deAno = 'deve ser um número inteiro de 2000 a 2100'
test.each<[string, object, Record<string, string>]>([
  [
    'installments without their fields',
    { ...proximo, parcelado: true },
    {
      numero_total_parcelas: quandoParcelado,
      mes_primeira_parcela: quandoParcelado,
      ano_primeira_parcela: quandoParcelado,
    },
  ],
  [
    'an event without its month',
    { ...noMes, mes_processar: '', ano_processar: null },
    { mes_processar: quandoNoMes, ano_processar: quandoNoMes },
  ],
  [
    'a month, but not whether it counts',
    { ...noMes, proximo_faturamento: null, mes_processar: 13, ano_processar: 1999 },
    { proximo_faturamento: 'é obrigatório quando parcelado é false', mes_processar: deMes, ano_processar: deAno },
  ],
  [
    'installments and a month, but not which of them counts',
    { ...emParcelas, ...noMes, parcelado: '', mes_primeira_parcela: 0, ano_primeira_parcela: 2101, mes_processar: 0 },
    { parcelado: 'é obrigatório', mes_primeira_parcela: deMes, ano_primeira_parcela: deAno, mes_processar: deMes },
  ],
  [
    'more installments than cents, beside another mistake',
    { ...emParcelas, parcelado: null, valor: 0.02 },
    {
      parcelado: 'é obrigatório',
      numero_total_parcelas: 'deve ser no máximo 2 com este valor: cada parcela tem ao menos R$ 0.01',
    },
  ],
  [
    'a description that is too long',
    { ...proximo, descricao: 'x'.repeat(1_001) },
    { descricao: 'deve ter no máximo 1000 caracteres' },
  ],
  ['a value past all numbers', { ...proximo, valor: 1e21 }, { valor: 'deve ser no máximo 9999999.99' }],
  ['a text beyond the greatest value', { ...proximo, valor: '10000000' }, { valor: 'deve ser no máximo 9999999.99' }],
  ['a number beyond it', { ...proximo, valor: 9_999_999.995 }, { valor: 'deve ser no máximo 9999999.99' }],
  ['a value of too many decimals', { ...proximo, valor: 1e-7 }, { valor: 'deve ter no máximo duas casas decimais' }],
  [
    'a value with a comma',
    { ...proximo, valor: '1.234,56' },
    { valor: 'deve usar ponto como separador decimal, sem milhar, como 1234.56' },
  ],
])('%s: each mistake is told with its own sentence', (_what, body, mistakes) => {
  expect(judgeEvento(body).mistakes).toEqual(
    Object.fromEntries(Object.entries(mistakes).map(([field, sentence]) => [field, [sentence]])),
  )
})

test('equal JSON values have the same canonical text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      expect(canonicalJson(JSON.parse(JSON.stringify(value)))).toBe(text)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
  expect(canonicalJson({ b: 1, a: [{ d: 1, c: 2 }] })).toBe(canonicalJson({ a: [{ c: 2, d: 1 }], b: 1 }))
  expect(canonicalJson({ a: 1 })).not.toBe(canonicalJson({ a: '1' }))
})

test('an attempt of a form without a response may have been done, even if the next one was refused', () => {
  const chaves = chavesDoFormulario()
  const first = chaves.of({ valor: 1 })
  expect([chaves.of({ valor: 1 }), chaves.mayHaveDone({ valor: 1 }), chaves.mayHaveDone({ valor: 2 })]).toEqual([
    first,
    false,
    true,
  ])
  expect(chaves.of({ valor: 2 })).not.toBe(first)
  chaves.refused()
  expect(chaves.mayHaveDone({ valor: 3 })).toBe(true)
  chaves.forget()
  expect(chaves.mayHaveDone({ valor: 3 })).toBe(false)
  chaves.of({ valor: 3 })
  chaves.refused()
  expect(chaves.mayHaveDone({ valor: 4 })).toBe(false)
})

test('the form of a billing event tells the mistakes in it, and in words what a valid one will do', () => {
  const vazio = novosValores(new Date(2026, 11, 15))
  expect(vazio).toMatchObject({ mes_processar: '1', ano_processar: '2027' })
  // On the last of a long month, too, the next month is the one after it.
  expect(novosValores(new Date(2026, 0, 31))).toMatchObject({ mes_processar: '2', ano_processar: '2026' })
  // Whatever the zone of the browser, the month is that of the desk.
  const lastHours = Date.parse('2026-12-01T02:00:00Z')
  for (const [fuso, mes] of [
    ['America/Sao_Paulo', '12'],
    ['Asia/Tokyo', '1'],
  ] as const) {
    noteFuso(fuso)
    expect(novosValores(lastHours).mes_primeira_parcela, fuso).toBe(mes)
  }
  noteFuso('')
  expect(judgeValores(vazio).erros).toEqual({
    id_cliente_servico: 'Escolha o serviço: procure o cliente e escolha na lista',
    id_tipo_servico: 'Escolha o tipo de serviço',
    tipo: 'Escolha desconto ou acréscimo',
    descricao: 'Descreva o motivo',
    valor: 'Digite o valor, como 10,30',
  })
  const filled = {
    ...vazio,
    id_cliente_servico: 3,
    id_tipo_servico: '2',
    tipo: 'desconto',
    descricao: 'x',
    valor: '100,00',
    parcelado: true,
    numero_total_parcelas: '3',
    mes_primeira_parcela: '11',
    ano_primeira_parcela: '2026',
  } as const
  const julgado = judgeValores(filled)
  if (!julgado.evento) throw new Error('the form is right')
  expect(inWords(julgado.evento, julgado.parcelas)).toBe(
    'Um desconto de R$ 100,00, em 3 parcelas de R$ 33,33 a R$ 33,34, de novembro de 2026 a janeiro de 2027.',
  )
  expect(judgeValores({ ...filled, valor: '10.30' }).erros).toEqual({ valor: 'Digite um valor como 10,30 ou 1.234,56' })
  expect(judgeValores({ ...filled, valor: '0,02' }).erros).toHaveProperty('numero_total_parcelas')
})
