import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportClientes } from '#server/cliente/exportClientes'
import { SourceError } from '#server/cliente/import/source'
import { importClientes, type RefusedRecord } from '#server/cliente/importClientes'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import type { ExportedCliente, ExportedServico } from '#server/cliente/wire/import'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { generateClientes, makeCliente } from '#server/demo/generate/generateClientes'
import { deskOver } from '../../support/deskOver.ts'
import * as other from '../../support/otherSystem.ts'
import { type OwnDatabase, ownDatabase } from '../../support/ownDatabase.ts'
import { quietLog } from './listServer.ts'

let own: OwnDatabase
let database: Database
const clientes = [...generateClientes({ count: 60, seed: 5, firstId: 1 })]

beforeAll(async () => {
  own = await ownDatabase()
  database = await openDatabase({ ...own, log: quietLog, role: 'server' })
})
beforeEach(async () => {
  await database.pool.query(
    'DELETE FROM cliente; DELETE FROM pacote; DELETE FROM grupo; DELETE FROM interface; DELETE FROM equipamento',
  )
})
afterAll(async () => {
  await database.close()
  await own.remove()
})

/** Splits the file into pieces of an odd size, so that pieces end inside records, texts and characters. */
function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997)
}
async function bring(file: string | Buffer, options: { dryRun?: boolean } = {}) {
  const refused: RefusedRecord[] = []
  const source = Readable.from(pieces(Buffer.from(file as string)))
  const report = await importClientes(deskOver(database), source, {
    ...options,
    onRefused: (record) => void refused.push(record),
  })
  return { report, refused }
}
async function exported(format: 'json' | 'jsonl' | 'csv' = 'json'): Promise<string> {
  let text = ''
  for await (const piece of exportClientes(deskOver(database), format)) text += piece.text
  return text
}
const envelope = (records: unknown[]) => JSON.stringify({ clientes: records }, null, 1)
const count = async () => (await database.pool.query('SELECT count(*)::int AS n FROM cliente')).rows[0].n
const none = { created: 0, updated: 0, unchanged: 0, refused: 0, emptied: {}, removed: {} }

test.each(['json', 'jsonl'] as const)(
  '%s: an export that is imported and exported again is the same; a second import changes nothing',
  async (format) => {
    await bring(envelope(clientes))
    const file = await exported(format)
    expect((await bring(file)).report).toEqual({ ...none, unchanged: 60 })
    await database.pool.query('DELETE FROM cliente')
    expect((await bring(file)).report).toEqual({ ...none, created: 60 })
    expect(await exported(format)).toBe(file)
    const lines =
      format === 'jsonl'
        ? file
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
        : JSON.parse(file).clientes
    const byId = (one: ExportedCliente, other: ExportedCliente) => one.id_cliente - other.id_cliente
    expect(lines.sort(byId)).toEqual(clientes)
  },
)

test('a changed record replaces that customer with all services, and changes no other customer', async () => {
  await bring(envelope(clientes))
  const [first, ...rest] = clientes as [ExportedCliente, ...ExportedCliente[]]
  const changed = {
    ...makeCliente(6, first.id_cliente),
    codigo_cliente: 77,
    servicos: first.servicos
      .slice(0, 1)
      .map((s) => ({ ...s, senhas: [], pacotes: [], interface: null, endereco_fiscal: null })),
  }
  const pacotes = first.servicos[0]?.pacotes.length
  const removed = { 'servicos.endereco_fiscal': 1, 'servicos.interface': 1, 'servicos.pacotes': pacotes }
  expect((await bring(envelope([changed, ...rest]))).report).toEqual({ ...none, updated: 1, unchanged: 59, removed })
  const after = JSON.parse(await exported()).clientes as ExportedCliente[]
  expect(after.find(({ id_cliente }) => id_cliente === first.id_cliente)).toEqual(changed)
})

