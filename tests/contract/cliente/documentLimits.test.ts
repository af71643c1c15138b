import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

/** Limits of how many documents one user may see in an hour. */
let cpf: string
let agent: number
let usuario: string
let agents = 0
const desk = useDesk({ revealsPerHour: 3, documentSearchesPerHour: 4, choicesPerHour: 12 })
beforeAll(async () => {
  cpf = (await desk.database.prisma.cliente.findUniqueOrThrow({ where: { id_cliente: 1 } })).cpf_cnpj
})
beforeEach(async () => {
  // The audit record cannot be cleared, so each test has a new agent.
  agents += 1
  usuario = `agente${agents}`
  agent = await desk.user({ usuario, ramal: `70${agents}` })
})

const reveal = (who = usuario) => desk.as(who, 'clientes/1/documento', {})
const setDocumento = (cpf_cnpj: string) =>
  desk.database.prisma.cliente.update({ where: { id_cliente: 1 }, data: { cpf_cnpj } })
const search = (termo: string) => desk.as(usuario, `clientes/busca?termo=${encodeURIComponent(termo)}`)
const found = async (termo: string) =>
  (await search(termo)).json.clientes.map(({ id_cliente }: { id_cliente: number }) => id_cliente)
const recorded = async () =>
  (await desk.database.prisma.auditoria.findMany({ where: { usuario_id: agent }, orderBy: { id: 'asc' } })).map(
    ({ acao, alvo, detalhes }) => ({ acao, alvo, detalhes }),
  )
const actions = async () => (await recorded()).map(({ acao }) => acao)

test('an agent who asks for more documents than the hourly limit gets 429, and the first refusal is recorded', async () => {
  for (let n = 0; n < 3; n++) expect((await reveal()).status).toBe(200)
  const refused = await reveal()
  expect(refused.status).toBe(429)
  expect(refused.json.msg).toMatch(
    /^Você chegou ao limite de 3 por hora: tente de novo em \d+ min ou fale com um administrador$/,
  )
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
  expect(refused.text).not.toMatch(/\d{3}\.\d{3}\.\d{3}-\d{2}/)
  expect((await reveal()).status).toBe(429)
  expect(await actions()).toEqual([...Array(3).fill('documento_revelado'), 'limite_de_documento_revelado'])
  expect((await recorded()).at(-1)).toMatchObject({ alvo: `usuario:${agent}`, detalhes: { por_hora: 3 } })
  // The limit affects neither other users nor this agent's other actions.
  expect((await reveal('clara')).status).toBe(200)
  expect((await search(cpf)).status).toBe(200)
})

test('a request for the document of a customer who has none is neither recorded nor counted', async () => {
  await setDocumento('')
  const answers = await Promise.all(Array.from({ length: 4 }, () => reveal()))
  await setDocumento(cpf)
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, json: { cpf_cnpj: '' } })
  expect(await actions()).toEqual([])
})

test('requests at once show no more documents than the limit', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => reveal()))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(200), ...Array(7).fill(429)])
})

test('the limit ignores entries that are older than an hour or dated more than an hour ahead', async () => {
  const data = [-3_601_000, 3_660_000].flatMap((ms) => {
    const quando = new Date(Date.now() + ms)
    return Array(3).fill({ acao: 'documento_revelado', usuario_id: agent, alvo: 'cliente:1', quando })
  })
  await desk.database.prisma.auditoria.createMany({ data })
  expect((await reveal()).status).toBe(200)
})

test('a search by document is recorded without the document, and is limited per hour', async () => {
  expect(await found(cpf)).toEqual([1])
  expect(await recorded()).toEqual([
    { acao: 'documento_procurado', alvo: 'cliente:1', detalhes: { caracteres: 11, achados: 1 } },
  ])
  const counted = await desk.as(usuario, `clientes/busca/total?termo=${cpf}`)
  expect(counted.json.total).toBe(1)
  expect((await recorded()).at(-1)?.detalhes).toEqual({ caracteres: 11, achados: 1 })
  const punctuated = cpf.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
  for (const typed of [punctuated, cpf]) expect((await search(typed)).status).toBe(200)
  const refused = await search(cpf)
  expect(refused.status).toBe(429)
  expect(refused.text).not.toContain('nome_razaosocial')
  expect(await actions()).toEqual([...Array(4).fill('documento_procurado'), 'limite_de_documento_procurado'])
  // The agent may still search by name, code and telephone.
  for (const termo of ['maria', '1', '37999912222', '(37) 9999']) expect((await search(termo)).status).toBe(200)
})

