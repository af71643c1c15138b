import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listKey, listQueryOf } from '#server/cliente/rules/listQuery'
import { relacoes, relacoesPadrao } from '#server/cliente/wire/cliente'
import { clienteListParams } from '#server/cliente/wire/list'

/** The meaning of a query, whatever its spelling. */
type Meaning = {
  data_inicio?: string
  data_fim?: string
  cancelado: 'nao' | 'sim'
  codigo_pacote?: string
  relacoes: readonly string[]
  limit?: number
  offset?: number
  order_by: 'data_cadastro' | 'data_fechamento'
  order_type: 'asc' | 'desc'
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10)
const days = fc
  .tuple(
    ...[0, 1].map(() => fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })),
  )
  .map((pair) => pair.map(isoDay).sort() as [string, string])
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !text.includes('\0'))
const whole = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })

const meaning: fc.Arbitrary<Meaning> = fc
  .record({
    days,
    from: fc.boolean(),
    to: fc.boolean(),
    cancelado: fc.constantFrom('nao' as const, 'sim' as const),
    codigo_pacote: maybe(word),
    relacoes: fc.oneof(fc.constant(relacoesPadrao), fc.subarray(relacoes, { minLength: 1 })),
    limit: maybe(whole),
    offset: maybe(whole),
    order_by: fc.constantFrom('data_cadastro' as const, 'data_fechamento' as const),
    order_type: fc.constantFrom('asc' as const, 'desc' as const),
  })
  .map(({ days: [data_inicio, data_fim], from, to, ...rest }) => ({
    ...rest,
    ...(from && { data_inicio }),
    ...(to && { data_fim }),
  }))

const isPadrao = (names: readonly string[]) => names.join() === relacoesPadrao.join()
const orSpelledOut = (value: string, usual: boolean) =>
  usual ? fc.constantFrom(value, '', undefined) : fc.constant(value)
const absent = fc.constantFrom('', undefined)
const spelledNumber = (value: number | undefined) =>
  value === undefined ? absent : fc.nat(3).map((zeros) => '0'.repeat(zeros) + value)
const spelledText = (value: string | undefined) => (value === undefined ? absent : fc.constant(value))

/** One of the spellings with this meaning, with the parameters in any order. */
function spelling(of: Meaning): fc.Arbitrary<Record<string, string | undefined>> {
  const names = fc
    .tuple(
      fc.shuffledSubarray([...of.relacoes], { minLength: of.relacoes.length }),
      fc.subarray([...of.relacoes]),
      fc.nat(2),
    )
    .map(([all, again, spaces]) => [...all, ...again].join(`${' '.repeat(spaces)},${' '.repeat(spaces)}`))
  const params = fc.record({
    data_inicio: spelledText(of.data_inicio),
    data_fim: spelledText(of.data_fim),
    cancelado: orSpelledOut(of.cancelado, of.cancelado === 'nao'),
    codigo_pacote: spelledText(of.codigo_pacote),
    relacoes: isPadrao(of.relacoes) ? fc.oneof(absent, names) : names,
    limit: spelledNumber(of.limit),
    offset: spelledNumber(of.offset),
    order_by: orSpelledOut(of.order_by, of.order_by === 'data_cadastro'),
    order_type: orSpelledOut(of.order_type, of.order_type === 'asc'),
  })
  return params.chain((record) =>
    fc
      .shuffledSubarray(Object.entries(record), { minLength: Object.keys(record).length })
      .map((entries) => Object.fromEntries(entries.filter(([, value]) => value !== undefined))),
  )
}

const keyOf = (params: object) => listKey(listQueryOf(clienteListParams.parse(params)))

it('the customer list has the same key for all spellings of one query', () => {
  const two = meaning.chain((of) => fc.tuple(spelling(of), spelling(of)))
  fc.assert(
    fc.property(two, ([one, other]) => {
      expect(keyOf(one)).toBe(keyOf(other))
    }),
  )
})

it('the customer list has different keys for queries that differ in one parameter', () => {
  const change: fc.Arbitrary<Partial<Meaning>> = fc.oneof(
    fc.constantFrom({ cancelado: 'sim' as const }, { cancelado: 'nao' as const }),
    fc.record({ codigo_pacote: maybe(word) }),
    fc.record({ relacoes: fc.subarray(relacoes, { minLength: 1 }) }),
    fc.record({ limit: maybe(whole) }),
    fc.record({ offset: maybe(whole) }),
    fc.constantFrom({ order_by: 'data_fechamento' as const }, { order_type: 'desc' as const }),
    fc.constantFrom({ data_inicio: undefined }, { data_fim: undefined }),
  )
  const two = fc
    .tuple(meaning, change)
    .map(([one, part]) => [one, { ...one, ...part } as Meaning] as const)
    .filter(([one, other]) =>
      Object.keys({ ...one, ...other }).some((name) => differs(one, other, name as keyof Meaning)),
    )
    .chain(([one, other]) => fc.tuple(spelling(one), spelling(other)))
  fc.assert(
    fc.property(two, ([one, other]) => {
      expect(keyOf(one)).not.toBe(keyOf(other))
    }),
  )
})

const differs = (one: Meaning, other: Meaning, name: keyof Meaning) => String(one[name]) !== String(other[name])

it('the customer list takes as limit only whole numbers above zero in plain digits', () => {
  const isRight = (text: string) => /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= Number.MAX_SAFE_INTEGER
  const text = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map(String),
    fc.double().map(String),
    fc.constantFrom('1.0', '1e2', '0x10', '+1', ' 1', '1 ', '１', '0', '-0', '9007199254740992'),
  )
  fc.assert(
    fc.property(text, (limit) => {
      expect(clienteListParams.safeParse({ limit }).success).toBe(isRight(limit))
    }),
  )
})

it('the customer list takes as data_inicio only days of the calendar', () => {
  const part = (max: number) => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'))
  const text = fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 9999 }), part(13), part(32))
      .map(([ano, mes, dia]) => `${String(ano).padStart(4, '0')}-${mes}-${dia}`),
    fc.string({ minLength: 1 }),
  )
  const isDay = (day: string) => {
    const date = new Date(`${day}T00:00:00Z`)
    return /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(date.getTime()) && isoDay(date) === day
  }
  fc.assert(
    fc.property(text, (data_inicio) => {
      expect(clienteListParams.safeParse({ data_inicio }).success).toBe(isDay(data_inicio))
    }),
    { numRuns: 1_000 },
  )
})
