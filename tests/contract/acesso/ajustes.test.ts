import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TestDesk } from '../../support/desk.ts'
import { startTwoDesks } from '../../support/twoDesks.ts'

let one: TestDesk
let two: TestDesk
let stop: () => Promise<void>
let admin: string
beforeAll(async () => {
  ;({ one, two, stop } = await startTwoDesks({
    dddPadrao: '37',
    revealsPerHour: 7,
    documentSearchesPerHour: 120,
    choicesPerHour: 120,
  }))
})
afterAll(() => stop())
const inForce = ({ desk: { config } }: TestDesk) => ({
  nome: config.nomeProvedor,
  ddd: config.dddPadrao,
  fuso: config.timeZone,
  limites: [config.revealsPerHour, config.documentSearchesPerHour, config.choicesPerHour],
})
const atStart = { nome: undefined, ddd: '37', fuso: 'America/Sao_Paulo', limites: [7, 120, 120] }
const both = (expected: object) =>
  vi.waitFor(() => expect([one, two].map(inForce)).toEqual([expected, expected]), { timeout: 20_000 })
beforeEach(async () => {
  await one.clear()
  await one.database.pool.query('DELETE FROM ajuste')
  await both(atStart)
  admin = await one.cookie('admin')
})

const save = (body: object, cookie = admin) =>
  one.send({ path: '/api/painel/ajustes', method: 'POST', headers: { cookie }, body })
const list = async () => (await one.send({ path: '/api/painel/ajustes', headers: { cookie: admin } })).json.ajustes
const rows = async () => (await one.database.pool.query('SELECT nome, valor FROM ajuste ORDER BY nome')).rows
const entries = async () =>
  (await one.send({ path: '/api/painel/auditoria?acao=ajustes_alterados', headers: { cookie: admin } })).json.registros

test('of two who change one setting the second is refused, and told what is saved; then their value can be saved', async () => {
  const change = (nome_provedor: string, lido: string | null) => save({ nome_provedor, lidos: { nome_provedor: lido } })
  expect((await change('Primeira', null)).status).toBe(200)
  const second = await save({ nome_provedor: 'Segunda', ddd_padrao: '51', lidos: { nome_provedor: null } })
  expect(second.status).toBe(409)
  expect(second.json.campos).toEqual({ nome_provedor: [expect.stringContaining('agora é “Primeira”')] })
  expect(await rows()).toEqual([{ nome: 'nome_provedor', valor: 'Primeira' }])
  // A repeated save, whose first answer was lost, succeeds again.
  expect((await change('Primeira', null)).status).toBe(200)
  expect((await change('Segunda', 'Primeira')).status).toBe(200)
  expect(await rows()).toEqual([{ nome: 'nome_provedor', valor: 'Segunda' }])
})

test('a setting that an administrator saves applies in every process; an empty one returns to the environment’s', async () => {
  const known = (await entries()).length
  const saved = await save({
    ...{ nome_provedor: '  Fibra Sul ', ddd_padrao: '51', tz_desk: 'America/Manaus' },
    ...{ limite_revelacoes_hora: '30', limite_buscas_documento_hora: '1', limite_clientes_escolhidos_hora: '1000000' },
  })
  const there = { nome: 'Fibra Sul', ddd: '51', fuso: 'America/Manaus', limites: [30, 1, 1_000_000] }
  expect(saved.status).toBe(200)
  expect(inForce(one)).toEqual(there)
  await both(there)
  expect(saved.json.ajustes).toEqual(await list())
  expect(await list()).toEqual([
    { nome: 'nome_provedor', valor: 'Fibra Sul', inicial: null },
    { nome: 'ddd_padrao', valor: '51', inicial: '37' },
    { nome: 'tz_desk', valor: 'America/Manaus', inicial: 'America/Sao_Paulo' },
    { nome: 'limite_revelacoes_hora', valor: '30', inicial: '7' },
    { nome: 'limite_buscas_documento_hora', valor: '1', inicial: '120' },
    { nome: 'limite_clientes_escolhidos_hora', valor: '1000000', inicial: '120' },
  ])

  await save({ ddd_padrao: null, tz_desk: '' })
  await both({ ...there, ddd: '37', fuso: 'America/Sao_Paulo' })
  // Saving the same value again changes nothing and is not recorded.
  await save({ ddd_padrao: null, nome_provedor: 'Fibra Sul' })
  const told = (await entries()).slice(0, (await entries()).length - known)
  expect(told.map(({ detalhes }: { detalhes: object }) => detalhes)).toEqual([
    { ddd_padrao: null, tz_desk: null },
    expect.objectContaining({ nome_provedor: 'Fibra Sul', ddd_padrao: '51', limite_revelacoes_hora: '30' }),
  ])
})

