import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { dayStart } from '#server/protocolo/rules/period'
import { useDesk } from '../../support/useDesk.ts'
import { evento, ledger, parcelado } from './evento.ts'

const desk = useDesk()
let book: ReturnType<typeof ledger>
let ids: Awaited<ReturnType<typeof book.anyIds>>
beforeAll(async () => {
  book = ledger(desk)
  ids = await book.anyIds()
})

const reverse = (id: number, body: unknown = { motivo: 'cobrado em dobro' }) =>
  desk.as('clara', `faturamento/${id}/estorno`, body)
const register = async (body: object) => (await book.registerAs('clara', body)).json.eventos_faturamento

test('a supervisor registers an event with the integration’s body, and the event names the supervisor', async () => {
  const answer = await book.registerAs('clara', evento(ids))
  expect(answer.status).toBe(200)
  expect(answer.json.msg).toContain('1 Evento(s) de Farturamento de desconto cadastrados com sucesso')
  expect(answer.json.valor_total_centavos).toBe(1030)
  const [row] = await book.rowsOf(answer)
  expect(row).toMatchObject({ usuario_id: await desk.idOf('clara'), token_id: null })
  const { json } = await desk.as('clara', 'faturamento')
  expect(json.eventos[0]).toMatchObject({
    id_evento_faturamento: row?.id_evento_faturamento,
    autor: { tipo: 'usuario', nome: 'Clara Nunes' },
    valor_centavos: 1030,
    estornado_por: null,
  })
})

test('twenty clicks on one form are one registration', async () => {
  const before = await book.count('evento_faturamento')
  const headers = { 'idempotency-key': 'um formulário' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => book.registerAs('clara', evento(ids), headers)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.json).toMatchObject({ status: 'success', valor_total_centavos: 1030 })
  expect(await book.count('evento_faturamento')).toBe(before + 1)
})

const doors: [method: string, path: string, body?: unknown][] = [
  ['POST', 'faturamento', {}],
  ['GET', 'faturamento'],
  ['GET', 'faturamento/totais'],
  ['GET', 'faturamento/autores'],
  ['GET', 'faturamento/exportar'],
  ['POST', 'faturamento/1/estorno', { motivo: 'x' }],
  ['GET', 'tipos_servico'],
  ['POST', 'tipos_servico', { descricao: 'x' }],
  ['POST', 'tipos_servico/1', { ativo: false }],
  ['GET', 'auditoria'],
]
test.each(doors)(
  '%s %s is refused to agents, without a session, with a token and from another origin',
  async (method, path, body) => {
    const before = [await book.count('evento_faturamento'), await book.count('auditoria')]
    expect((await desk.as('ana', path, body, method)).status).toBe(403)
    const asked = { method, path: `/api/painel/${path}`, body }
    expect((await desk.send(asked)).status).toBe(401)
    expect((await desk.send({ ...asked, authorization: 'alo_demo_token' })).status).toBe(401)
    const foreign = { cookie: await desk.cookie('clara'), origin: 'https://example.com' }
    expect((await desk.send({ ...asked, headers: foreign })).status).toBe(403)
    expect([await book.count('evento_faturamento'), await book.count('auditoria')]).toEqual(before)
  },
)

test.each([...doors.slice(-3)])('%s %s is closed to supervisors', async (method, path, body) => {
  expect((await desk.as('clara', path, body, method)).status).toBe(403)
  expect((await desk.database.prisma.tipoServico.findFirstOrThrow()).ativo).toBe(true)
})