test('up to seven digits of a document do not find it, and only a search by document is recorded', async () => {
  // No telephone, code or login begins like this document, so only a search by document could find it.
  const data = { cpf_cnpj: '20987654300' }
  const { id_cliente } = await desk.database.prisma.cliente.update({ where: { id_cliente: 2 }, data })
  for (const beginning of ['209', '2098', '2098765']) expect(await found(beginning)).not.toContain(id_cliente)
  for (const termo of ['maria', '37999912222', '379999', '3732211234', '1']) await search(termo)
  expect(await actions()).toEqual([])
  expect(await found('209876543')).toContain(id_cliente)
  expect(await actions()).toEqual(['documento_procurado'])
})

const choose = (id: string, id_cliente: number, of = 'ligacoes') =>
  desk.as(usuario, `${of}/${id}/cliente`, { id_cliente })
const ring = (telefone?: string) => desk.ring({ ramal: `70${agents}`, telefone })
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)

test('an agent may choose ten customers an hour for a call or its ticket; the next is refused and recorded', async () => {
  const id = await ring()
  const chosen = []
  for (let n = 1; n <= 8; n++) chosen.push(await choose(id, n))
  // Choosing the customer that the call has already does not count.
  chosen.push(await choose(id, 8))
  const opened = await desk.act(usuario, id, 'atendimento')
  for (let n = 9; n <= 10; n++) chosen.push(await choose(String(opened.json.atendimento.id), n, 'atendimentos'))
  expect(statuses(chosen)).toEqual(Array(11).fill(200))
  const refused = await Promise.all([choose(id, 11), choose(String(opened.json.atendimento.id), 12, 'atendimentos')])
  expect(statuses(refused)).toEqual([429, 429])
  expect(refused[0]?.json.msg).toMatch(/^Você chegou ao limite de 10 por hora nesta chamada: tente de novo em \d+ min/)
  expect((await desk.database.prisma.ligacao.findUniqueOrThrow({ where: { id } })).id_cliente).toBe(10)
  const own = (await recorded()).filter(({ acao }) => acao.includes('escolhido'))
  expect(own.slice(0, 10).map(({ detalhes }) => detalhes)).toEqual(
    Array.from({ length: 10 }, (_, n) => ({ cliente: n + 1 })),
  )
  expect(own.slice(10)).toEqual([
    { acao: 'limite_de_cliente_escolhido', alvo: `ligacao:${id}`, detalhes: { por_hora: 10 } },
  ])
})

test('the customers that an agent chooses are also limited per hour over all calls', async () => {
  const [one, other] = [await ring(), await ring('3733334444')]
  for (let n = 1; n <= 6; n++) expect(statuses([await choose(one, n), await choose(other, n)])).toEqual([200, 200])
  expect((await choose(one, 7)).status).toBe(429)
  expect((await recorded()).at(-1)).toMatchObject({ acao: 'limite_de_cliente_escolhido', alvo: `usuario:${agent}` })
})

test('searches by document in the supervisors’ list have the same limit, and are recorded once for all pages', async () => {
  usuario = `chefe${agents}`
  agent = await desk.user({ usuario, papel: 'supervisor' })
  const list = (termo: string, rest = '') => desk.as(usuario, `clientes${rest}?termo=${termo}`)
  const whole = await Promise.all([list(cpf), list(cpf, '/total'), list(cpf), list(cpf, '/total')])
  expect(statuses(whole)).toEqual([200, 200, 200, 200])
  expect(whole[0]?.json.clientes).toMatchObject([{ id_cliente: 1 }])
  expect(await recorded()).toEqual([
    { acao: 'documento_procurado', alvo: null, detalhes: { caracteres: 11, achados: 1 } },
  ])
  // Shorter beginnings would tell a document digit by digit.
  const data = { cpf_cnpj: '20987654300' }
  const { id_cliente } = await desk.database.prisma.cliente.update({ where: { id_cliente: 2 }, data })
  const ids = ({ json }: { json: { clientes: { id_cliente: number }[] } }) =>
    json.clientes.map((each) => each.id_cliente)
  for (const termo of ['209', '2098765']) expect(ids(await list(termo))).not.toContain(id_cliente)
  for (const termo of ['209876543', '2098765430', '20987654300']) expect(ids(await list(termo))).toContain(id_cliente)
  const refused = [await list('529982247'), await list('529982247', '/total')]
  expect(statuses(refused)).toEqual([429, 429])
  expect(refused.map(({ text }) => text).join()).not.toMatch(/nome_razaosocial|"total"/)
  expect(await actions()).toEqual([...Array(4).fill('documento_procurado'), 'limite_de_documento_procurado'])
  for (const termo of ['maria', cpf, '37999912222']) expect((await list(termo)).status).toBe(200)
})
