import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'
import { evento, ledger, parcelado } from './evento.ts'

const desk = useDesk()
let book: ReturnType<typeof ledger>
let ids: Awaited<ReturnType<typeof book.anyIds>>
beforeAll(async () => {
  book = ledger(desk)
  ids = await book.anyIds()
})

const month = (change: object) =>
  evento({ ...ids, proximo_faturamento: false, mes_processar: 1, ano_processar: 2027, ...change })
const parts = (change: object) => parcelado(12, 3, { ...ids, ...change })

/** Each row breaks one condition, for both kinds of event: the field, the changed body, and a name for the case. */
const broken: [field: string, body: Record<string, unknown>, why: string][] = [
  ...[0, -1, 1.5, 'x', '1.0', true, null, [1], 2 ** 53, '99999999999999999999'].map(
    (id): [string, Record<string, unknown>, string] => ['id_cliente_servico', { id_cliente_servico: id }, String(id)],
  ),
  ['id_cliente_servico', { id_cliente_servico: 987654321 }, 'unknown'],
  ['id_cliente_servico', { id_cliente_servico: 4_000_000_000 }, 'beyond the database'],
  ['id_tipo_servico', { id_tipo_servico: 987654321 }, 'unknown'],
  ['id_tipo_servico', { id_tipo_servico: '' }, 'empty'],
  ['tipo', { tipo: 'Desconto' }, 'case'],
  ['tipo', { tipo: null }, 'null'],
  ['descricao', { descricao: '' }, 'empty'],
  ['descricao', { descricao: ' \n ' }, 'blank'],
  ['descricao', { descricao: 'x'.repeat(10_240) }, '10 kB'],
  ['descricao', { descricao: 'a\0b' }, 'NUL'],
  ['descricao', { descricao: 5 }, 'number'],
  ...[
    '10,30',
    '1.234,56',
    10.305,
    '10.305',
    0,
    '0.00',
    -1,
    '-1',
    1e20,
    1e21,
    1e-7,
    'NaN',
    '1e3',
    '0x10',
    '',
    null,
    true,
    [10],
    10_000_000,
    '10.',
    '.5',
    ' 10',
    '10.300',
  ].map((valor): [string, Record<string, unknown>, string] => ['valor', { valor }, JSON.stringify(valor)]),
  ['parcelado', { parcelado: 'true' }, 'text'],
  ['parcelado', { parcelado: 1 }, 'number'],
  ['parcelado', { parcelado: null }, 'null'],
]
const brokenParts: [string, Record<string, unknown>, string][] = [
  ...[0, 1.5, 1000, -3, 'x', null].map((n): [string, Record<string, unknown>, string] => [
    'numero_total_parcelas',
    { numero_total_parcelas: n },
    String(n),
  ]),
  ['numero_total_parcelas', { valor: 0.02 }, 'R$ 0.02 in 3'],
  ...[0, 13, '13', null].map((n): [string, Record<string, unknown>, string] => [
    'mes_primeira_parcela',
    { mes_primeira_parcela: n },
    String(n),
  ]),
  ...[1999, 2101, 26, null].map((n): [string, Record<string, unknown>, string] => [
    'ano_primeira_parcela',
    { ano_primeira_parcela: n },
    String(n),
  ]),
]
const brokenMonth: [string, Record<string, unknown>, string][] = [
  ...['false', 0, null].map((flag): [string, Record<string, unknown>, string] => [
    'proximo_faturamento',
    { proximo_faturamento: flag },
    String(flag),
  ]),
  ...[0, 13, null].map((n): [string, Record<string, unknown>, string] => [
    'mes_processar',
    { mes_processar: n },
    String(n),
  ]),
  ...[1999, 2101, null].map((n): [string, Record<string, unknown>, string] => [
    'ano_processar',
    { ano_processar: n },
    String(n),
  ]),
]

async function refused(body: unknown, ...fields: string[]) {
  const before = await book.count('evento_faturamento')
  const answer = await book.register(body)
  expect({ status: answer.status, campos: Object.keys(answer.json.campos ?? {}).sort() }).toEqual({
    status: 422,
    campos: [...new Set(fields)].sort(),
  })
  for (const field of fields) {
    expect(answer.json.campos[field].length).toBe(1)
    expect(answer.json.errors).toContain(answer.json.campos[field][0])
    expect(answer.json.campos[field][0]).toContain(`O campo ${field} `)
  }
  expect(await book.count('evento_faturamento')).toBe(before)
  return answer
}

