import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { beforeAll, expect, test, vi } from 'vitest'
import { recordAuditoria } from '#server/auditoria/rows/recordAuditoria'
import { importClientes, type RefusedRecord } from '#server/cliente/importClientes'
import { readClientesById } from '#server/cliente/rows/joiner/texts'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import { demoToken } from '#server/demo/accounts'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { pacotes } from '#server/demo/generate/planos'
import { flushRastros } from '#server/rastro/noteRequest'
import { eraseTitular } from '#server/titular/eraseTitular'
import { exportTitular } from '#server/titular/exportTitular'
import type { Screen } from '../../support/screen.ts'
import { useDesk } from '../../support/useDesk.ts'

/** `hers` is a person with all kinds of data. `other` is a person whom exporting and erasing her must not touch. */
const id = 7_001
const [hers, other] = [...generateClientes({ count: 40, seed: 11, firstId: id })].filter(
  ({ servicos }) => servicos.length > 1,
) as [Person, Person]
type Person = ReturnType<typeof generateClientes> extends Generator<infer Cliente> ? Cliente : never
const telefone = '37988776655'
const origem = '3 – Já sou cliente'
const words = 'Mora com a irmã e pediu retorno à noite'
/** Words of a ticket whose call was linked to nobody. */
const unlinked = 'Disse que liga de novo quando chegar em casa'
/** Words of a ticket whose call has been forgotten, and of a reminder about it. */
const outlived = 'Ficou de confirmar o horário com o marido'
const noted = 'Perguntar se o marido confirmou'
const relinked = 'Confirmar a visita com o porteiro'

/** Records that only this person's service refers to. */
const onlyTheirs = {
  interface: { nome: 'Rádio do sítio', tipo: 'wireless', called_sid: 'sid-do-sitio' },
  interface_roteamento: { nome: 'VLAN do sítio', tipo: 'vlan', called_sid: null },
  equipamento_conexao: { nome: 'Antena do sítio', ipv4: '10.77.0.1', ipv6: null },
  equipamento_roteamento: { nome: 'Roteador do sítio', ipv4: '10.77.0.2', ipv6: null },
  pacotes: pacotes.slice(0, 1).map((each) => ({ ...each, id_pacote: 77_001, observacoes: 'Combinado com o sítio' })),
  grupos: [{ id: 77_002, descricao: 'Vizinhos do sítio' }],
}
/** Interfaces and devices to which a service of this person refers, and one of another person's the other way round. */
const [torre, vale] = ['Torre da serra', 'Torre do vale'].map((nome) => ({ nome, tipo: 'wireless', called_sid: null }))
const [base, morro] = ['10.78.0.1', '10.78.0.2'].map((ipv4) => ({ nome: 'Base da serra', ipv4, ipv6: null }))