test('an import counts the services, relations and fields that it removes, and a dry run counts the same', async () => {
  const [first] = clientes.filter(({ servicos: [one, two] }) => one && two) as [ExportedCliente]
  const [kept, gone, ...rest] = first.servicos as [ExportedServico, ExportedServico]
  const full = {
    ...kept,
    grupos: [{ id: 7, descricao: 'Centro' }],
    porta_atendimento: { numero: 1, equipamento: 'CTO' },
  }
  const closed = { ...first, data_fechamento: '2026-01-02' }
  await bring(envelope([{ ...closed, servicos: [full, gone, ...rest] }, ...clientes.slice(30)]))
  const { grupos, porta_atendimento, endereco_fiscal, ...listed } = full
  const { data_fechamento, ...base } = closed
  const file = envelope([{ ...base, servicos: [listed, ...rest] }, ...clientes.slice(30)])
  const dry = await bring(file, { dryRun: true })
  expect(dry.report).toMatchObject({ updated: 1, refused: 0 })
  expect(dry.report.removed).toEqual({
    data_fechamento: 1,
    servicos: 1,
    'servicos.grupos': 1,
    'servicos.porta_atendimento': 1,
    'servicos.endereco_fiscal': 1,
  })
  expect(await bring(file)).toEqual(dry)
})

test('an import counts each list item and each field that it removes from a service that stays', async () => {
  const [first, ...others] = clientes as [ExportedCliente, ...ExportedCliente[]]
  const [servico, ...rest] = first.servicos as [ExportedServico, ...ExportedServico[]]
  const senha = { descricao: 'Roteador', usuario: 'admin', senha: 'exemplo' }
  const pacote = { codigo: 'A', descricao: 'A', valor: '1', observacoes: '', data_cadastro: '2026-01-02 00:00:00' }
  const endereco = {
    ...servico.endereco_instalacao,
    complemento: 'Casa 2',
    coordenadas: { latitude: -20.1, longitude: -44.8 },
  }
  const held = {
    ...servico,
    pacotes: [901, 902, 902, 903].map((id_pacote) => ({ id_pacote, ...pacote })),
    senhas: [901, 902].map((id) => ({ id_cliente_servico_senha: id, ...senha })),
    grupos: [1, 2].map((id) => ({ id, descricao: `Grupo ${id}` })),
    interface: { nome: 'OLT', tipo: 'gpon', called_sid: 'sid' },
    interface_roteamento: { nome: 'R', tipo: 'vlan', called_sid: null },
    endereco_instalacao: endereco,
  }
  const having = (one: object) => envelope([{ ...first, servicos: [one, ...rest] }, ...others])
  await bring(having(held))
  const taken = {
    ...held,
    login: '',
    pacotes: held.pacotes.slice(2).reverse(),
    senhas: held.senhas.slice(1).map((each) => ({ ...each, usuario: '' })),
    grupos: [{ id: 3, descricao: 'Grupo 3' }],
    interface: { ...held.interface, called_sid: null },
    interface_roteamento: { nome: 'R2', tipo: 'vlan', called_sid: null },
    endereco_instalacao: { ...endereco, complemento: '', coordenadas: { latitude: null, longitude: null } },
  }
  const removed = {
    'servicos.login': 1,
    'servicos.pacotes': 2,
    'servicos.senhas': 1,
    'servicos.senhas.usuario': 1,
    'servicos.grupos': 2,
    'servicos.interface.called_sid': 1,
    'servicos.endereco_instalacao.complemento': 1,
    'servicos.endereco_instalacao.coordenadas': 1,
  }
  expect((await bring(having(taken), { dryRun: true })).report.removed).toEqual(removed)
  expect((await bring(having(taken))).report.removed).toEqual(removed)
})

test('removed services are counted also for a customer whose stored password cannot be decrypted', async () => {
  const [first] = clientes.filter(({ servicos: [one, two] }) => one && two) as [ExportedCliente]
  await bring(envelope(clientes))
  await database.pool.query(
    'UPDATE cliente_servico SET senha_cifrada = overlay(senha_cifrada placing $2 from 4) WHERE id_cliente = $1',
    [first.id_cliente, '00000000'],
  )
  const fewer = { ...first, servicos: first.servicos.slice(0, 1) }
  const file = envelope(clientes.map((each) => (each === first ? fewer : each)))
  for (const dryRun of [true, false])
    expect((await bring(file, { dryRun })).report).toEqual({
      ...none,
      updated: 1,
      unchanged: 59,
      removed: { servicos: first.servicos.length - 1 },
    })
})