test('a reversal adds one opposite event, even if ten ask at once, and cannot be reversed itself', async () => {
  const [{ id_evento_faturamento: id }] = await register(evento({ ...ids, descricao: 'errado' }))
  const before = await book.count('evento_faturamento')
  const answers = await Promise.all(Array.from({ length: 10 }, () => reverse(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect(await book.count('evento_faturamento')).toBe(before + 1)
  const { json } = await desk.as('clara', 'faturamento')
  const [reversal, original] = json.eventos
  expect(reversal).toMatchObject({
    estorno_de: id,
    motivo_estorno: 'cobrado em dobro',
    tipo: 'acrescimo',
    valor_centavos: 1030,
    descricao: 'errado',
  })
  expect(original).toMatchObject({ id_evento_faturamento: id, estornado_por: reversal.id_evento_faturamento })
  const again = await reverse(reversal.id_evento_faturamento)
  expect(again.status).toBe(409)
  expect(again.json.msg).toContain('já é um estorno')
})

test('the reversal of a whole registration leaves out installments that were reversed before', async () => {
  const parts = await register(parcelado(100, 12, ids))
  expect((await reverse(parts[4].id_evento_faturamento)).status).toBe(200)
  const { json } = await reverse(parts[0].id_evento_faturamento, { motivo: 'desistiu', alcance: 'lancamento' })
  expect(json.eventos_faturamento.length).toBe(11)
  const { rows } = await desk.database.pool.query(
    `SELECT sum(CASE tipo WHEN 'desconto' THEN -1 ELSE 1 END * valor_centavos)::int AS saldo FROM evento_faturamento
     WHERE id_evento_faturamento = ANY($1) OR estorno_de = ANY($1)`,
    [parts.map((part: { id_evento_faturamento: number }) => part.id_evento_faturamento)],
  )
  expect(rows[0].saldo).toBe(0)
})

test('a reversal is refused without a valid reason or an existing event', async () => {
  const [{ id_evento_faturamento: id }] = await register(evento(ids))
  for (const motivo of ['', '  ', null, 'x'.repeat(501), 3]) {
    const answer = await reverse(id, { motivo })
    expect(answer.status).toBe(422)
    expect(answer.json.campos.motivo).toBeDefined()
  }
  expect((await reverse(2_000_000_000)).status).toBe(404)
  expect((await desk.as('clara', `faturamento/x/estorno`, { motivo: 'x' })).status).toBe(422)
})

test('pages of billing events have no gap or overlap, and the totals follow the filters', async () => {
  const other = await desk.database.prisma.clienteServico.findFirstOrThrow({
    where: { id_cliente_servico: { not: ids.id_cliente_servico } },
    orderBy: { id_cliente_servico: 'desc' },
  })
  await register(parcelado(500, 120, { ...ids, id_cliente_servico: other.id_cliente_servico, tipo: 'acrescimo' }))
  await book.register(evento({ ...ids, id_cliente_servico: other.id_cliente_servico, valor: 7 }))
  const filter = `cliente=${other.id_cliente}`
  const seen: number[] = []
  let apos: string | null = ''
  let pages = 0
  while (apos !== null) {
    const { json } = await desk.as('clara', `faturamento?${filter}&apos=${apos}`)
    seen.push(...json.eventos.map((each: { id_evento_faturamento: number }) => each.id_evento_faturamento))
    apos = json.apos
    pages += 1
  }
  expect(pages).toBe(3)
  expect(seen.length).toBe(121)
  expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
  const totals = async (more = '') => (await desk.as('clara', `faturamento/totais?${filter}${more}`)).json.totais
  expect(await totals()).toEqual({
    eventos: 121,
    acrescimo_centavos: 50_000,
    desconto_centavos: 700,
    saldo_centavos: 49_300,
  })
  expect((await totals('&tipo=desconto')).eventos).toBe(1)
  const { json } = await desk.as('clara', 'faturamento/autores')
  const token = json.autores.find((each: { nome: string }) => each.nome === 'demo')
  expect((await totals(`&autor=${token.autor}`)).eventos).toBe(1)
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: desk.config.timeZone }).format(new Date())
  expect((await totals(`&data_inicio=${today}&data_fim=${today}`)).eventos).toBe(121)
  expect((await totals('&data_fim=2020-01-01')).eventos).toBe(0)
  const { id_evento_faturamento: _, ...last } = await desk.database.prisma.eventoFaturamento.findFirstOrThrow({
    orderBy: { id_evento_faturamento: 'desc' },
  })
  const criado_em = dayStart('2020-01-02', desk.config.timeZone)
  await desk.database.prisma.eventoFaturamento.create({ data: { ...last, lancamento: randomUUID(), criado_em } })
  // An event at the first instant of a day belongs to that day only.
  expect((await totals('&data_fim=2020-01-01')).eventos).toBe(0)
  expect((await totals('&data_inicio=2020-01-02&data_fim=2020-01-02')).eventos).toBe(1)
})

test.each([
  ['cliente', 'x'],
  ['tipo', 'outro'],
  ['autor', 'clara'],
  ['data_inicio', '2026-13-01'],
  ['apos', 'x'],
])('the filter %s=%s gets 422, and the answer names it', async (name, value) => {
  const answer = await desk.as('clara', `faturamento?${name}=${value}`)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.json.campos)).toEqual([name])
})