const desk = useDesk()
let ana: string
beforeAll(async () => {
  ana = await desk.cookie('ana')
  const person = {
    ...hers,
    ...{ nome_fantasia: 'Empório do sítio', telefone_primario: telefone, telefone_secundario: '37988776656' },
    ...{ telefone_terciario: '37988776657', email_principal: 'titular@exemplo.com.br', email_secundario: 'a@do sítio' },
    ...{ rg: 'MG-77.777.777', rg_emissao: 'Cartório do sítio', data_nascmento: '1944-07-07 00:00:00' },
    ...{ inscricao_municipal: 'Posto do sítio', inscricao_estadual: 'Feira do sítio', data_fechamento: '2026-01-02' },
    servicos: hers.servicos.map((servico, n) => ({
      ...servico,
      ...onlyTheirs,
      ...(n > 0 && { interface: torre, interface_roteamento: vale }),
      ...(n > 0 && { equipamento_conexao: base, equipamento_roteamento: morro }),
      ipv6: '2001:db8:77::1',
      endereco_instalacao: servico.endereco_cadastral && { ...servico.endereco_cadastral, cidade: 'Vila do sítio' },
    })),
  }
  Object.assign(other.servicos[0] ?? {}, {
    ...{ interface: vale, interface_roteamento: torre },
    ...{ equipamento_conexao: morro, equipamento_roteamento: base },
  })
  await writeClientes(desk.database, [person, other])
  Object.assign(hers, person)
  const call = await desk.notify({ ramal: 101, telefone, ligacao_params: { call_id: 't1', nome: 'titular', origem } })
  const path = `/api/painel/ligacoes/${call.headers['x-ligacao-id']}`
  const headers = { cookie: ana }
  const { atendimento } = (await desk.send({ path: `${path}/atendimento`, headers, body: {} })).json
  const saved = await desk.send({
    method: 'PATCH',
    path: `/api/painel/atendimentos/${atendimento.id}`,
    headers,
    body: { versao: atendimento.versao, descricao: words },
  })
  expect(saved.status).toBe(200)
  const { prisma } = desk.database
  const { telefone_chave } = await prisma.ligacao.findFirstOrThrow()
  const when = { notificada_em: new Date(), tocada_em: new Date() }
  const usuario_id = await desk.idOf('ana')
  const { id: ligacao_id } = await prisma.ligacao.create({
    data: { id: randomUUID(), usuario_id, telefone, telefone_chave, estado: 'fechada', ...when },
  })
  const criado = { criado_em: new Date() }
  const written = { ...criado, atualizado_em: new Date() }
  const { id: ofCall } = await prisma.atendimento.create({
    data: { protocolo: '20250101000001', ligacao_id, usuario_id, descricao: unlinked, ...written },
  })
  const { id: atendimento_id } = await prisma.atendimento.create({
    data: {
      protocolo: '20240101000001',
      telefone_chave,
      usuario_id,
      descricao: outlived,
      ...written,
      criado_em: new Date(0),
    },
  })
  const bruno = await desk.idOf('bruno')
  await prisma.lembrete.create({
    data: { usuario_id: bruno, chave: randomUUID(), palavras: noted, atendimento_id, quando: new Date(0), ...criado },
  })
  // A reminder of this person's call that is about somebody else is not this person's.
  await prisma.lembrete.create({
    data: {
      ...{ usuario_id: bruno, chave: randomUUID(), palavras: 'Falar com a vizinha', ligacao_id, quando: new Date(0) },
      ...{ id_cliente: other.id_cliente, ...criado },
    },
  })
  // It is about whoever its call is linked to now, and not about whoever the call was linked to then.
  await prisma.lembrete.create({
    data: {
      ...{ usuario_id: bruno, chave: randomUUID(), palavras: relinked, quando: new Date(0), ...criado },
      ...{ ligacao_id: String(call.headers['x-ligacao-id']), id_cliente: other.id_cliente },
    },
  })
  await prisma.eventoFaturamento.create({
    data: {
      lancamento: '6e2c9f3a-1d40-4a8e-9a3b-0f6f3a1f2b77',
      id_cliente_servico: hers.servicos[0]?.id_cliente_servico ?? 0,
      id_tipo_servico: (await prisma.tipoServico.findFirstOrThrow()).id_tipo_servico,
      ...{ tipo: 'desconto', descricao: 'Dois dias sem sinal', valor_centavos: 1_030, parcela: 1, total_parcelas: 1 },
      proximo_faturamento: true,
    },
  })
  await recordAuditoria(desk.database, { acao: 'retorno_assumido', alvo: `ligacao:${ligacao_id}` })
  await recordAuditoria(desk.database, { acao: 'atendimento_passado', alvo: `atendimento:${ofCall}` })
  await recordAuditoria(desk.database, { acao: 'clientes_exportados', alvo: 'clientes' })
  await desk.send({ method: 'POST', path: `/api/painel/clientes/${hers.id_cliente}/documento`, headers })
  // The desk writes a ring's trace up to a second later. Write it now, so that it does not come between two snapshots.
  await flushRastros(desk.desk)
})