test('in a file on one line, each refusal names the record’s place in the list, and its customer if it has an id', async () => {
  const [first, second, third] = clientes as [ExportedCliente, ExportedCliente, ExportedCliente]
  const having = (each: ExportedCliente, codigo: string) => ({
    ...each,
    servicos: [
      {
        ...first.servicos[0],
        id_cliente_servico: each.id_cliente + 900,
        senhas: [],
        pacotes: [{ ...other.pacote, codigo }],
      },
    ],
  })
  const records = [having(first, 'P'), { ...second, rg: 7 }, having(third, 'Q'), 'nobody']
  const { refused } = await bring(JSON.stringify({ clientes: records }))
  const differs = `differs from what id_cliente ${first.id_cliente} (line 1) says of the same id`
  expect(refused).toMatchObject([
    { line: 1, ordinal: 2, id_cliente: second.id_cliente, mistakes: { rg: expect.anything() } },
    { line: 1, ordinal: 3, id_cliente: third.id_cliente, mistakes: { 'servicos[0].pacotes[0]': [differs] } },
    { line: 1, ordinal: 4, mistakes: { registro: expect.anything() } },
  ])
})

test('a dry run gives the same report as the import and writes nothing', async () => {
  const double = { ...(clientes[1] as ExportedCliente), id_cliente: 900 }
  const file = envelope([...clientes, double])
  const dry = await bring(file, { dryRun: true })
  expect(await count()).toBe(0)
  expect(await bring(file)).toEqual(dry)
  expect(dry.report).toEqual({ ...none, created: 60, refused: 1 })
})

test('of a file that is cut off, the whole records are imported, and the refusal names the line of the other', async () => {
  const file = `{"clientes":[\n${clientes.map((cliente) => JSON.stringify(cliente)).join(',\n')}\n]}`
  const { report, refused } = await bring(file.slice(0, file.indexOf('"id_cliente":31,') + 300))
  expect(report).toEqual({ ...none, created: 30, refused: 1 })
  expect(refused).toEqual([{ line: 32, ordinal: 31, mistakes: { registro: [expect.stringContaining('cut off')] } }])
})

test.each([
  ['a text for a number', { id_cliente: '7' }, 'id_cliente'],
  ['an id beyond integer', { id_cliente: 2 ** 31 }, 'id_cliente'],
  ['a day that does not exist', { data_cadastro: '2024-02-30 00:00:00' }, 'data_cadastro'],
  ['the year 0000', { data_nascmento: '0000-01-01 00:00:00' }, 'data_nascmento'],
  ['a NUL in a text', { nome_fantasia: 'a\u0000b' }, 'nome_fantasia'],
  ['half a surrogate pair', { nome_razaosocial: 'a\ud800' }, 'nome_razaosocial'],
  ['services that are no list', { servicos: {} }, 'servicos'],
  ['money with five decimals', { servicos: [{ ...clientes[0]?.servicos[0], valor: 1.00001 }] }, 'servicos[0].valor'],
  [
    'a service twice',
    { servicos: [clientes[0]?.servicos[0], clientes[0]?.servicos[0]] },
    'servicos[1].id_cliente_servico',
  ],
])('%s is refused with its line and field, and the other records are imported', async (_, wrong, field) => {
  const lines = [clientes[1], { ...clientes[0], ...wrong }, clientes[2]].map((record) => JSON.stringify(record))
  const { report, refused } = await bring(lines.join('\n'))
  expect(report).toEqual({ ...none, created: 2, refused: 1 })
  expect(refused[0]?.line).toBe(2)
  expect(Object.keys(refused[0]?.mistakes ?? {})).toContain(field)
})

test('a record without required fields is refused, and each field is reported as missing', async () => {
  const { report, refused } = await bring('{"id_cliente":1,"nome_razaosocial":"Ana"}\n')
  const missing = ['codigo_cliente', 'tipo_pessoa', 'cpf_cnpj', 'data_cadastro'].map((field) => [field, ['is missing']])
  expect(report).toEqual({ ...none, refused: 1 })
  expect(refused).toEqual([{ line: 1, ordinal: 1, id_cliente: 1, mistakes: Object.fromEntries(missing) }])
})

