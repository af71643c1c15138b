import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'
import { evento, ledger, parcelado } from './evento.ts'

const desk = useDesk()
let book: ReturnType<typeof ledger>
let servico: number
let tipo: number
beforeAll(async () => {
  book = ledger(desk)
  servico = (await desk.database.prisma.clienteServico.findFirstOrThrow()).id_cliente_servico
  tipo = (await desk.database.prisma.tipoServico.findFirstOrThrow()).id_tipo_servico
})
const of = (body: object) => ({ ...body, id_cliente_servico: servico, id_tipo_servico: String(tipo) })

test('a single event is answered and stored exactly as specified', async () => {
  const answer = await book.register(of(evento()))
  expect(answer.status).toBe(200)
  const [row] = await book.rowsOf(answer)
  expect(answer.json).toEqual({
    status: 'success',
    msg: '1 Evento(s) de Farturamento de desconto cadastrados com sucesso. VALOR TOTAL: R$ 10.30',
    eventos_faturamento: [{ id_evento_faturamento: row?.id_evento_faturamento }],
  })
  expect(answer.headers['x-campos-ignorados']).toBeUndefined()
  expect(row).toMatchObject({
    valor_centavos: 1030,
    parcela: 1,
    total_parcelas: 1,
    proximo_faturamento: true,
    mes: null,
  })
  expect(row).toMatchObject({ token_id: expect.any(Number), usuario_id: null, descricao: 'Dois dias sem sinal' })
})

test('installments continue into the next year, and the first one takes the remaining cent', async () => {
  const answer = await book.register(of(parcelado('100.00', '3')))
  const rows = await book.rowsOf(answer)
  expect(rows.map(({ valor_centavos, mes, ano, parcela }) => [parcela, valor_centavos, mes, ano])).toEqual([
    [1, 3334, 11, 2026],
    [2, 3333, 12, 2026],
    [3, 3333, 1, 2027],
  ])
  expect(answer.json.msg).toBe(
    '3 Evento(s) de Farturamento de desconto cadastrados com sucesso. VALOR TOTAL: R$ 100.00',
  )
})

test('conditional fields that do not apply are ignored whatever their value, and not named in X-Campos-Ignorados', async () => {
  const noise = { numero_total_parcelas: 'muitas', mes_primeira_parcela: 77, mes_processar: -1, ano_processar: [] }
  const answer = await book.register(of(evento({ ...noise, extra: 1 })))
  expect(answer.status).toBe(200)
  expect(answer.headers['x-campos-ignorados']).toBe('extra')
  const month = await book.register(
    of(evento({ ...noise, proximo_faturamento: false, mes_processar: 2, ano_processar: '2027' })),
  )
  expect((await book.rowsOf(month))[0]).toMatchObject({ proximo_faturamento: false, mes: 2, ano: 2027 })
})

test('a description keeps markup, quotes and emoji as plain text', async () => {
  const descricao = '<script>alert(1)</script> 👩‍💻 "aspas"; \'; DROP TABLE'
  const answer = await book.register(of(evento({ descricao: `  ${descricao} ` })))
  expect((await book.rowsOf(answer))[0]?.descricao).toBe(descricao)
})

test('the installments of any accepted input sum to the total, and msg states that total', async () => {
  const input = fc.record({
    centavos: fc.integer({ min: 999, max: 999_999_999 }),
    total: fc.integer({ min: 1, max: 999 }),
    mes: fc.integer({ min: 1, max: 12 }),
    ano: fc.integer({ min: 2000, max: 2100 }),
    tipo: fc.constantFrom('acrescimo', 'desconto'),
    asText: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(input, async ({ centavos, total, mes, ano, tipo: kind, asText }) => {
      const text = (centavos / 100).toFixed(2)
      const change = { tipo: kind, mes_primeira_parcela: mes, ano_primeira_parcela: ano }
      const answer = await book.register(of(parcelado(asText ? text : Number(text), total, change)))
      const rows = await book.rowsOf(answer)
      expect(rows.reduce((sum, row) => sum + row.valor_centavos, 0)).toBe(centavos)
      expect(rows.length).toBe(total)
      expect(new Set(rows.map((row) => row.id_evento_faturamento)).size).toBe(total)
      expect(rows.map((row) => row.parcela)).toEqual(rows.map((_, index) => index + 1))
      expect(rows.map((row) => Number(row.ano) * 12 + Number(row.mes))).toEqual(rows.map((_, i) => ano * 12 + mes + i))
      const [, count, said, valor] =
        /^(\d+) Evento\(s\) de Farturamento de (\w+) cadastrados com sucesso\. VALOR TOTAL: R\$ (\d+\.\d\d)$/.exec(
          answer.json.msg,
        ) ?? []
      expect([count, said, valor]).toEqual([String(total), kind, text])
    }),
    { numRuns: 40 },
  )
})

test('a registration is put on record with its token and IP address', async () => {
  const before = await book.count('auditoria')
  await book.register(of(evento()))
  const entry = await desk.database.prisma.auditoria.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(await book.count('auditoria')).toBe(before + 1)
  expect(entry).toMatchObject({
    acao: 'evento_faturamento_registrado',
    alvo: `cliente_servico:${servico}`,
    ip: '127.0.0.1',
    usuario_id: null,
    token_id: expect.any(Number),
    detalhes: { tipo: 'desconto', valor_centavos: 1030, parcelas: 1 },
  })
})

test('the database refuses to change, delete or truncate the ledger and the record', async () => {
  await book.register(of(evento()))
  for (const sql of [
    'UPDATE evento_faturamento SET valor_centavos = 1',
    'DELETE FROM evento_faturamento',
    'TRUNCATE evento_faturamento',
    "UPDATE auditoria SET acao = 'x'",
    'DELETE FROM auditoria',
    'TRUNCATE auditoria',
  ]) {
    await expect(desk.database.pool.query(sql)).rejects.toThrow(/append-only/)
  }
})