/** Every table as text, row by row. */
async function everything(): Promise<Map<string, string[]>> {
  const { pool } = desk.database
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
  const all = new Map<string, string[]>()
  for (const { name } of rows)
    all.set(
      name,
      (await pool.query(`SELECT row_to_json(t)::text AS row FROM "${name}" t`)).rows.map(({ row }) => row),
    )
  return all
}

const rowsOf = (all: Map<string, string[]>, table: string) => (all.get(table) ?? []).map((row) => JSON.parse(row))
const ofHer = (all: Map<string, string[]>, table: string) =>
  rowsOf(all, table).filter((row) => row.id_cliente === hers.id_cliente)

/**
 * Rows without the tables that a desk updates by itself at any time: when it heard the exchange, when a token was used.
 */
const ofPeople = (all: Map<string, string[]>): string[] =>
  [...all]
    .filter(([table]) => table !== 'instalacao' && table !== 'token')
    .flatMap(([table, rows]) => rows.map((row) => `${table}: ${row}`))

const personal = () => [
  ...[
    hers.nome_razaosocial,
    hers.cpf_cnpj,
    telefone,
    'titular@exemplo.com.br',
    'MG-77.777.777',
    words,
    origem,
    '"t1"',
    unlinked,
    outlived,
    noted,
    relinked,
    ...['37988776656', '37988776657', '1944-07-07', '2001:db8:77'],
    'mora com a irma e pediu retorno a noite',
    ...['do sítio', 'sid-do-sitio', '10.77.0', 'o sítio'],
  ],
  ...hers.servicos.flatMap((servico) => [
    ...[servico.login, servico.senha, servico.ipv4, servico.endereco_instalacao?.completo ?? servico.login],
    ...servico.senhas.map(({ senha }) => senha),
  ]),
]
const foundIn = (all: Map<string, string[]>) =>
  [...all].flatMap(([table, rows]) =>
    personal()
      .filter((text) => rows.some((row) => row.includes(text)))
      .map((text) => `${table}: ${text}`),
  )

test('all data of a customer is exported as one JSON, by id or document, and the export is on record', async () => {
  const taken = JSON.parse(JSON.stringify(await exportTitular(desk.desk, String(hers.id_cliente))))
  expect(taken.titulares).toHaveLength(1)
  const [{ cliente, ligacoes, atendimentos, lembretes, eventos_faturamento, acessos }] = taken.titulares
  expect(cliente).toEqual(JSON.parse(JSON.stringify(hers)))
  expect(ligacoes).toMatchObject([
    { telefone, origem, estado: 'aberta', usuario: { usuario: 'ana' }, atendida_em: expect.any(String) },
    { telefone, estado: 'fechada', atendida_em: null },
  ])
  expect(atendimentos).toMatchObject([
    { descricao: outlived },
    { descricao: words, usuario: { usuario: 'ana' } },
    { descricao: unlinked },
  ])
  expect(lembretes).toMatchObject([{ palavras: noted, usuario: { usuario: 'bruno' } }, { palavras: relinked }])
  expect(eventos_faturamento).toMatchObject([{ descricao: 'Dois dias sem sinal', valor_centavos: 1_030 }])
  expect(acessos.map(({ acao }: { acao: string }) => acao)).toEqual([
    ...['titular_exportado', 'documento_revelado', 'clientes_exportados', 'atendimento_passado', 'retorno_assumido'],
  ])
  const byDocument = await exportTitular(desk.desk, hers.cpf_cnpj)
  expect(JSON.stringify(byDocument)).toContain(words)
  expect(JSON.stringify(byDocument)).not.toContain(other.cpf_cnpj)
  for (const nobody of ['999999', '9999999999', 'x', '', '00000000000'])
    expect(await exportTitular(desk.desk, nobody)).toBeNull()
})

