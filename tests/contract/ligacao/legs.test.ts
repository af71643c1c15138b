import { beforeEach, describe, expect, test } from 'vitest'
import { type ClockedCalls, clockedCalls } from '../../support/clockedCalls.ts'
import { useDesk } from '../../support/useDesk.ts'

// Which call a key means when it comes again forty days later or at another extension. docs/interface.md: Notify, Ring
// groups.

const desk = useDesk()
let calls: ClockedCalls
beforeEach(async () => {
  await desk.clear()
  calls = await clockedCalls(desk)
})

const [second, hour, day] = [1_000, 3_600_000, 24 * 3_600_000]
const rowOf = async (id: string) =>
  (
    await desk.database.pool.query(
      `SELECT estado, encerrada_por, telefone, id_cliente, atendida_em IS NOT NULL AS atendida FROM ligacao WHERE id = $1`,
      [id],
    )
  ).rows[0]

describe('the key of a call', () => {
  const maria = { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: '17' } }
  const other = { ...maria, telefone: '3732210002' }

  test('that ended forty days ago means a new call, and the old call stays as it was, with its ticket', async () => {
    const old = await calls.notify(-40 * day, maria)
    const { atendimento } = (await desk.act('ana', old.ligacaoId, 'atendimento')).json
    const words = { descricao: 'Sem sinal', versao: atendimento.versao, estado: 'fechado' }
    await desk.as('ana', `atendimentos/${atendimento.id}`, words, 'PATCH')
    await calls.cancel(-40 * day + 60 * second, maria)
    const before = await rowOf(old.ligacaoId)
    const ana = await desk.screen('ana')

    const fresh = await calls.notify(0, other)
    expect(fresh.ligacaoId).not.toBe(old.ligacaoId)
    expect(await ana.events()).toEqual(['ligacao:aberta'])
    expect(ana.heard[0]?.ligacao).toMatchObject({ id: fresh.ligacaoId, telefone: '3732210002', atendimento: null })
    const { protocolo } = (await desk.act('ana', fresh.ligacaoId, 'atendimento')).json.atendimento
    expect(protocolo).not.toBe(atendimento.protocolo)
    expect(await rowOf(old.ligacaoId)).toEqual(before)
    const { ligacoes } = (await desk.as('ana', 'ligacoes?data_inicio=2020-01-01')).json
    expect(ligacoes.map(({ id }: { id: string }) => id)).toEqual([fresh.ligacaoId, old.ligacaoId])
    // From now on the key means the new call.
    expect((await calls.notify(second, other)).ligacaoId).toBe(fresh.ligacaoId)
    expect((await calls.cancel(2 * second, other)).ligacaoId).toBe(fresh.ligacaoId)
  })

  test('means the same call until eight hours after its end', async () => {
    const { ligacaoId } = await calls.notify(0, maria)
    await calls.cancel(second, maria)
    expect((await calls.notify(second + 8 * hour - 1, maria)).ligacaoId).toBe(ligacaoId)
    await calls.cancel(9 * hour, maria)
    expect((await calls.notify(17 * hour, maria)).ligacaoId).not.toBe(ligacaoId)
  })

  test('of an unclosed window means the same call for eight hours after it expires, whenever that is stored', async () => {
    const { ligacaoId } = await calls.notify(0, maria)
    expect((await calls.notify(16 * hour - 1, maria)).ligacaoId).toBe(ligacaoId)
    await calls.expire(40 * day)
    expect((await calls.notify(40 * day + second, other)).ligacaoId).not.toBe(ligacaoId)
    expect(await rowOf(ligacaoId)).toMatchObject({ estado: 'expirada', telefone: '37999912222' })
  })

  test('that is forty days old is not found by evento or a cancel, and that cancel stops the new call', async () => {
    const { ligacaoId } = await calls.notify(-40 * day, maria)
    await calls.cancel(-40 * day + second, maria)
    const evento = { ...maria, ligacao_params: { call_id: '17', evento: 'atendida' } }
    expect((await calls.notify(0, evento)).ligacaoId).toBe('')
    expect((await calls.cancel(0, maria)).ligacaoId).toBeNull()
    const missed = await calls.notify(second, maria)
    expect(missed.ligacaoId).not.toBe(ligacaoId)
    expect(await rowOf(missed.ligacaoId)).toMatchObject({ estado: 'cancelada' })
  })
})

describe('one uniqueid at two extensions', () => {
  const open = { estado: 'aberta', encerrada_por: null }
  let n = 0
  const leg = () => ({
    telefone: `3799666${String(1_000 + ++n)}`,
    ligacao_params: { uniqueid: `u${n}`, linkedid: `u${n}` },
  })
  const at = async (ms: number, ramal: number, body: object) => (await calls.notify(ms, { ramal, ...body })).ligacaoId
  const said = (body: { ligacao_params: object }, evento: string) => ({
    ...body,
    ligacao_params: { ...body.ligacao_params, evento },
  })

  test.each<[string, (id: string, body: ReturnType<typeof leg>) => Promise<unknown>]>([
    ['she attended', (id) => desk.act('ana', id, 'atender')],
    ['the exchange said that she did', (_id, body) => calls.notify(second, { ramal: 101, ...said(body, 'atendida') })],
    ['it was over there', (_id, body) => calls.cancel(second, { ramal: 101, ...body })],
    // Answered at the telephone without a sign to the desk. One channel does not ring twice, so this is a transfer.
    ['a while ago', async () => undefined],
  ])('is another leg (%s): attending it does not change the first extension’s call', async (_when, before) => {
    const body = leg()
    const hers = await at(0, 101, body)
    await before(hers, body)
    const row = await rowOf(hers)
    const his = await at(20 * second, 102, body)
    await calls.notify(21 * second, { ramal: 102, ...said(body, 'atendida') })
    expect(await rowOf(hers)).toEqual(row)
    expect(await rowOf(his)).toMatchObject({ ...open, atendida: true })
  })

  test.each([
    ['with a number', leg],
    ['whose number is hidden', () => ({ ligacao_params: { uniqueid: `h${++n}` } })],
    ['whose number is zeros', () => ({ telefone: '0', ligacao_params: { uniqueid: `z${++n}` } })],
  ])(
    'for a caller %s rings both together: when 102 attends, no call is missed, without a click',
    async (_what, body) => {
      const told = body()
      const [hers, his] = [await at(0, 101, told), await at(0, 102, told)]
      // Asterisk cancels the other ring before it reports who answered, and cancels the answered call at its end.
      await calls.cancel(second, { ramal: 101, ...told })
      await calls.notify(second, { ramal: 102, ...said(told, 'atendida') })
      await calls.cancel(60 * second, { ramal: 102, ...told })
      expect(await rowOf(hers)).toMatchObject({ estado: 'fechada', encerrada_por: 'central' })
      expect(await rowOf(his)).toMatchObject({ estado: 'fechada', encerrada_por: 'central' })
      for (const usuario of ['ana', 'bruno']) expect((await desk.as(usuario, 'perdidas')).json.perdidas).toEqual([])
    },
  )

  test('with two numbers means two callers: attending one leaves the other’s window open', async () => {
    const ligacao_params = { call_id: `c${++n}` }
    const hers = await at(0, 101, { telefone: '37996660001', ligacao_params })
    const his = await at(0, 102, { telefone: '37996660002', ligacao_params })
    await calls.notify(second, { ramal: 102, telefone: '37996660002', ...said({ ligacao_params }, 'atendida') })
    expect(await rowOf(his)).toMatchObject({ ...open, atendida: true })
    expect(await rowOf(hers)).toMatchObject({ ...open, atendida: false })
  })
})
