import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cliente, clienteSchema, relacoes, relacoesPadrao } from '#server/cliente/wire/cliente'
import { type ListServer, startList } from './listServer.ts'

let list: ListServer
let all: Cliente[]
beforeAll(async () => {
  list = await startList()
  // The first and the last second of a day, the next one's first, and several customers of one instant.
  await list.database.pool.query(
    `UPDATE cliente SET data_cadastro = m::timestamp FROM unnest($1::int[], $2::text[]) AS t (id, m) WHERE id = id_cliente`,
    [
      [40, 30, 20, 10, 11],
      [...Array(3).fill('2024-02-29 00:00:00'), '2024-02-29 23:59:59', '2024-03-01 00:00:00'],
    ],
  )
  await list.database.pool.query(
    `UPDATE cliente SET data_fechamento = '2024-02-29' WHERE id_cliente IN (SELECT id_cliente FROM cliente WHERE data_fechamento IS NOT NULL LIMIT 3)`,
  )
  // A row that was written anew is no longer where its id would put it.
  await list.database.pool.query(
    'UPDATE cliente_servico SET nome = nome WHERE id_cliente_servico IN (SELECT min(id_cliente_servico) FROM cliente_servico GROUP BY id_cliente)',
  )
  all = (await list.get('?cancelado=sim')).json.clientes
})
afterAll(() => list.stop())

const clientes = async (query: string): Promise<Cliente[]> => (await list.get(query)).json.clientes
const ids = async (query: string) => (await clientes(query)).map((cliente) => cliente.id_cliente)
const sorted = (of: Cliente[], sign: 1 | -1) =>
  of
    .toSorted((a, b) => sign * a.data_cadastro.localeCompare(b.data_cadastro) || a.id_cliente - b.id_cliente)
    .map((cliente) => cliente.id_cliente)

test('the list contains every customer in the shape of the specification, without cancelled services', async () => {
  const answer = await list.get()
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(Object.keys(answer.json)).toEqual(['status', 'msg', 'clientes'])
  expect(answer.json).toMatchObject({ status: 'success', msg: 'Dados consultados com sucesso' })
  expect(answer.json.clientes).toHaveLength(all.length)
  const strict = clienteSchema.strict()
  for (const cliente of answer.json.clientes) {
    expect(Object.keys(strict.parse(cliente))).toEqual(Object.keys(cliente))
    for (const servico of cliente.servicos) {
      expect(servico.status_prefixo).not.toBe('cancelado')
      expect(Object.keys(servico).slice(12)).toEqual(relacoesPadrao)
    }
  }
  for (const { servicos } of all)
    expect(servicos).toEqual(servicos.toSorted((a, b) => a.id_cliente_servico - b.id_cliente_servico))
  expect(answer.json.clientes.some((cliente: Cliente) => cliente.servicos.length === 0)).toBe(true)
  expect(all.flatMap((cliente) => cliente.servicos).some((servico) => servico.status_prefixo === 'cancelado')).toBe(
    true,
  )
})

test.each(relacoes)('relacoes=%s gives only that relation', async (relacao) => {
  for (const { servicos } of await clientes(`?relacoes=${relacao}&limit=40`))
    for (const servico of servicos) expect(Object.keys(servico).slice(12)).toEqual([relacao])
})

test('relations in another order, with spaces or repeated, share one cached list', async () => {
  const first = await list.get('?relacoes=senhas,pacotes&limit=3&order_type=asc')
  const again = await list.get('?limit=3&relacoes=%20pacotes%20,%20senhas,senhas&cancelado=nao')
  expect(again.headers['x-cache']).toBe('HIT')
  expect(again.text).toBe(first.text)
})

describe('order and pages', () => {
  test('the list sorts by registration date, then by id, in both directions', async () => {
    expect(await ids('?order_type=asc')).toEqual(sorted(all, 1))
    expect(await ids('?order_by=data_cadastro&order_type=desc')).toEqual(sorted(all, -1))
  })
  test('the list sorts by closing date, then by id; customers without one come last, in both directions', async () => {
    const { rows } = await list.database.pool.query<{ id: number; dia: string | null }>(
      'SELECT id_cliente AS id, data_fechamento::text AS dia FROM cliente ORDER BY id_cliente',
    )
    const open = rows.filter(({ dia }) => dia === null)
    for (const [direction, sign] of Object.entries({ asc: 1, desc: -1 })) {
      // The order of equal days is that of the rows.
      const closed = rows.flatMap(({ id, dia }) => (dia === null ? [] : [{ id, dia }]))
      closed.sort((a, b) => sign * a.dia.localeCompare(b.dia))
      expect(await ids(`?order_by=data_fechamento&order_type=${direction}`)).toEqual(
        [...closed, ...open].map(({ id }) => id),
      )
    }
  })
  test('pages follow each other without gap or overlap; offset needs no limit', async () => {
    const pages = []
    for (let offset = 0; offset < all.length; offset += 120)
      pages.push(...(await ids(`?limit=120${offset > 0 ? `&offset=${offset}` : ''}`)))
    expect(pages).toEqual(sorted(all, 1))
    expect(await ids('?offset=490')).toEqual(sorted(all, 1).slice(490))
    expect(await ids('?offset=9007199254740991')).toEqual([])
  })
})