test('a customer with an open window, or an unknown one, is not erased, and nothing changes', async () => {
  const before = ofPeople(await everything())
  await expect(eraseTitular(desk.desk, hers.id_cliente)).rejects.toMatchObject({ kind: 'conflict' })
  await expect(eraseTitular(desk.desk, 999_999)).rejects.toMatchObject({ kind: 'not_found' })
  const after = ofPeople(await everything())
  // Compare only added and removed rows: the difference of two whole databases would not be readable.
  expect(after.filter((row) => !before.includes(row))).toEqual([])
  expect(before.filter((row) => !after.includes(row))).toEqual([])
})

test('an erased customer is in no table, and what must be kept stays under a pseudonym', async () => {
  const { prisma } = desk.database
  await desk.cancel({ ramal: 101, telefone })
  // The agent who took on the call back stays, by name.
  const where = { id_cliente: hers.id_cliente }
  const done = { assumida_por: await desk.idOf('ana'), assumida_em: new Date() }
  await desk.database.prisma.ligacao.updateMany({ where, data: done })
  const { titulares } = JSON.parse(JSON.stringify(await exportTitular(desk.desk, String(hers.id_cliente))))
  expect(titulares[0].ligacoes[0]).toMatchObject({ assumida: { usuario: 'ana' }, tratada: null })
  expect(JSON.stringify(titulares)).not.toMatch(/"(assumida_por|tratada_por|token_id)":/)
  // Another customer's call that was notified with her id, and cancel marks that name her in one way each, or not at
  // all.
  const id_cliente_notificado = hers.id_cliente
  const [usuario_id, now] = [await desk.idOf('clara'), new Date()]
  const others = { usuario_id, id_cliente: 1, telefone: '3733221100', telefone_chave: '3733221100' }
  const { id: anothers } = await prisma.ligacao.create({
    data: { ...others, id: randomUUID(), id_cliente_notificado, estado: 'fechada', notificada_em: now, tocada_em: now },
  })
  const { telefone_chave } = await prisma.ligacao.findFirstOrThrow({ where })
  const named = [
    where,
    { telefone_chave },
    { chave: 't1' },
    { id_cliente: 1, telefone_chave: '3733221100', chave: 't2' },
  ]
  await prisma.marcaCancelamento.createMany({ data: named.map((mark) => ({ ...mark, usuario_id, criada_em: now })) })
  const before = await everything()
  expect(foundIn(before).length).toBeGreaterThan(6)
  const [plain] = ofHer(before, 'cliente')
  const services = ofHer(before, 'cliente_servico')
  const [{ id_cliente_servico, id_servico, numero_plano, nome, valor, status, status_prefixo, tecnologia }] = services
  for (const value of [plain, services[0]].flatMap(Object.values)) expect([null, '']).not.toContain(value)
  const untouched = await readClientesById(desk.database, [other.id_cliente, 1])
  const [screen, reminded, outsider] = [
    await desk.screen('ana'),
    await desk.screen('bruno'),
    await desk.screen('clara'),
  ]

  // Another system reads the list, which the desk keeps for a minute.
  const list = async () => (await desk.send({ path: '/api/v1/integracao/cliente/all', authorization: demoToken })).text
  expect(await list()).toContain(hers.cpf_cnpj)

  expect(await eraseTitular(desk.desk, hers.id_cliente)).toMatchObject({
    ...{ servicos_apagados: services.length - 1, servicos_mantidos: 1, ligacoes: 2, atendimentos: 3 },
  })

  await vi.waitFor(async () => expect(await list()).not.toContain(hers.cpf_cnpj), { timeout: 20_000 })

  // The command runs outside the desk. Only the screens of the tickets' and reminders' owners are told to ask again.
  const both = ['atendimentos:mudaram', 'lembretes:mudaram']
  const told = (of: Screen) =>
    of.everything.map((each) => (each as { event?: string }).event).filter((event) => both.includes(event ?? ''))
  for (const each of [screen, reminded]) await vi.waitFor(() => expect(told(each)).toEqual(both), 10_000)
  await outsider.sync()
  expect(told(outsider)).toEqual([])
  // Whoever has the customer's page open is told whose data it is.
  for (const each of [screen, outsider])
    await vi.waitFor(() => expect(each.everything).toContainEqual({ event: 'cliente:eliminado', body: where }), 10_000)
  // A screen that still shows an erased ticket cannot bring its words back by saving.
  const mine = { cookie: ana }
  const open = await desk.send({ path: '/api/painel/atendimentos?estado=aberto', headers: mine })
  // The ticket that was linked to nobody is erased too.
  expect(open.json.atendimentos).toHaveLength(3)
  for (const each of open.json.atendimentos)
    expect(each).toMatchObject({ descricao: '', eliminado: true, cliente: { id_cliente: hers.id_cliente } })
  const [held] = open.json.atendimentos
  const save = (body: object) =>
    desk.send({ method: 'PATCH', path: `/api/painel/atendimentos/${held.id}`, headers: mine, body })
  const { versao } = held
  for (const read of [versao - 1, versao])
    expect(await save({ versao: read, descricao: words, estado: 'fechado' })).toMatchObject({
      status: 409,
      json: {
        msg: 'Os dados deste cliente foram eliminados a pedido dele: anotações não são mais salvas',
        atendimento: { versao, descricao: '', estado: 'aberto', eliminado: true },
      },
    })

  const after = await everything()
  expect(foundIn(after)).toEqual([])
  const nome_razaosocial = `Titular eliminado ${hers.id_cliente}`
  const { codigo_cliente, tipo_pessoa, data_cadastro, data_fechamento } = plain
  expect(ofHer(after, 'cliente')).toEqual([
    {
      ...{ ...where, codigo_cliente, tipo_pessoa, data_cadastro, data_fechamento },
      ...{ nome_razaosocial, busca: nome_razaosocial.toLowerCase(), nome_fantasia: null, cpf_cnpj: '' },
      ...{ telefone_primario: '', telefone_secundario: '', telefone_terciario: '' },
      ...{ email_principal: null, email_secundario: null, rg: null, rg_emissao: null, data_nascmento: null },
      ...{ inscricao_municipal: null, inscricao_estadual: null },
    },
  ])
  expect(ofHer(after, 'cliente_servico')).toEqual([
    {
      ...{ ...where, id_cliente_servico, id_servico, numero_plano, nome, valor, status, status_prefixo, tecnologia },
      ...{ login: '', senha_cifrada: '', ipv4: '', ipv6: null, cidade: '' },
      ...{ id_interface: null, id_interface_roteamento: null },
      ...{ id_equipamento_conexao: null, id_equipamento_roteamento: null },
    },
  ])
  expect(rowsOf(after, 'marca_cancelamento').map(({ chave }) => chave)).toEqual(['t2'])
  const isAnothers = ({ id }: { id: unknown }) => id === anothers
  const [was, is] = [before, after].map((all) => rowsOf(all, 'ligacao').find(isAnothers))
  expect(is).toEqual({ ...was, id_cliente_notificado: null })
  // The versions of her calls and tickets rise, so that screens read them again.
  const versions = (all: Map<string, string[]>, more: number) =>
    new Map(
      [...rowsOf(all, 'ligacao').filter((row) => !isAnothers(row)), ...rowsOf(all, 'atendimento')].map(
        ({ id, versao }) => [id, versao + more],
      ),
    )
  expect(versions(after, 0)).toEqual(versions(before, 1))
  expect((await save({ versao, descricao: '', estado: 'fechado' })).status).toBe(200)
  expect(after.get('evento_faturamento')).toEqual(before.get('evento_faturamento'))
  expect(await readClientesById(desk.database, [other.id_cliente, 1])).toEqual(untouched)
  const kept = (await readClientesById(desk.database, [hers.id_cliente])).get(hers.id_cliente)
  expect(JSON.parse(JSON.stringify(kept)).servicos).toMatchObject([
    { nome, valor, interface: null, equipamento_conexao: null, pacotes: [], grupos: [] },
  ])
  const call = await prisma.ligacao.findFirstOrThrow({ where: { id_cliente: hers.id_cliente } })
  expect(call).toMatchObject({ estado: 'fechada', telefone: null, ligacao_params: null, origem: null, chave: null })
  const ticket = await prisma.atendimento.findFirstOrThrow({ where: { id_cliente: hers.id_cliente } })
  expect(ticket).toMatchObject({ descricao: '', protocolo: expect.stringMatching(/^\d{14}$/) })
  const clara = await desk.cookie('clara')
  const as = (path: string) => desk.send({ path, headers: { cookie: clara } })
  const ledger = await as(`/api/painel/faturamento?cliente=${hers.id_cliente}`)
  expect(ledger.json.eventos).toMatchObject([{ valor_centavos: 1_030 }])
  const page = await as(`/api/painel/clientes/${hers.id_cliente}`)
  expect(page.json.cliente).toMatchObject({ nome_razaosocial, rg: null })
  const { acessos } = (await as(`/api/painel/clientes/${hers.id_cliente}/acessos`)).json
  expect(acessos[1]).toMatchObject({ acao: 'titular_eliminado', autor: null })
  // A ticket that is opened later is not marked as erased.
  const again = String((await desk.notify({ ramal: 101, id_cliente: hers.id_cliente })).headers['x-ligacao-id'])
  const opening = `/api/painel/ligacoes/${again}/atendimento`
  const { id } = (await desk.send({ path: opening, headers: mine, body: {} })).json.atendimento
  const newest = async () => (await desk.send({ path: '/api/painel/atendimentos', headers: mine })).json.atendimentos[0]
  expect(await newest()).toMatchObject({ id, eliminado: false, cliente: { id_cliente: hers.id_cliente } })
  // Another erasure holds for this one, too.
  await desk.act('ana', again, 'fechar')
  await eraseTitular(desk.desk, hers.id_cliente)
  expect(await newest()).toMatchObject({ id, eliminado: true })
})

