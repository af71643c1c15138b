import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportClientes } from '#server/cliente/exportClientes'
import { importClientes } from '#server/cliente/importClientes'
import type { ExportedCliente, ExportedServico } from '#server/cliente/wire/import'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { makeCliente } from '#server/demo/generate/generateClientes'
import { deskOver } from '../../support/deskOver.ts'
import { type OwnDatabase, ownDatabase } from '../../support/ownDatabase.ts'
import { quietLog } from './listServer.ts'

let own: OwnDatabase
let database: Database
beforeAll(async () => {
  own = await ownDatabase()
  database = await openDatabase({ ...own, log: quietLog, role: 'server' })
})
afterAll(async () => {
  await database.close()
  await own.remove()
})

// Texts as in real files, which test data often lacks: quotes, backslashes, control characters, other scripts, emoji,
// nothing.
const text = fc.string({
  unit: fc.oneof(fc.constantFrom(...'"\\/\n\r\t\b\u0001\u2028 áÇ,;{}[]'), fc.constantFrom('😀', '漢', 'e\u0301')),
  maxLength: 12,
})
const orNull = <T>(of: fc.Arbitrary<T>) => fc.option(of)
const moment = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19).replace('T', ' '))
const port = fc.record({ numero: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), equipamento: text })
const place = fc.record({
  latitude: orNull(fc.double({ min: -90, max: 90, noNaN: true }).map((degrees) => degrees + 0)),
  longitude: orNull(fc.double({ min: -180, max: 180, noNaN: true }).map((degrees) => degrees + 0)),
})
const money = fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((parts) => parts / 10_000 + 0)

/** A generated customer whose fields have the most difficult values that each may hold. */
const cliente = (id: number) => {
  const made = makeCliente(11, id)
  const [base] = makeCliente(12, 1).servicos as [ExportedServico]
  const endereco = fc
    .tuple(text, text, place)
    .map(([completo, numero, coordenadas]) => ({ ...base.endereco_fiscal, completo, numero, coordenadas }))
  const servico = (at: number) =>
    fc
      .record({
        nome: text,
        valor: money,
        senha: text,
        ipv6: orNull(text),
        interface: orNull(fc.record({ nome: text, tipo: text, called_sid: orNull(text) })),
        equipamento_roteamento: orNull(fc.record({ nome: text, ipv4: text, ipv6: orNull(text) })),
        senhas: fc
          .array(fc.record({ descricao: text, usuario: text, senha: text }), { maxLength: 3 })
          .map((list) =>
            list.map((senha, place) => ({ id_cliente_servico_senha: (id * 10 + at) * 10 + place + 1, ...senha })),
          ),
        endereco_cobranca: orNull(endereco),
        porta_atendimento: orNull(port),
        status_conexao: orNull(
          fc.record({
            conectado: fc.boolean(),
            ultima_conexao: orNull(moment),
            ultima_desconexao: orNull(moment),
            ultimo_ipv4: orNull(text),
          }),
        ),
        status_prefixo: fc.constantFrom('cancelado', 'servico_habilitado'),
      })
      .map((fields) => ({ ...base, ...fields, id_cliente_servico: id * 10 + at, pacotes: base.pacotes.slice(at) }))
  return fc
    .record({
      nome_razaosocial: text,
      nome_fantasia: orNull(text),
      telefone_primario: text,
      email_principal: orNull(text),
      rg: orNull(text),
      data_cadastro: moment,
      data_nascmento: orNull(moment),
      data_fechamento: orNull(moment.map((at) => at.slice(0, 10))),
      servicos: fc.tuple(servico(0), servico(1)).chain((both) => fc.subarray(both)),
    })
    .map((fields) => ({ ...made, ...fields }) as ExportedCliente)
}

async function bring(file: string) {
  const refused: unknown[] = []
  const report = await importClientes(deskOver(database), Readable.from([Buffer.from(file)]), {
    onRefused: (record) => void refused.push(record),
  })
  expect(refused).toEqual([])
  return report
}
async function exported(format: 'json' | 'jsonl' | 'csv'): Promise<string> {
  let file = ''
  for await (const piece of exportClientes(deskOver(database), format)) file += piece.text
  return file
}
const clear = () =>
  database.pool.query(
    'DELETE FROM cliente; DELETE FROM pacote; DELETE FROM grupo; DELETE FROM interface; DELETE FROM equipamento',
  )

test('any customers exported, imported and exported again give the same bytes; a second import changes nothing', async () => {
  const some = fc.tuple(...[1, 2, 3].map(cliente)).chain((all) => fc.subarray(all, { minLength: 1 }))
  await fc.assert(
    fc.asyncProperty(some, fc.constantFrom('json' as const, 'jsonl' as const), async (clientes, format) => {
      await clear()
      expect((await bring(JSON.stringify({ clientes }))).created).toBe(clientes.length)
      const file = await exported(format)
      const table = await exported('csv')
      const none = { created: 0, updated: 0, refused: 0, emptied: {}, removed: {} }
      expect(await bring(file)).toEqual({ ...none, unchanged: clientes.length })
      expect(await bring(table)).toEqual({ ...none, unchanged: clientes.length })
      await clear()
      await bring(file)
      expect(await exported(format)).toBe(file)
      const read =
        format === 'json'
          ? JSON.parse(file).clientes
          : file
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line))
      const byId = (one: ExportedCliente, other: ExportedCliente) => one.id_cliente - other.id_cliente
      expect(read.sort(byId)).toEqual(clientes)
    }),
    { numRuns: 24 },
  )
})