test('data_inicio and data_fim are whole days, both included, together and alone', async () => {
  const day = '2024-02-29'
  const of = (when: (dia: string) => boolean) =>
    sorted(
      all.filter((each) => when(each.data_cadastro.slice(0, 10))),
      1,
    )
  expect(of((dia) => dia === day)).toEqual(expect.arrayContaining([10, 20, 30, 40]))
  expect(await ids(`?data_inicio=${day}&data_fim=${day}`)).toEqual(of((dia) => dia === day))
  expect(await ids(`?data_inicio=${day}`)).toEqual(of((dia) => dia >= day))
  expect(await ids(`?data_fim=${day}`)).toEqual(of((dia) => dia <= day))
})

test('codigo_pacote searches only the services that are shown', async () => {
  const withPacote = (codigo: string, cancelado: boolean) =>
    all.filter((cliente) =>
      cliente.servicos.some(
        (servico) =>
          (cancelado || servico.status_prefixo !== 'cancelado') &&
          servico.pacotes?.some((pacote) => pacote.codigo === codigo),
      ),
    )
  const codigos = new Set(
    all.flatMap(({ servicos }) => servicos.flatMap(({ pacotes }) => pacotes?.map((p) => p.codigo))),
  )
  expect(codigos.size).toBeGreaterThan(1)
  for (const codigo of codigos) {
    const query = `?codigo_pacote=${encodeURIComponent(String(codigo))}`
    expect(await ids(query)).toEqual(sorted(withPacote(String(codigo), false), 1))
    expect(await ids(`${query}&cancelado=sim`)).toEqual(sorted(withPacote(String(codigo), true), 1))
  }
  for (const none of ["' OR true --", '%']) expect(await ids(`?codigo_pacote=${encodeURIComponent(none)}`)).toEqual([])
})

test.each([
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=1.0', 'limit'],
  ['limit=1e2', 'limit'],
  ['limit=0x10', 'limit'],
  ['limit=%201', 'limit'],
  ['limit=muitos', 'limit'],
  ['limit=9007199254740992', 'limit'],
  ['limit=99999999999999999999999', 'limit'],
  ['limit=1&limit=1', 'limit'],
  ['offset=0', 'offset'],
  ['offset=-5', 'offset'],
  ['data_inicio=2024-02-30', 'data_inicio'],
  ['data_inicio=2023-02-29', 'data_inicio'],
  ['data_inicio=0000-01-01', 'data_inicio'],
  ['data_inicio=01/02/2024', 'data_inicio'],
  ['data_fim=2024-1-1', 'data_fim'],
  ['data_fim=2024-01-01T00:00:00', 'data_fim'],
  ['data_inicio=2024-02-02&data_fim=2024-02-01', 'data_fim'],
  ['data_inicio=2024-01-01&data_inicio=2024-01-02', 'data_inicio'],
  ['cancelado=true', 'cancelado'],
  ['cancelado=SIM', 'cancelado'],
  ['order_by=nome', 'order_by'],
  ['order_type=up', 'order_type'],
  ['relacoes=pacotes,servidores', 'relacoes'],
  ['relacoes=constructor', 'relacoes'],
  ['codigo_pacote=%00', 'codigo_pacote'],
])('the query %s is refused with an error at its parameter', async (query, field) => {
  const answer = await list.get(`?${query}`)
  expect(answer.status).toBe(422)
  expect(answer.json.status).toBe('error')
  expect(Object.keys(answer.json.campos)).toEqual([field])
  expect(answer.json.errors).toHaveLength(1)
})

test('a query with several mistakes gets an error for each, and the names of the allowed relations', async () => {
  const { json } = await list.get('?limit=0&order_by=x&relacoes=y&data_inicio=2024-02-02&data_fim=2024-02-01')
  expect(Object.keys(json.campos)).toEqual(['relacoes', 'limit', 'order_by', 'data_fim'])
  for (const relacao of relacoes) expect(json.campos.relacoes[0]).toContain(relacao)
})

test('empty parameters count as absent; unknown ones are ignored and named in X-Campos-Ignorados', async () => {
  const answer = await list.get('?limit=&relacoes=&data_inicio=&pagina=2')
  expect(answer.status).toBe(200)
  expect(answer.headers['x-campos-ignorados']).toBe('pagina')
  expect(answer.text).toBe((await list.get()).text)
})

test('the list refuses a request without a token before it checks the query', async () => {
  expect((await list.get('?limit=0', { authorization: undefined })).status).toBe(401)
})