test('an import refuses the record of an erased customer and says so, and accepts what the desk has left of them', async () => {
  const bring = async (records: object[]) => {
    const refused: RefusedRecord[] = []
    const source = Readable.from([Buffer.from(JSON.stringify({ clientes: records }))])
    const report = await importClientes(desk.desk, source, { onRefused: (record) => void refused.push(record) })
    return { report, refused }
  }
  const { report, refused } = await bring([hers, other])
  expect(report).toMatchObject({ created: 0, updated: 0, unchanged: 1, refused: 1 })
  expect(refused[0]?.mistakes.id_cliente?.[0]).toMatch(
    /^was erased at the person’s request on \d{4}-\d\d-\d\d \(UTC\): /,
  )
  // Her refused record would give up her code. The code stays hers all the same: another customer's record cannot take
  // it.
  const codes = [
    { ...hers, codigo_cliente: 99_001 },
    { ...other, codigo_cliente: hers.codigo_cliente },
  ]
  expect((await bring(codes)).report).toMatchObject({ updated: 0, refused: 2 })
  expect(foundIn(await everything())).toEqual([])
  const left = await readClientesById(desk.database, [hers.id_cliente])
  expect((await bring([...left.values()])).report).toMatchObject({ unchanged: 1, refused: 0 })
})

