import { expect, test } from 'vitest'
import { clienteSchema, relacoesPadrao } from '#server/cliente/wire/cliente'
import { demoToken } from '#server/demo/accounts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
const get = (path: string, authorization = demoToken) => desk.send({ path, authorization })
const look = (query: Record<string, string | number>) =>
  get(`/api/v1/integracao/cliente?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`)

test('the list of service types has exactly the agreed fields', async () => {
  const answer = await get('/api/v1/integracao/configuracao/tipo_servico')
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.json)).toEqual(['status', 'msg', 'tipos_servico'])
  expect(Object.keys(answer.json.tipos_servico[0])).toEqual(['id_tipo_servico', 'descricao', 'display'])
})

test('every kind of search finds the same customer, with all fields and the default relations', async () => {
  const row = await desk.database.prisma.cliente.findFirstOrThrow({
    where: {
      nome_fantasia: { not: null },
      telefone_primario: { not: '' },
      servicos: { some: {}, every: { status_prefixo: { not: 'cancelado' } } },
    },
  })
  const [cliente] = (await look({ busca: 'id_cliente', termo_busca: row.id_cliente })).json.clientes
  expect(Object.keys(cliente)).toEqual(Object.keys(clienteSchema.parse(cliente)))
  for (const servico of cliente.servicos) {
    for (const relacao of relacoesPadrao) expect(servico).toHaveProperty(relacao)
    expect(servico).not.toHaveProperty('grupos')
  }
  const [servico] = cliente.servicos
  const terms = {
    id_cliente: cliente.id_cliente,
    codigo_cliente: cliente.codigo_cliente,
    cpf_cnpj: cliente.cpf_cnpj,
    telefone: cliente.telefone_primario,
    nome_razaosocial: cliente.nome_razaosocial.toUpperCase(),
    nome_fantasia: cliente.nome_fantasia,
    login: servico.login,
    id_cliente_servico: servico.id_cliente_servico,
  }
  for (const [busca, termo_busca] of Object.entries(terms)) {
    const answer = await look({ busca, termo_busca, limit: 100 })
    expect({ busca, found: answer.json.clientes?.map((each: { id_cliente: number }) => each.id_cliente) }).toEqual({
      busca,
      found: expect.arrayContaining([cliente.id_cliente]),
    })
    expect(answer.json.clientes.find((each: { id_cliente: number }) => each.id_cliente === cliente.id_cliente)).toEqual(
      cliente,
    )
    // Messengers put a mark of the writing direction before what is copied out of them.
    const copied = await look({ busca, termo_busca: `\u200e${termo_busca}\u2069`, limit: 100 })
    expect({ busca, found: copied.json.clientes }).toEqual({ busca, found: answer.json.clientes })
  }
})

test('a login is found exactly or by its beginning in any case, the exact match first; so is a document', async () => {
  const two = await desk.database.prisma.clienteServico.findMany({
    where: { status_prefixo: { not: 'cancelado' } },
    ...{ orderBy: { id_cliente: 'desc' }, distinct: 'id_cliente', take: 2 },
  })
  const login = 'İris_Çelik'
  for (const [n, { id_cliente_servico }] of two.entries())
    await desk.database.prisma.clienteServico.update({
      where: { id_cliente_servico },
      data: { login: `${login}${'_2'.repeat(n)}` },
    })
  // The exact match comes first.
  for (const termo_busca of [login, 'İris', 'iRIS_ç'])
    expect((await look({ busca: 'login', termo_busca })).json.clientes).toMatchObject(
      two.map(({ id_cliente }) => ({ id_cliente })),
    )
  for (const [n, { id_cliente }] of two.entries())
    await desk.database.prisma.cliente.update({
      where: { id_cliente },
      data: { cpf_cnpj: `99887766554${'433'.repeat(n)}` },
    })
  expect((await look({ busca: 'cpf_cnpj', termo_busca: '99887766554' })).json.clientes).toMatchObject(
    two.map(({ id_cliente }) => ({ id_cliente })),
  )
})

test('a name is sought in the field that busca names, and not in the other name', async () => {
  const { prisma } = desk.database
  const { id_cliente } = await prisma.cliente.findFirstOrThrow({ orderBy: { id_cliente: 'desc' } })
  const names = { nome_razaosocial: 'Zeta Comércio', nome_fantasia: 'Ômega Loja', busca: 'zeta comercio omega loja' }
  await prisma.cliente.update({ where: { id_cliente }, data: names })
  const found = async (busca: string, termo_busca: string) => (await look({ busca, termo_busca })).json.clientes
  for (const [busca, own, other] of [
    ['nome_razaosocial', 'COMERCIO zeta', 'omega'],
    ['nome_fantasia', 'loja omega', 'zeta'],
  ] as const) {
    expect(await found(busca, own)).toMatchObject([{ id_cliente }])
    expect(await found(busca, other)).toEqual([])
  }
})