test('the CSV has every event that the filter finds, disarms formulas and is put on record', async () => {
  const [{ id_evento_faturamento: id }] = await register(evento({ ...ids, descricao: '=1+1;"x"', valor: 1234.5 }))
  const answer = await desk.as('clara', 'faturamento/exportar?tipo=desconto')
  expect(answer.headers['content-type']).toContain('text/csv')
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="faturamento-.*\.csv"$/)
  const lines = answer.text.split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFid_evento_faturamento;criado_em;codigo_cliente;/)
  const line = lines.find((each) => each.startsWith(`${id};`))
  expect(line).toContain(`;"'=1+1;""x""";"1234,50";1;1;sim;;;usuario: Clara Nunes;`)
  const { rows } = await desk.database.pool.query(
    "SELECT count(*)::int AS n FROM evento_faturamento WHERE tipo = 'desconto'",
  )
  expect(lines.length).toBe(rows[0].n + 2)
  const record = await desk.database.prisma.auditoria.findFirstOrThrow({ where: { acao: 'faturamento_exportado' } })
  expect(record).toMatchObject({ usuario_id: await desk.idOf('clara'), alvo: 'clientes' })

  // The export of one customer's events is recorded on that customer's page.
  const [of, other] = await desk.database.prisma.cliente.findMany({ take: 2, orderBy: { id_cliente: 'asc' } })
  const clara = await desk.idOf('clara')
  await desk.as('clara', `faturamento/exportar?cliente=${of?.id_cliente}&autor=usuario:${clara}`)
  const { json } = await desk.as('admin', `auditoria?cliente=${of?.codigo_cliente}&acao=faturamento_exportado`)
  expect(json.registros).toMatchObject([
    {
      sobre: { nome: of?.nome_razaosocial },
      nomes: { cliente: of?.nome_razaosocial, autor: 'Clara Nunes' },
    },
  ])
  const taken = async (id: number | undefined) =>
    (await desk.as('clara', `clientes/${id}/acessos`)).json.acessos.filter(
      ({ acao }: { acao: string }) => acao === 'faturamento_exportado',
    )
  expect([await taken(of?.id_cliente), await taken(other?.id_cliente)].map(({ length }) => length)).toEqual([2, 1])
})

test('administrators read the record page by page', async () => {
  const seen: string[] = []
  let apos: string | null = ''
  while (apos !== null) {
    const answer = await desk.as('admin', `auditoria?apos=${apos}`)
    expect(answer.status).toBe(200)
    seen.push(...answer.json.registros.map((each: { id: string }) => each.id))
    apos = answer.json.apos
  }
  expect(seen.length).toBe(await book.count('auditoria'))
  expect(new Set(seen).size).toBe(seen.length)
  const { json } = await desk.as('admin', 'auditoria?acao=evento_faturamento_estornado')
  expect(json.registros[0]).toMatchObject({
    autor: { tipo: 'usuario', nome: 'Clara Nunes' },
    ip: '127.0.0.1',
    detalhes: { motivo: expect.any(String) },
  })
})

test('administrators add and disable service types; the integration’s list leaves out a disabled one', async () => {
  const added = await desk.as('admin', 'tipos_servico', { descricao: 'Roteador' })
  expect(added.json.tipo_servico).toMatchObject({ descricao: 'Roteador', display: 'Roteador', ativo: true })
  const id = added.json.tipo_servico.id_tipo_servico
  const list = async () =>
    (
      await desk.send({ path: '/api/v1/integracao/configuracao/tipo_servico', authorization: 'alo_demo_token' })
    ).json.tipos_servico.map((each: { id_tipo_servico: number }) => each.id_tipo_servico)
  expect(await list()).toContain(id)
  expect((await desk.as('admin', `tipos_servico/${id}`, { ativo: false })).status).toBe(200)
  expect(await list()).not.toContain(id)
  expect((await desk.as('admin', 'tipos_servico/999999', { ativo: false })).status).toBe(404)
  expect((await desk.as('admin', 'tipos_servico', { descricao: '' })).status).toBe(422)
})

test('the CSV’s file name has the date in the desk’s time zone, even when UTC has another date', async () => {
  const { config } = desk.desk
  const { timeZone } = config
  // At every hour one of these two time zones has another day than UTC.
  config.timeZone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  const dia = new Intl.DateTimeFormat('sv-SE', { timeZone: config.timeZone }).format(desk.desk.now())
  const { headers } = await desk.as('clara', 'faturamento/exportar')
  config.timeZone = timeZone
  expect(dia).not.toBe(new Date().toISOString().slice(0, 10))
  expect(headers['content-disposition']).toBe(`attachment; filename="faturamento-${dia}.csv"`)
})