test('a ring group’s windows, traces and reminders are exported and erased with the customer who called', async () => {
  const { pool } = desk.database
  const id_cliente = other.id_cliente
  // The number is not in her record: only the agent who attends says that the call is hers.
  const numero = '37966554433'
  const params = (n: number) => ({ call_id: `vizinha-${n}`, linkedid: 'vizinha' })
  const rang = async (ramal: number, n: number) =>
    String((await desk.notify({ ramal, telefone: numero, ligacao_params: params(n) })).headers['x-ligacao-id'])
  const ids = [await rang(101, 1), await rang(102, 2)]
  const grouped = async () => (await pool.query('SELECT 1 FROM ligacao WHERE grupo IS NOT NULL')).rowCount
  await vi.waitFor(async () => expect(await grouped()).toBe(2), { timeout: 20_000 })
  // A stranger's call from the same number.
  await pool.query(
    `INSERT INTO ligacao (id, usuario_id, telefone, telefone_chave, chave, estado, notificada_em, tocada_em)
     SELECT gen_random_uuid(), usuario_id, telefone, telefone_chave, 'estranha', 'fechada', '2026-01-01', '2026-01-01'
     FROM ligacao WHERE id = $1`,
    [ids[0]],
  )
  const act = async (usuario: string, path: string, body: object) =>
    desk.send({ path: `/api/painel/${path}`, headers: { cookie: await desk.cookie(usuario) }, body })
  const note = { chave: randomUUID(), palavras: 'Era a vizinha da padaria', em_minutos: 30, ligacao_id: ids[1] }
  expect((await act('bruno', 'lembretes', note)).status).toBe(200)
  expect((await act('ana', `ligacoes/${ids[0]}/cliente`, { id_cliente })).status).toBe(200)
  await desk.cancel({ ramal: 101, telefone: numero, ligacao_params: params(1) })
  // Two numbers that another customer used too: one is in that customer's record, the other has a call linked to that
  // customer. For each of them, and for hers, there is a cancel without a call.
  const shared = ['37966554434', '37966554435']
  for (const telefone of [numero, ...shared]) await desk.cancel({ ramal: 201, telefone })
  const called = (telefone: string, of: number) =>
    pool.query(
      `INSERT INTO ligacao (id, usuario_id, telefone, telefone_chave, estado, notificada_em, tocada_em, id_cliente)
       SELECT gen_random_uuid(), usuario_id, $1, telefone_chave, 'fechada', '2026-01-01', '2026-01-01', $2
       FROM marca_cancelamento WHERE telefone_chave LIKE '%' || right($1, 8) RETURNING id, telefone_chave`,
      [telefone, of],
    )
  for (const telefone of shared) ids.push((await called(telefone, id_cliente)).rows[0].id)
  const [first = '', second = ''] = shared
  await called(second, 1)
  const { rows } = await pool.query(`SELECT telefone_chave AS chave FROM ligacao WHERE telefone = $1`, [first])
  await desk.database.prisma.clienteTelefone.create({ data: { ...rows[0], id_cliente: 1 } })
  await flushRastros(desk.desk)
  await pool.query(
    `UPDATE ligacao SET (tocada_em, atendida_em, encerrada_em) =
       (tocada_em - '1 h'::interval, atendida_em - '1 h'::interval, encerrada_em - '1 h'::interval) WHERE id = ANY($1)`,
    [ids],
  )

  const { titulares } = JSON.parse(JSON.stringify(await exportTitular(desk.desk, String(id_cliente))))
  const [{ ligacoes, lembretes, pedidos_da_central }] = titulares
  expect(ligacoes.map((each: { id: string }) => each.id).sort()).toEqual(ids.sort())
  expect(lembretes).toMatchObject([{ palavras: 'Falar com a vizinha' }, { palavras: note.palavras }])
  expect(pedidos_da_central.map(({ decisao }: { decisao: string }) => decisao)).toEqual([
    'abriu',
    'abriu',
    'fechou',
    'marcou',
  ])

  expect(await eraseTitular(desk.desk, id_cliente)).toMatchObject({ ligacoes: 4 })
  const all = await everything()
  const left = ofPeople(all).filter((row) => [numero, 'vizinha'].some((text) => row.includes(text)))
  expect(left).toEqual([expect.stringContaining('estranha')])
  for (const table of ['marca_cancelamento', 'rastro'])
    expect(shared.filter((number) => all.get(table)?.some((row) => row.includes(number.slice(-8))))).toEqual(shared)
})
