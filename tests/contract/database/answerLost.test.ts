import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import { startProxy, type TcpProxy } from '../../support/network/proxy.ts'
import { type OwnDatabase, ownDatabase, serverOf, throughPort } from '../../support/ownDatabase.ts'
import { ledger, parcelado } from '../faturamento/evento.ts'

let own: OwnDatabase
let wire: TcpProxy
let desk: TestDesk
beforeAll(async () => {
  own = await ownDatabase()
  wire = await startProxy([serverOf(own.databaseUrl)])
  desk = await startDesk({ databaseUrl: throughPort(own.databaseUrl, wire.port) })
})
afterEach(() => desk.clear())
afterAll(async () => {
  await desk.stop()
  await wire.close()
  await own.remove()
})

const calls = async () => (await desk.database.prisma.ligacao.findMany({ select: { id: true, estado: true } })) ?? []

/** Waits until the screen is asked to look again, which the desk does once it knows that the database answers. */
async function askedToLookAgain(screen: { everything: unknown[] }) {
  await expect
    .poll(() => screen.everything, { timeout: 20_000 })
    .toContainEqual({
      event: 'mesa:banco',
      body: { responde: true },
    })
}

test.each([
  ['with a key', { ramal: 101, telefone: 37999912222, ligacao_params: { uniqueid: '17.3' } }],
  ['by its telephone alone', { ramal: 101, telefone: 37999912222 }],
])(
  'when the database’s answer about a call %s is lost, the desk says 503, and a retry finds the committed call',
  async (_, call) => {
    const ana = await desk.screen('ana')
    const cut = wire.cutAnswerTo('ligacao_open_plain')
    const first = await desk.notify(call)
    await cut
    expect([first.status, first.headers['retry-after']]).toEqual([503, '2'])
    const [committed] = await calls()
    expect(committed?.estado).toBe('aberta')

    const retried = await desk.notify(call)
    expect([retried.status, retried.headers['x-ligacao-id']]).toEqual([200, committed?.id])
    expect(await calls()).toHaveLength(1)
    await askedToLookAgain(ana)
    expect((await ana.sync()).ligacoes.map(({ id }) => id)).toEqual([committed?.id])
  },
)

test('when the database’s answer to a cancel is lost, the desk says 503, a retry gets 200 and the window is gone', async () => {
  const call = { ramal: 101, telefone: 37999912222, ligacao_params: { uniqueid: '17.4' } }
  await desk.notify(call)
  const ana = await desk.screen('ana')
  const cut = wire.cutAnswerTo('ligacao_end_plain')
  expect((await desk.cancel(call)).status).toBe(503)
  await cut
  expect((await desk.cancel(call)).status).toBe(200)
  expect((await calls()).map(({ estado }) => estado)).toEqual(['cancelada'])
  await askedToLookAgain(ana)
  expect((await ana.sync()).ligacoes).toEqual([])
})

test('when the database’s answer to a billing event is lost, a retry gets the stored answer and adds nothing', async () => {
  const book = ledger(desk)
  const { id_cliente_servico } = await desk.database.prisma.clienteServico.findFirstOrThrow()
  const { id_tipo_servico } = await desk.database.prisma.tipoServico.findFirstOrThrow()
  const body = parcelado(100, 12, { id_cliente_servico, id_tipo_servico })
  const headers = { 'idempotency-key': 'resposta perdida' }
  const cut = wire.cutAnswerTo('faturamento_register')
  expect((await book.register(body, headers)).status).toBe(503)
  await cut
  const retried = await book.register(body, headers)
  expect([retried.status, retried.headers['idempotency-replayed']]).toEqual([200, 'true'])
  expect(retried.json.eventos_faturamento).toHaveLength(12)
  expect(await book.count('evento_faturamento')).toBe(12)
})
