import { describe, expect, it, test } from 'vitest'
import { maxCentavos } from '#server/faturamento/wire/valor'
import { detalhesPorExtenso } from '../../../app/auditoria/detalhes.ts'
import {
  comCep,
  contagem,
  dia,
  diaHora,
  dinheiro,
  duracao,
  enumeracao,
  meses,
  mesPorExtenso,
  nomeDoAutor,
  quando,
  reais,
} from '../../../app/ui/format.ts'
import { noteFuso } from '../../../app/ui/fuso.ts'
import { diaDaMesa, momento } from '../../../app/ui/momento.ts'

describe('money', () => {
  it.each([
    [0, 'R$ 0,00'],
    [1, 'R$ 0,01'],
    [-5_00, '-R$ 5,00'],
    [123_456, 'R$ 1.234,56'],
    [maxCentavos, 'R$ 9.999.999,99'],
    [9_007_199_254_741, 'R$ 90.071.992.547,41'],
  ])('%d cents are written %s, with a normal space', (centavos, text) => {
    expect(reais(centavos)).toBe(text)
  })

  it('is written the same way when the amount comes in reais', () => {
    expect(dinheiro(99.9)).toBe('R$ 99,90')
  })
})

test('the details of an entry of the record are told in words, not by the names that programs use', () => {
  const detalhes = {
    descricao: 'Câmeras',
    ddd_padrao: '37',
    ligacoes: 1_204,
    valor_centavos: 18_000,
    ativo: false,
    de: null,
  }
  expect(detalhesPorExtenso({ detalhes, nomes: { para: 'Ana' } })).toBe(
    'descrição: Câmeras · DDD padrão: 37 · chamadas: 1.204 · valor: R$ 180,00 · ativo: não · para: Ana',
  )
})

test('an instant is written in the desk’s time zone, or in the browser’s own if it does not know that zone', () => {
  const instant = '2026-11-28T02:30:00Z'
  try {
    for (const [fuso, text] of [
      ['America/Sao_Paulo', '27/11/2026 23:30'],
      ['Asia/Tokyo', '28/11/2026 11:30'],
    ] as const) {
      noteFuso(fuso)
      expect(quando(instant)).toBe(text)
    }
    // A time zone that the browser does not know, as in one with an older list of zones.
    noteFuso('America/Nova_Iguacu')
    expect(quando(instant)).toBe(
      new Date(instant).toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'short' }).replace(',', ''),
    )
  } finally {
    noteFuso('')
  }
})

test('today and tomorrow are days of the desk’s calendar until its own midnight, across months and years', () => {
  try {
    noteFuso('America/Sao_Paulo')
    const [before, after] = [Date.parse('2027-01-01T02:59:59Z'), Date.parse('2027-01-01T03:00:00Z')]
    expect([0, 1].map((dias) => diaDaMesa(dias, before))).toEqual(['2026-12-31', '2027-01-01'])
    expect([0, 1].map((dias) => diaDaMesa(dias, after))).toEqual(['2027-01-01', '2027-01-02'])
  } finally {
    noteFuso('')
  }
})

test('a count is written with its noun in the singular or plural', () => {
  expect([0, 1, 2, 12_345].map((n) => contagem(n, 'cliente', 'clientes'))).toEqual([
    '0 clientes',
    '1 cliente',
    '2 clientes',
    '12.345 clientes',
  ])
})

test('a month is written in Portuguese, and no month as the next billing', () => {
  expect(meses).toHaveLength(12)
  expect([meses[0], meses[2], meses[11]]).toEqual(['janeiro', 'março', 'dezembro'])
  expect(mesPorExtenso({ mes: 1, ano: 2031 })).toBe('janeiro de 2031')
  expect(mesPorExtenso({ mes: 12, ano: 2000 })).toBe('dezembro de 2000')
  expect(mesPorExtenso(null)).toBe('próximo faturamento')
})

describe('a date without a time zone', () => {
  it.each([
    ['2024-05-31', '31/05/2024', '31/05/2024 00:00'],
    ['2024-05-31 23:59:59', '31/05/2024', '31/05/2024 23:59'],
    ['2024-05-31T00:00:00', '31/05/2024', '31/05/2024 00:00'],
    ['1899-01-02', '02/01/1899', '02/01/1899 00:00'],
    ['sem data', 'sem data', 'sem data'],
  ])('%s is written with the same day and time', (momento, day, moment) => {
    expect(dia(momento)).toBe(day)
    expect(diaHora(momento)).toBe(moment)
  })
})

test('a list is joined with commas and “e”, and an author that is a token is marked as one', () => {
  expect(enumeracao(['instalação', 'cobrança', 'fiscal'])).toBe('instalação, cobrança e fiscal')
  expect(nomeDoAutor({ tipo: 'token', nome: 'ERP' })).toBe('ERP (token)')
  expect(nomeDoAutor({ tipo: 'usuario', nome: 'Clara Nunes' })).toBe('Clara Nunes')
})

test.each([
  ['Rua Goiás, 12, Centro, Divinópolis - MG, 35500123', 'Rua Goiás, 12, Centro, Divinópolis - MG, 35500-123'],
  ['Rua Goiás, 12, Centro, Divinópolis - MG, 35500-123', 'Rua Goiás, 12, Centro, Divinópolis - MG, 35500-123'],
  ['35500123', '35500-123'],
  ['Rodovia MG-050, km 120, 123456789', 'Rodovia MG-050, km 120, 123456789'],
  ['', ''],
])('the address %j is shown as %j, a postal code at its end with a hyphen', (stored, shown) => {
  expect(comCep(stored)).toBe(shown)
})

it.each([
  [0, '0:00'],
  [245, '4:05'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [3_723, '1:02:03'],
])('a conversation of %d s is written %s', (segundos, written) => expect(duracao(segundos)).toBe(written))

test('a time is written with hoje, ontem or amanhã, else with its date, and the year only if it is another', () => {
  const now = new Date(2026, 10, 22, 12).getTime()
  const said = (...of: [number, number, number, number, number]) => momento(new Date(...of).toISOString(), now)
  expect(said(2026, 10, 22, 9, 5)).toBe('hoje 09:05')
  expect(said(2026, 10, 21, 23, 59)).toBe('ontem 23:59')
  expect(said(2026, 10, 23, 0, 0)).toBe('amanhã 00:00')
  expect(said(2026, 10, 2, 8, 0)).toBe('02/11 08:00')
  expect(said(2025, 10, 22, 8, 0)).toBe('22/11/2025 08:00')
  expect(said(2027, 10, 22, 8, 0)).toBe('22/11/2027 08:00')
  // Days change at midnight in the desk's time zone, here also at the end of a month.
  noteFuso('Asia/Tokyo')
  expect(momento('2026-11-30T14:59:00Z', Date.parse('2026-11-30T15:00:00Z'))).toBe('ontem 23:59')
  expect(momento('2026-11-29T15:00:00Z', Date.parse('2026-11-30T14:59:00Z'))).toBe('hoje 00:00')
  noteFuso('')
})