test('a record with the code and a service id of another customer is refused with an error at both fields', async () => {
  await bring(envelope(clientes.slice(0, 1)))
  const [held, other] = clientes as [ExportedCliente, ExportedCliente]
  const { refused } = await bring(
    envelope([{ ...other, codigo_cliente: held.codigo_cliente, servicos: held.servicos }]),
  )
  const fields = Object.keys(refused[0]?.mistakes ?? {})
  expect(fields).toContain('codigo_cliente')
  expect(fields).toContain('servicos[0].id_cliente_servico')
  expect(await count()).toBe(1)
})

describe('a service, a password and a code move from one customer to another in one file', () => {
  const [giver, taker, third] = clientes.map((each) => ({ ...each, servicos: [] as ExportedServico[] })) as Three
  type Three = [ExportedCliente, ExportedCliente, ExportedCliente]
  const servicos = (clientes.find((each) => each.servicos.some(({ senhas }) => senhas.length > 0)) as ExportedCliente)
    .servicos
  const gave = { ...giver, codigo_cliente: 9_001 }
  const took = { ...taker, codigo_cliente: giver.codigo_cliente, servicos }
  const filler = Array.from({ length: 800 }, (_, n) => ({
    ...third,
    id_cliente: 50_000 + n,
    codigo_cliente: 50_000 + n,
  }))
  beforeEach(() => bring(envelope([{ ...giver, servicos }, taker])))

  test.each([
    ['who gives first', [gave, took], { updated: 2 }],
    ['who takes first', [took, gave], { updated: 2 }],
    ['to one who is new', [gave, { ...took, id_cliente: 9_002 }], { created: 1, updated: 1 }],
    ['much further down', [gave, ...filler, took], { created: 800, updated: 2 }],
    [
      'one after the other',
      [{ ...third, codigo_cliente: taker.codigo_cliente }, took, gave],
      { created: 1, updated: 2 },
    ],
  ])('%s', async (_, records, counts) => {
    const expected = { report: { ...none, ...counts }, refused: [] }
    expect(await bring(envelope(records), { dryRun: true })).toEqual(expected)
    expect(await bring(envelope(records))).toEqual(expected)
    expect((await bring(envelope(records))).report).toEqual({ ...none, unchanged: records.length })
  })

  test('but both records are refused if the giver’s is invalid, or if the two swap codes', async () => {
    const { report } = await bring(envelope([{ ...gave, rg: 'a\u0000b' }, took]))
    expect(report).toEqual({ ...none, refused: 2 })
    const exchanged = [
      { ...giver, servicos, codigo_cliente: taker.codigo_cliente },
      { ...taker, codigo_cliente: giver.codigo_cliente },
    ]
    expect((await bring(envelope(exchanged))).report).toEqual({ ...none, refused: 2 })
  })
})

test('a customer whose telephones have other search keys by now gets them, though the record is the same', async () => {
  const [first] = clientes as [ExportedCliente]
  const record = { ...first, telefone_primario: '3221-1234', telefone_secundario: '', telefone_terciario: '' }
  const write = (dddPadrao?: string) => writeClientes(database, [record], { dddPadrao })
  await write()
  expect(await write('37')).toMatchObject({ updated: 1, unchanged: 0 })
  expect(await write('37')).toMatchObject({ updated: 0, unchanged: 1 })
  expect((await database.pool.query('SELECT chave FROM cliente_telefone')).rows).toEqual([{ chave: '3732211234' }])
})

test('a repeated record is unchanged; a different record with the same id is refused and names the first', async () => {
  const [first] = clientes as [ExportedCliente]
  const lines = [first, first, { ...first, rg: 'outro' }].map((record) => JSON.stringify(record))
  const { report, refused } = await bring(lines.join('\n'))
  expect(report).toEqual({ ...none, created: 1, unchanged: 1, refused: 1 })
  const mistakes = { id_cliente: ['is record 1 (line 1) already, with other content'] }
  expect(refused).toEqual([{ line: 3, ordinal: 3, id_cliente: first.id_cliente, mistakes }])
})

test('a record that is not UTF-8 is refused, and so is a whole file in UTF-16', async () => {
  const [first, second] = clientes.map((cliente) => JSON.stringify({ ...cliente, nome_razaosocial: 'João' }))
  const broken = Buffer.concat([Buffer.from(`${first}\n`), Buffer.from(second as string, 'latin1')])
  const { report, refused } = await bring(broken)
  expect(report).toEqual({ ...none, created: 1, refused: 1 })
  expect(refused).toEqual([
    { line: 2, ordinal: 2, mistakes: { registro: ['is not UTF-8 text: save the file as UTF-8'] } },
  ])
  await expect(bring(Buffer.from(`\ufeff${envelope(clientes)}`, 'utf16le'))).rejects.toThrow(SourceError)
  expect((await bring(`\ufeff${envelope(clientes.slice(0, 3))}`)).report.refused).toBe(0)
})

