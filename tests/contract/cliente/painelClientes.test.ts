import { beforeAll, describe, expect, test } from 'vitest'
import { listedIds } from '#server/cliente/rows/listed'
import { lugarDoServico } from '#server/cliente/rows/resumo'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import { listQueryOf } from '#server/cliente/rules/listQuery'
import { byServico, type Situacao, situacaoDe, situacoesPorOferta } from '#server/cliente/rules/situacao'
import { clienteAnswer } from '#server/cliente/wire/browse'
import { clienteListParams } from '#server/cliente/wire/list'
import { build, unnest } from '#server/database/statement'
import { demoToken } from '#server/demo/accounts'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { significados } from '../../support/significados.ts'
import { useDesk } from '../../support/useDesk.ts'

const firstId = 5_000
const people = [...generateClientes({ count: 130, seed: 7, firstId })]

describe('the supervisors’ customer list', () => {
  const desk = useDesk()
  let clara: string
  let ana: string
  beforeAll(async () => {
    await writeClientes(desk.database, people)
    clara = await desk.cookie('clara')
    ana = await desk.cookie('ana')
  })

  const get = (path: string, cookie = clara) => desk.send({ path: `/api/painel/clientes${path}`, headers: { cookie } })
  const recorded = async (acao: string) => {
    const { rows } = await desk.database.pool.query(
      'SELECT u.usuario, a.alvo, a.detalhes FROM auditoria a JOIN usuario u ON u.id = a.usuario_id WHERE acao = $1 ORDER BY a.id',
      [acao],
    )
    return rows
  }
  /** Reads all pages one after another. */
  async function readAll(query: string) {
    const seen: { id_cliente: number; data_cadastro: string; data_fechamento: string | null }[] = []
    for (let full = true; full; ) {
      const answer = await get(`?${query}&pular=${seen.length}`)
      expect(answer.status).toBe(200)
      expect(answer.json.clientes.length).toBeLessThanOrEqual(50)
      seen.push(...answer.json.clientes)
      full = answer.json.clientes.length > 0
    }
    return seen
  }

  test.each([
    'order_by=data_cadastro&order_type=asc',
    'order_by=data_cadastro&order_type=desc',
    'order_by=data_fechamento&order_type=asc',
    'order_by=data_fechamento&order_type=desc',
  ])('pages with %s contain every customer once, in the order of the whole list, from either end', async (order) => {
    const seen = await readAll(order)
    const rows = await desk.database.query(
      listedIds(listQueryOf(clienteListParams.parse(Object.fromEntries(new URLSearchParams(order)))), null),
    )
    expect(seen.map((cliente) => cliente.id_cliente)).toEqual(rows.map((row) => row.id_cliente))
    expect(rows.length).toBeGreaterThan(people.length)
    // The same customers, with places counted from the end of the list.
    for (const pular of [0, 3, 50, rows.length - 20]) {
      const page = (await get(`?${order}&do_fim=sim&pular=${pular}`)).json.clientes as { id_cliente: number }[]
      const end = rows.length - pular
      expect(page.map(({ id_cliente }) => id_cliente)).toEqual(
        rows.slice(Math.max(0, end - 50), end).map(({ id_cliente }) => id_cliente),
      )
    }
  })

  test('filters must all match the same service of a customer, and their values are offered as options', async () => {
    const { opcoes } = (await get('/opcoes')).json
    const every = [...generateClientes({ count: 130, seed: 7, firstId })]
    const [wanted] = every.filter((cliente) =>
      cliente.servicos.some(({ status_prefixo }) => status_prefixo !== 'cancelado'),
    )
    const servico = wanted?.servicos.find(({ status_prefixo }) => status_prefixo !== 'cancelado')
    const asked = {
      status: servico?.status_prefixo ?? '',
      cidade: servico?.endereco_instalacao?.cidade ?? '',
      tecnologia: servico?.tecnologia ?? '',
      olt: servico?.equipamento_conexao?.nome ?? '',
    }
    expect(opcoes.status).toContainEqual({ status_prefixo: asked.status, status: servico?.status })
    expect(opcoes.status.map(situacaoDe)).toEqual(
      opcoes.status
        .map(situacaoDe)
        .toSorted((a: Situacao, b: Situacao) => situacoesPorOferta.indexOf(a) - situacoesPorOferta.indexOf(b)),
    )
    expect(opcoes.cidades).toContain(asked.cidade)
    expect(opcoes.tecnologias).toContain(asked.tecnologia)
    expect(opcoes.olts).toContain(asked.olt)
    expect(new Set(opcoes.cidades).size).toBe(opcoes.cidades.length)
    const fits = (filters: Partial<typeof asked>) =>
      every.filter((cliente) =>
        cliente.servicos.some(
          (each) =>
            (filters.status === 'cancelado' || each.status_prefixo !== 'cancelado') &&
            (filters.status ?? each.status_prefixo) === each.status_prefixo &&
            (filters.cidade ?? each.endereco_instalacao?.cidade) === each.endereco_instalacao?.cidade &&
            (filters.tecnologia ?? each.tecnologia) === each.tecnologia &&
            (filters.olt ?? each.equipamento_conexao?.nome) === each.equipamento_conexao?.nome,
        ),
      )
    const { cidade, tecnologia, olt, status } = asked
    for (const filters of [
      { status },
      { cidade },
      { tecnologia },
      { olt },
      { status, tecnologia },
      asked,
      { status: 'cancelado' },
    ]) {
      const query = `${new URLSearchParams(Object.entries(filters))}`
      const seen = await readAll(query)
      const ours = seen.map(({ id_cliente }) => id_cliente).filter((id) => id >= firstId && id < firstId + 130)
      expect(new Set(ours), query).toEqual(new Set(fits(filters).map(({ id_cliente }) => id_cliente)))
      expect((await get(`/total?${query}`)).json.total, query).toBe(seen.length)
    }
    expect((await get('?status=nenhum')).json.clientes).toEqual([])
    expect((await get('/total?olt=nenhuma')).json.total).toBe(0)
  })

  test.each([
    { status: 'cancelado ', cidade: 'Pitangui ', tecnologia: ' FTTH', olt: `OLT ${'x'.repeat(120)}` },
    { status: ' ', cidade: 'Cidade de quem se cadastrou', tecnologia: 'ftth', olt: ' ', cadastral: true },
  ])('a filter option finds the customer with exactly that value, spaces and case included: %o', async (choice) => {
    const { status, cidade, tecnologia, olt, cadastral } = choice
    const own = people.find(({ servicos }) => servicos[0]?.endereco_instalacao && servicos[0].equipamento_conexao)
    const [servico] = own?.servicos ?? []
    if (!own || !servico?.endereco_instalacao || !servico.equipamento_conexao) throw new Error('nobody has a service')
    const endereco = { ...servico.endereco_instalacao, cidade }
    const changed = {
      ...servico,
      ...{ status_prefixo: status, tecnologia, equipamento_conexao: { ...servico.equipamento_conexao, nome: olt } },
      endereco_instalacao: cadastral ? { ...endereco, cidade: '' } : endereco,
      endereco_cadastral: cadastral ? endereco : { ...endereco, cidade: 'Cidade de outra casa' },
    }
    await writeClientes(desk.database, [{ ...own, servicos: [changed] }])
    const { opcoes } = (await get('/opcoes')).json
    expect(opcoes.status).toContainEqual(expect.objectContaining({ status_prefixo: status }))
    const offered: string[] = [...opcoes.cidades, ...opcoes.tecnologias, ...opcoes.olts]
    expect(offered).toEqual(expect.arrayContaining([cidade, tecnologia, olt]))
    for (const [name, value] of Object.entries({ status, cidade, tecnologia, olt }))
      expect((await get(`?${new URLSearchParams({ [name]: value })}`)).json.clientes, name).toMatchObject([
        { id_cliente: own.id_cliente, cidade },
      ])
    await writeClientes(desk.database, [own])
  })

  test('a filter from a day to the same day includes that day, and the total equals the count of the pages', async () => {
    const dia = people[0]?.data_cadastro.slice(0, 10)
    const query = `data_inicio=${dia}&data_fim=${dia}`
    const seen = await readAll(query)
    expect(seen.map((cliente) => cliente.id_cliente)).toContain(firstId)
    expect(seen.every((cliente) => cliente.data_cadastro.startsWith(dia ?? ''))).toBe(true)
    expect((await get(`/total?${query}`)).json.total).toBe(seen.length)
  })

  test('a package code finds its customers; of two packages with one code, the newer gives the description', async () => {
    const withPacote = people.find((cliente) =>
      cliente.servicos.some((servico) => servico.status_prefixo !== 'cancelado' && servico.pacotes.length > 0),
    )
    const codigo = withPacote?.servicos.find((servico) => servico.status_prefixo !== 'cancelado' && servico.pacotes[0])
      ?.pacotes[0]?.codigo
    const seen = await readAll(`codigo_pacote=${encodeURIComponent(codigo ?? '')}`)
    expect(seen.map((cliente) => cliente.id_cliente)).toContain(withPacote?.id_cliente)
    expect(seen.length).toBeLessThan(people.length)
    const { rows: same } = await desk.database.pool.query(
      `INSERT INTO pacote SELECT (jsonb_populate_record(p, '{"id_pacote": 2000000000, "descricao": "O mais novo"}')).*
       FROM pacote p WHERE codigo = $1 LIMIT 1 RETURNING codigo, descricao`,
      [codigo],
    )
    const { pacotes } = (await get('/pacotes')).json
    // If two packages have the same code, the newer one gives the description.
    expect(pacotes.filter((pacote: { codigo: string }) => pacote.codigo === codigo)).toEqual(same)
    expect(pacotes.map((pacote: { codigo: string }) => pacote.codigo)).toContain(codigo)
    expect((await get('?codigo_pacote=nenhum')).json.clientes).toEqual([])
  })

  test('cancelled services are shown only with cancelado=sim', async () => {
    const cancelled = people.find((cliente) => cliente.servicos.every((s) => s.status_prefixo === 'cancelado'))
    const servicos = async (cancelado: string) =>
      (await get(`?termo=${cancelled?.codigo_cliente}&cancelado=${cancelado}`)).json.clientes[0].servicos
    expect(await servicos('nao')).toEqual([])
    expect(await servicos('sim')).toHaveLength(cancelled?.servicos.length ?? -1)
  })

  test.each([
    ['code', (c: (typeof people)[0]) => `${c.codigo_cliente}`],
    ['document', (c: (typeof people)[0]) => c.cpf_cnpj],
    ['name, its words in any order', (c: (typeof people)[0]) => c.nome_razaosocial.split(' ').reverse().join(' ')],
    ['telephone', (c: (typeof people)[0]) => c.telefone_primario],
    ['beginning of a telephone', (c: (typeof people)[0]) => c.telefone_primario.slice(0, 6)],
    ['login', (c: (typeof people)[0]) => c.servicos[0]?.login ?? ''],
    ['first two letters', (c: (typeof people)[0]) => c.nome_razaosocial.slice(0, 2)],
    [
      'street and number',
      (c: (typeof people)[0]) =>
        `${c.servicos[0]?.endereco_instalacao?.numero} ${c.servicos[0]?.endereco_instalacao?.endereco}`,
    ],
    ['first letter', (c: (typeof people)[0]) => c.nome_razaosocial.slice(0, 1)],
    ['last name and first two letters', (c: (typeof people)[0]) => c.nome_razaosocial.replace(/(..).* (.*)/, '$2 $1')],
  ])('finds a customer by %s', async (_what, termOf) => {
    const wanted = people[3] as (typeof people)[0]
    const termo = encodeURIComponent(termOf(wanted))
    const seen = await readAll(`termo=${termo}&cancelado=sim`)
    expect(seen.map((cliente) => cliente.id_cliente)).toContain(wanted.id_cliente)
    expect(seen.length).toBeLessThan(people.length)
    const total = async (filter: string) => (await get(`/total?termo=${termo}&${filter}`)).json.total
    expect([await total('cancelado=sim'), await total('status=nenhum'), await total('data_fim=2000-01-01')]).toEqual([
      seen.length,
      0,
      0,
    ])
  })

  test('a term of wildcards or punctuation finds nobody', async () => {
    for (const termo of ['%', '_', '%%%', 'zzzz%', "'; --", '\\'])
      expect((await get(`?termo=${encodeURIComponent(termo)}`)).json.clientes).toEqual([])
  })

  test.each([
    ['data_inicio=2024-02-30', 'data_inicio'],
    ['data_inicio=2024-02-02&data_fim=2024-02-01', 'data_fim'],
    ['cancelado=talvez', 'cancelado'],
    ['order_by=nome', 'order_by'],
    ['order_type=up', 'order_type'],
    ['order_by=data_cadastro&order_by=data_fechamento', 'order_by'],
    ['pular=-1', 'pular'],
    ['pular=999999999', 'pular'],
    ['do_fim=talvez', 'do_fim'],
    [`termo=${'a'.repeat(121)}`, 'termo'],
  ])('the query %s is refused with an error at its parameter', async (query, field) => {
    const answer = await get(`?${query}`)
    expect({ status: answer.status, campos: Object.keys(answer.json.campos) }).toEqual({ status: 422, campos: [field] })
  })

  test('the database orders services by status in the same order as the screen', async () => {
    const keys = significados.map(([status_prefixo]) => status_prefixo)
    const rows = await desk.database.query(
      build
        .selectFrom(unnest(keys, 'text[]', 's', 'status_prefixo'))
        .select(['s.status_prefixo', lugarDoServico.as('lugar')]),
    )
    expect(rows.map(({ status_prefixo, lugar }) => [status_prefixo, situacoesPorOferta[lugar]])).toEqual(significados)
  })

  test('opening a customer shows all fields but passwords and the whole document, and is recorded', async () => {
    const wanted = people[3] as (typeof people)[0]
    const before = (await recorded('cliente_aberto')).length
    const answer = await get(`/${wanted.id_cliente}`)
    expect(answer.status).toBe(200)
    const { cliente } = clienteAnswer.parse(answer.json)
    const expected = wanted.servicos.map(({ senha: _, senhas: __, ...servico }) => servico).sort(byServico)
    expect(cliente.servicos).toEqual(expected)
    expect(cliente).toMatchObject({
      nome_razaosocial: wanted.nome_razaosocial,
      data_cadastro: wanted.data_cadastro,
      data_nascmento: wanted.data_nascmento,
      data_fechamento: wanted.data_fechamento,
    })
    expect((await get(`/${wanted.id_cliente}/linha_do_tempo`)).json).toMatchObject({ itens: [], apos: null })
    expect(answer.text).not.toContain(wanted.cpf_cnpj)
    for (const { senha, senhas } of wanted.servicos)
      for (const secret of [senha, ...senhas.map((each) => each.senha)]) expect(answer.text).not.toContain(secret)
    const record = await recorded('cliente_aberto')
    expect(record).toHaveLength(before + 1)
    expect(record.at(-1)).toMatchObject({ usuario: 'clara', alvo: `cliente:${wanted.id_cliente}` })
    expect(answer.headers['cache-control']).toContain('no-store')
  })

  test('a customer’s page lists their calls and tickets', async () => {
    const { id_cliente } = people[5] as (typeof people)[0]
    const call = await desk.notify({ ramal: '101', id_cliente, telefone: '37999912222' })
    expect(call.status).toBe(200)
    const opened = await desk.send({
      path: `/api/painel/ligacoes/${call.headers['x-ligacao-id']}/atendimento`,
      headers: { cookie: ana },
      body: {},
    })
    await desk.cancel({ ramal: '101', telefone: '37999912222' })
    const { itens } = (await get(`/${id_cliente}/linha_do_tempo`)).json
    const { protocolo_formatado } = opened.json.atendimento
    expect(itens).toMatchObject([
      { tipo: 'atendimento', protocolo_formatado, estado: 'aberto', usuario: expect.stringMatching(/^Ana/) },
      {
        tipo: 'chamada',
        telefone_formatado: '(37) 99991-2222',
        ramal: '101',
        usuario: expect.stringMatching(/^Ana/),
        protocolo_formatado,
        encerrada_por: 'central',
      },
    ])
  })

  test('a customer’s page lists who accessed their data, newest first, in pages', async () => {
    const { id_cliente } = people[7] as (typeof people)[0]
    const acessos = async (apos = '') => (await get(`/${id_cliente}/acessos?apos=${apos}`)).json
    const before = await acessos()
    await get(`/${id_cliente}`)
    const reveal = { method: 'POST' as const, path: `/api/painel/clientes/${id_cliente}/documento` }
    await desk.send({ ...reveal, headers: { cookie: ana } })
    // Opening another customer does not appear on this page. A list may have contained this customer.
    await get(`/${people[8]?.id_cliente}`)
    await get('/exportar?formato=csv')
    const { acessos: seen, apos } = await acessos()
    expect(apos).toBeNull()
    expect(seen.slice(0, seen.length - before.acessos.length)).toMatchObject([
      { acao: 'clientes_exportados', autor: { tipo: 'usuario', nome: expect.stringMatching(/^Clara/) } },
      { acao: 'documento_revelado', autor: { nome: expect.stringMatching(/^Ana/) } },
      { acao: 'cliente_aberto', autor: { nome: expect.stringMatching(/^Clara/) } },
    ])
    expect(Object.keys(seen[0])).toEqual(['id', 'quando', 'autor', 'acao'])
    for (let n = 0; n < 20; n++) await get(`/${id_cliente}`)
    const first = await acessos()
    expect(first.acessos).toHaveLength(20)
    expect((await acessos(first.apos)).acessos).toEqual(seen)
    expect((await get(`/${id_cliente}/acessos?apos=x`)).status).toBe(422)
  })

  test('an unknown customer id gets 404, an invalid one 422, and neither is recorded', async () => {
    const before = (await recorded('cliente_aberto')).length
    expect((await get('/999999')).status).toBe(404)
    expect((await get('/0')).status).toBe(422)
    expect((await get('/abc')).status).toBe(422)
    expect(await recorded('cliente_aberto')).toHaveLength(before)
  })

  test('the JSON export contains the filtered customers without passwords, and is recorded', async () => {
    const all = await readAll('order_type=desc')
    const answer = await get('/exportar?formato=json&order_type=desc&cancelado=sim')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="clientes-.*\.json"$/)
    const { clientes } = answer.json
    expect(clientes.map((c: { id_cliente: number }) => c.id_cliente)).toEqual(all.map((c) => c.id_cliente))
    const {
      senhas: _,
      senha: __,
      ...first
    } = (people[0] as (typeof people)[0]).servicos[0] as (typeof people)[0]['servicos'][0]
    const exported = clientes.find((c: { id_cliente: number }) => c.id_cliente === firstId)
    expect(exported.servicos[0]).toEqual(first)
    // The interface's own fields, as the CSV has them.
    expect(exported).not.toHaveProperty('data_fechamento')
    expect(answer.text).not.toMatch(/"senhas?"/)
    expect((await recorded('clientes_exportados')).at(-1)).toMatchObject({
      usuario: 'clara',
      detalhes: { formato: 'json', order_type: 'desc', cancelado: true, busca: null },
    })
  })

  test('the record of an export has only the kind and the length of the search term', async () => {
    const { id } = (await desk.database.prisma.auditoria.findFirst({ orderBy: { id: 'desc' } })) ?? { id: 0 }
    for (const termo of ['529.982.247-25', '52998224725', '(37) 99991-2222', 'Maria Ávila', '9004']) {
      await get(`/exportar?formato=csv&termo=${encodeURIComponent(termo)}`)
      const path = `/api/painel/atendimentos/exportar?termo=${encodeURIComponent(termo)}`
      expect((await desk.send({ path, headers: { cookie: clara } })).status).toBe(200)
    }
    const rows = await desk.database.prisma.auditoria.findMany({ where: { id: { gt: id } }, orderBy: { id: 'asc' } })
    const told = (rows.map(({ detalhes }) => detalhes) as Record<string, unknown>[]).map(
      ({ busca, termo }) => busca ?? termo,
    )
    const kinds = ['documento (11)', 'documento (11)', 'telefone (11)', 'palavras (11)', 'código (4)']
    expect(told).toEqual(kinds.flatMap((kind) => [kind, kind]))
    expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toMatch(
      /52998|529\.982|99991|vila|9004/,
    )
  })

  test('the CSV export has the interface’s field names, one line per customer, and escapes formulas', async () => {
    const [one] = people as [(typeof people)[0]]
    await writeClientes(desk.database, [
      { ...one, id_cliente: 9_001, codigo_cliente: 9_001, nome_razaosocial: '=HYPERLINK("x");"y"', servicos: [] },
    ])
    const { text } = await get('/exportar?formato=csv&termo=hyperlink')
    const [header = '', line, rest] = text.split('\r\n')
    expect(header.startsWith('\uFEFFid_cliente;codigo_cliente;nome_razaosocial;')).toBe(true)
    expect(header.endsWith(';data_cadastro;data_nascmento')).toBe(true)
    expect(line).toContain(`9001;9001;"'=HYPERLINK(""x"");""y""";`)
    expect(rest).toBe('')
    expect((await get('/exportar?formato=csv&termo=ninguemassim')).text.split('\r\n')).toHaveLength(2)
    expect((await get('/exportar?formato=json&termo=ninguemassim')).json).toEqual({ clientes: [] })
    expect((await get('/exportar?formato=xml')).status).toBe(422)
  })

  test('the routes refuse agents, tokens, requests without a session and other origins', async () => {
    const before = { opened: await recorded('cliente_aberto'), exported: await recorded('clientes_exportados') }
    for (const path of [
      '',
      '/total',
      '/pacotes',
      '/opcoes',
      '/exportar?formato=json',
      `/${firstId}`,
      `/${firstId}/acessos`,
    ]) {
      expect((await get(path, ana)).status).toBe(403)
      expect((await get(path, '')).status).toBe(401)
      const withToken = await desk.send({ path: `/api/painel/clientes${path}`, authorization: demoToken })
      expect(withToken.status).toBe(401)
      expect((await get(path, await desk.cookie('admin'))).status).toBe(200)
    }
    const foreign = await desk.send({
      path: '/api/painel/clientes',
      headers: { cookie: clara, origin: 'https://outro.example' },
    })
    expect(foreign.status).toBe(403)
    const opened = await recorded('cliente_aberto')
    expect(opened.slice(before.opened.length)).toMatchObject([{ usuario: 'admin' }])
  })
})