test('a search shows a cancelled service only with cancelado=sim', async () => {
  const { id_cliente_servico, id_cliente } = await desk.database.prisma.clienteServico.findFirstOrThrow({
    where: { status_prefixo: 'cancelado' },
  })
  const servicos = async (more: Record<string, string>) => {
    const { json, headers } = await look({ busca: 'id_cliente_servico', termo_busca: id_cliente_servico, ...more })
    expect([json.clientes[0].id_cliente, headers['x-campos-ignorados']]).toEqual([id_cliente, undefined])
    return json.clientes[0].servicos.map((each: { id_cliente_servico: number }) => each.id_cliente_servico)
  }
  expect(await servicos({ cancelado: 'sim' })).toContain(id_cliente_servico)
  expect(await servicos({})).not.toContain(id_cliente_servico)
  for (const cancelado of ['', 'nao']) expect(await servicos({ cancelado })).not.toContain(id_cliente_servico)
})

test('a login is sought among the services that are shown, so no answer lacks the service that has it', async () => {
  const { prisma } = desk.database
  const login = 'trocou-de-dono'
  // The elder customer had the login; the younger has it now.
  const elder = await prisma.clienteServico.findFirstOrThrow({
    where: { status_prefixo: 'cancelado', cliente: { servicos: { some: { status_prefixo: { not: 'cancelado' } } } } },
    orderBy: { id_cliente: 'asc' },
  })
  const younger = await prisma.clienteServico.findFirstOrThrow({
    where: { status_prefixo: { not: 'cancelado' }, id_cliente: { gt: elder.id_cliente } },
    orderBy: { id_cliente: 'desc' },
  })
  const { id_cliente_servico } = elder
  await prisma.clienteServico.update({ where: { id_cliente_servico }, data: { login } })
  const found = async (more: Record<string, string>) => {
    const { json } = await look({ busca: 'login', termo_busca: login, limit: 1, ...more })
    return json.clientes.map((each: { id_cliente: number }) => each.id_cliente)
  }
  expect(await found({ cancelado: 'sim' })).toEqual([elder.id_cliente])
  expect(await found({})).toEqual([])
  await prisma.clienteServico.update({
    where: { id_cliente_servico: younger.id_cliente_servico },
    data: { login },
  })
  for (const cancelado of ['', 'nao']) expect(await found({ cancelado })).toEqual([younger.id_cliente])
})

test('a search returns five customers unless limit says otherwise; long numbers and wildcards find none', async () => {
  expect((await look({ busca: 'nome_razaosocial', termo_busca: 'a' })).json.clientes.length).toBe(5)
  expect((await look({ busca: 'nome_razaosocial', termo_busca: 'a', limit: 7 })).json.clientes.length).toBe(7)
  for (const digits of [20, 21, 200])
    expect((await look({ busca: 'codigo_cliente', termo_busca: '9'.repeat(digits) })).json.clientes).toEqual([])
  expect((await look({ busca: 'nome_razaosocial', termo_busca: '100%_\\' })).json.clientes).toEqual([])
})

test.each([
  ['', ['busca', 'termo_busca']],
  ['?busca=cpf&termo_busca=1', ['busca']],
  ['?busca=id_cliente&termo_busca=1.0', ['termo_busca']],
  ['?busca=id_cliente&termo_busca=x&limit=0', ['limit', 'termo_busca']],
  ['?busca=telefone&termo_busca=abc', ['termo_busca']],
  ['?busca=login&termo_busca=a&limit=101', ['limit']],
  ['?busca=login&termo_busca=a&limit=1e1', ['limit']],
  ['?busca=login&termo_busca=a&cancelado=true', ['cancelado']],
  ['?busca=login&busca=login&termo_busca=a', ['busca']],
  ['?busca=login&termo_busca=a%00', ['termo_busca']],
  [`?busca=login&termo_busca=${'a'.repeat(201)}`, ['termo_busca']],
  ['?busca=login&termo_busca=%E2%80%8E', ['termo_busca']],
])('a search with the query "%s" gets 422, and the answer names the wrong fields', async (query, campos) => {
  const answer = await get(`/api/v1/integracao/cliente${query}`)
  expect(answer.status).toBe(422)
  expect(Object.keys(answer.json.campos).sort()).toEqual(campos)
})

test('the search and the list of service types each need their own token scope', async () => {
  const pbx = await desk.token({ escopos: ['pbx'] })
  const financeiro = await desk.token({ escopos: ['financeiro'] })
  const path = '/api/v1/integracao/cliente?busca=id_cliente&termo_busca=1'
  expect((await get(path, financeiro.secret)).status).toBe(403)
  expect((await get('/api/v1/integracao/configuracao/tipo_servico', financeiro.secret)).status).toBe(200)
  expect((await get('/api/v1/integracao/configuracao/tipo_servico', pbx.secret)).status).toBe(403)
})