test('a call’s number is completed with the area code that is set when the call comes', async () => {
  const ana = await two.screen('ana')
  await save({ ddd_padrao: '51', nome_provedor: 'Fibra Sul' })
  await both({ ...atStart, ddd: '51', nome: 'Fibra Sul' })
  await two.notify({ ramal: 101, telefone: '33334444', ligacao_params: { id: 'ddd' } })
  const keys = await one.database.pool.query('SELECT telefone_chave AS chave FROM ligacao ORDER BY id DESC LIMIT 1')
  expect(keys.rows).toEqual([{ chave: expect.stringMatching(/^51/) }])
  await ana.sync()
})

test('a wrong setting is refused with all that is sent with it, and only administrators may save', async () => {
  for (const [nome, valor] of [
    ['nome_provedor', 'x'.repeat(61)],
    ['nome_provedor', 7],
    ['ddd_padrao', '0'],
    ['ddd_padrao', '370'],
    ['ddd_padrao', '23'],
    ['tz_desk', 'Marte'],
    ['limite_revelacoes_hora', '0'],
    ['limite_buscas_documento_hora', 'muitas'],
    ['limite_clientes_escolhidos_hora', '1.5'],
  ] as const) {
    const refused = await save({ ...(nome !== 'tz_desk' && { tz_desk: 'America/Manaus' }), [nome]: valor })
    expect(refused).toMatchObject({ status: 422, json: { campos: { [nome]: [expect.stringContaining(nome)] } } })
    expect(Object.keys(refused.json.campos)).toEqual([nome])
  }
  for (const usuario of ['ana', 'clara'])
    expect((await save({ ddd_padrao: '11' }, await one.cookie(usuario))).status).toBe(403)
  expect(await rows()).toEqual([])
  expect(inForce(one)).toEqual(atStart)
})

test('a stored setting with an invalid value or an unknown name is ignored, and the others apply', async () => {
  await one.database.pool.query(
    "INSERT INTO ajuste (nome, valor) VALUES ('ddd_padrao', '23'), ('cor', 'azul'), ('constructor', '1'), ('nome_provedor', 'Fibra Sul')",
  )
  await both({ ...atStart, nome: 'Fibra Sul' })
  expect((await list()).map(({ nome }: { nome: string }) => nome)).toHaveLength(6)
})

test.each(['a\u0000b', 'a\ud800b'])(
  'a provider name that the database cannot store is refused: %j',
  async (nome_provedor) => {
    const answer = await save({ nome_provedor, ddd_padrao: '21' })
    expect([answer.status, Object.keys(answer.json.campos)]).toEqual([422, ['nome_provedor']])
  },
)

test('when two processes save the same setting at once, both end with the value in the database', async () => {
  const codes = ['11', '21', '31', '41', '51', '61']
  const answers = await Promise.all(
    codes.map((ddd, at) =>
      (at % 2 ? one : two).send({
        path: '/api/painel/ajustes',
        method: 'POST',
        headers: { cookie: admin },
        body: { ddd_padrao: ddd },
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(codes.map(() => 200))
  const [{ valor }] = await rows()
  await both({ ...atStart, ddd: valor })
})

test('a setting that could not be read when it was announced applies in every process once it can be', async () => {
  const [writer, holder] = [await one.database.pool.connect(), await one.database.pool.connect()]
  const lock = 'BEGIN; LOCK TABLE ajuste IN ACCESS EXCLUSIVE MODE'
  await writer.query(`${lock}; INSERT INTO ajuste (nome, valor, alterado_em) VALUES ('nome_provedor', 'Norte', now())`)
  const held = holder.query(lock)
  const waiting = `FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%ajuste%'`
  const waits = async (count: number) =>
    expect.poll(async () => (await writer.query(`SELECT 1 ${waiting}`)).rows.length, { timeout: 20_000 }).toBe(count)
  await waits(1)
  await writer.query('COMMIT')
  await held
  await waits(2)
  await writer.query(`SELECT pg_terminate_backend(pid) ${waiting}`)
  await holder.query('ROLLBACK')
  for (const client of [writer, holder]) client.release()
  await both({ ...atStart, nome: 'Norte' })
})