test.each([
  ['{"outros":[{"clientes":[1]}]}', 'id_cliente'],
  ['{"clientes":', 'has no list named clientes'],
  ['{\n"clientes": [\n', 'the file ends before its list does'],
])('the file %j imports nobody, and the refusal says why', async (file, why) => {
  const { report, refused } = await bring(file)
  expect(report.created).toBe(0)
  expect(JSON.stringify(refused)).toContain(why)
})

test('a customer from another system is imported: null in a required text becomes empty and is counted', async () => {
  const { report, refused } = await bring(envelope([other.cliente]))
  expect(refused).toEqual([])
  expect(report).toMatchObject({ created: 1, refused: 0 })
  expect(report.emptied).toMatchObject({
    telefone_secundario: 1,
    telefone_terciario: 1,
    'servicos.senha': 2,
    'servicos.ipv4': 1,
    'servicos.tecnologia': 2,
    'servicos.equipamento_conexao.ipv4': 2,
    'servicos.pacotes.codigo': 1,
    'servicos.endereco_instalacao.complemento': 2,
    'servicos.endereco_fiscal.logradouro': 2,
  })
  expect(report.emptied).not.toHaveProperty('nome_fantasia')
  expect(report.emptied).not.toHaveProperty('servicos.ipv6')
  const [held] = JSON.parse(await exported()).clientes as [ExportedCliente]
  expect(held).toMatchObject({ telefone_secundario: '', nome_fantasia: null, data_nascmento: null })
  expect(held.servicos[0]).toMatchObject({ senha: '', ipv4: '', ipv6: null, tecnologia: '', status_conexao: null })
  expect(held.servicos[0]?.pacotes).toEqual([{ ...other.pacote, codigo: '', observacoes: '' }])
  const nowhere = { latitude: null, longitude: null }
  expect(held.servicos[0]?.endereco_fiscal).toMatchObject({ logradouro: '', cep: '', coordenadas: nowhere })
  expect((await bring(envelope([other.cliente]))).report).toEqual({ ...none, unchanged: 1, emptied: report.emptied })
})

test('a CSV import creates customers and leaves the services of existing ones as they are', async () => {
  await bring(envelope(clientes))
  const before = await exported()
  const csv = await exported('csv')
  expect((await bring(csv)).report).toEqual({ ...none, unchanged: 60 })
  expect(await exported()).toBe(before)
  const header = 'id_cliente;codigo_cliente;nome_razaosocial;tipo_pessoa;cpf_cnpj;data_cadastro'
  const row = '5000;5000;"Maria; ""Mia"" da Silva";pf;12345678909;2024-01-02 03:04:05'
  const { report, refused } = await bring(`${header}\n${row}\n5001;x;Sem Código;pf;1;2024-01-02 03:04:05\n`)
  const emptied = { telefone_primario: 1, telefone_secundario: 1, telefone_terciario: 1 }
  expect(report).toEqual({ ...none, created: 1, refused: 1, emptied })
  expect(refused[0]).toMatchObject({ line: 3, mistakes: { codigo_cliente: expect.anything() } })
  await expect(bring('nome,idade\nAna,3\n')).rejects.toThrow(SourceError)
})

test('an import lets other events run at least every 16 records while it checks a file', async () => {
  let [sinceTurn, most, over] = [0, 0, false]
  const everyTurn = () => {
    most = Math.max(most, sinceTurn)
    sinceTurn = 0
    if (!over) setImmediate(everyTurn)
  }
  setImmediate(everyTurn)
  const file = Buffer.from(JSON.stringify(Array.from({ length: 500 }, () => ({}))))
  const { refused } = await importClientes(deskOver(database), Readable.from([file]), {
    onRefused: () => sinceTurn++,
  }).finally(() => {
    over = true
  })
  expect(refused).toBe(500)
  expect(Math.max(most, sinceTurn)).toBeLessThanOrEqual(16)
})
