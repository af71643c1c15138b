import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startDesk, type TestDesk } from '../../support/desk.ts'

/** What the caller chose in the exchange's menu. docs/interface.md: Notify. */
let desk: TestDesk
beforeAll(async () => {
  desk = await startDesk()
})
beforeEach(() => desk.clear())
afterAll(() => desk.stop())

const suporte = '2 – Suporte técnico'
const ring = (params: object) =>
  desk.notify({ ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'o', ...params } })
const stored = async () => (await desk.database.pool.query('SELECT origem FROM ligacao')).rows

test('origem is shown in the window, in the list of calls and on the customer’s page', async () => {
  const screen = await desk.screen('ana')
  await ring({ origem: suporte })
  await screen.events()
  expect(screen.heard.map(({ ligacao }) => ligacao)).toMatchObject([
    { origem: suporte, ligacao_params: { call_id: 'o', origem: suporte } },
  ])
  const as = async (usuario: string, path: string) =>
    (await desk.send({ path, headers: { cookie: await desk.cookie(usuario) } })).json
  expect((await as('ana', '/api/painel/ligacoes')).ligacoes).toMatchObject([{ origem: suporte }])
  expect((await as('clara', '/api/painel/clientes/1/linha_do_tempo')).itens).toMatchObject([{ origem: suporte }])
})

test('a repeated notification with another origem replaces it, and one without origem keeps it', async () => {
  const screen = await desk.screen('ana')
  for (const params of [{ origem: suporte }, {}, { origem: '1 – Financeiro' }, { fila: 'b' }]) await ring(params)
  await screen.events()
  const [first, ...later] = screen.heard.map(({ ligacao }) => ligacao.origem)
  expect([first, later.at(-1)]).toEqual([suporte, '1 – Financeiro'])
  expect(await stored()).toEqual([{ origem: '1 – Financeiro' }])
})

describe('origem is cleaned, cut to 60 characters or dropped, and no call is refused for it', () => {
  test.each<[unknown, string | null]>([
    [' \t2 –\u0000 Suporte\n ', '2 – Suporte'],
    ['a'.repeat(61), 'a'.repeat(60)],
    [` ${'b'.repeat(60)} `, 'b'.repeat(60)],
    [`${'c'.repeat(59)} d`, 'c'.repeat(59)],
    [`${'e'.repeat(59)}😀`, 'e'.repeat(59)],
    ['', null],
    ['\u0007 ', null],
    [2, null],
    [true, null],
    [null, null],
    [{ texto: suporte }, null],
    [[suporte], null],
  ])('%j', async (sent, kept) => {
    expect(await ring({ origem: sent })).toMatchObject({ status: 200 })
    expect(await stored()).toEqual([{ origem: kept }])
  })
})