test.each([...broken, ...brokenMonth])('a single event with a broken %s is refused: %j', async (field, change) => {
  await refused(month(change), field)
})
test.each([...broken.filter(([field]) => field !== 'parcelado'), ...brokenParts])(
  'installments with a broken %s are refused: %j',
  async (field, change) => {
    await refused(parts(change), field)
  },
)

test('an event with two broken fields gets both mistakes in one answer', () => {
  const pair = (cases: typeof broken) =>
    fc.tuple(fc.constantFrom(...cases), fc.constantFrom(...cases)).filter(([a, b]) => a[0] !== b[0])
  const parted = pair(
    [...broken, ...brokenParts].filter(([field, , why]) => field !== 'parcelado' && !why.startsWith('R$')),
  )
  return fc.assert(
    fc.asyncProperty(
      fc.oneof(
        parted.map((p) => ({ p, of: parts })),
        pair([...broken, ...brokenMonth].filter(([f]) => f !== 'parcelado' && f !== 'proximo_faturamento')).map(
          (p) => ({ p, of: month }),
        ),
      ),
      async ({ p: [a, b], of }) => {
        await refused(of({ ...a[1], ...b[1] }), a[0], b[0])
      },
    ),
    { numRuns: 60 },
  )
})

test('an empty object is refused with every field that it lacks', async () => {
  await refused({}, 'id_cliente_servico', 'id_tipo_servico', 'tipo', 'descricao', 'valor', 'parcelado')
})

test('malformed fields and unknown ids are reported in one answer', async () => {
  const body = parts({
    id_cliente_servico: 987654321,
    id_tipo_servico: '987654321',
    valor: '10,30',
    mes_primeira_parcela: 13,
  })
  const answer = await refused(body, 'id_cliente_servico', 'id_tipo_servico', 'valor', 'mes_primeira_parcela')
  expect(answer.json.campos.valor[0]).toContain('ponto')
})

test.each([
  ['12345678901234567890', 'deve ser no máximo 9999999.99'],
  ['-12345678901234567890', 'deve ser maior que zero'],
  ['10.300000000000000001', 'deve ter no máximo duas casas decimais'],
])('the number %s as valor is refused with what is wrong with it', async (valor, mistake) => {
  const answer = await book.register(`{"valor": ${valor}}`, { 'content-type': 'application/json' })
  expect(answer.json.campos.valor).toEqual([`O campo valor ${mistake}`])
})

test.each([
  ['a body that is no object', '[]', 422],
  ['null', 'null', 422],
  ['NaN', '{"valor": NaN}', 400],
  ['no body', '', 400],
])('an invalid request body is refused: %s', async (_, body, status) => {
  const answer = await book.register(body, { 'content-type': 'application/json' })
  expect(answer.status).toBe(status)
  expect(answer.json.status).toBe('error')
})

test('a disabled service type is refused, and the answer says so', async () => {
  const { id_tipo_servico } = await desk.database.prisma.tipoServico.create({
    data: { descricao: 'x', display: 'x', ativo: false },
  })
  const answer = await refused(month({ id_tipo_servico }), 'id_tipo_servico')
  expect(answer.json.campos.id_tipo_servico[0]).toContain('fora de uso')
})

test('a token without the scope gets 403 before its body is checked; a revoked token gets 401 at once', async () => {
  const { secret } = await desk.token({ escopos: ['pbx', 'cliente'] })
  expect((await book.register({}, {}, secret)).status).toBe(403)
  const good = await desk.token({ escopos: ['financeiro'] })
  expect((await book.register(month({}), {}, good.secret)).status).toBe(200)
  await desk.database.pool.query('UPDATE token SET revogado_em = now() WHERE nome = $1', [good.nome])
  expect((await book.register(month({}), {}, good.secret)).status).toBe(401)
  expect((await book.register(month({}), {}, '')).status).toBe(401)
})
