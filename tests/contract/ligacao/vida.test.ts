import { beforeEach, describe, expect, test } from 'vitest'
import { byCommand, setAtivo } from '#server/acesso/rows/changeUsuario'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
beforeEach(() => desk.clear())

type What = 'atender' | 'reabrir' | 'fechar' | 'cliente' | 'atendimento'
const act = (id: string, what: What, body?: object, usuario = 'ana') => desk.act(usuario, id, what, body)
const call = (call_id: string) => ({ ramal: 101, ligacao_params: { call_id } })
const ring = (body: object = { ...call('a'), telefone: '37998889999' }) => desk.ring(body)
const rowOf = async (id: string) =>
  (
    await desk.database.pool.query(
      'SELECT estado, encerrada_por, aberta_em, tocada_em, atendida_em, versao, id_cliente FROM ligacao WHERE id = $1',
      [id],
    )
  ).rows[0]
const missed = async () => (await desk.as('ana', 'ligacoes?estado=cancelada')).json.ligacoes
const closeLongAgo = (id: string, seconds: number) =>
  desk.database.pool.query('UPDATE ligacao SET encerrada_em = $2 WHERE id = $1', [
    id,
    new Date(Date.now() - seconds * 1_000),
  ])

describe('"Atendi"', () => {
  test('is sent to the agent’s screens once, and its first time counts', async () => {
    const screen = await desk.screen('ana')
    const other = await desk.screen('bruno')
    const id = await ring()
    const first = await act(id, 'atender')
    expect(first).toMatchObject({ status: 200, json: { status: 'success', ligacao: { id, estado: 'aberta' } } })
    const { atendida_em } = first.json.ligacao
    expect(Math.abs(Date.parse(atendida_em) - Date.now())).toBeLessThan(60_000)
    expect((await act(id, 'atender')).json.ligacao).toEqual(first.json.ligacao)
    expect(await screen.events()).toEqual(['ligacao:aberta', 'ligacao:atualizada'])
    expect(screen.heard.map(({ ligacao }) => ligacao.atendida_em)).toEqual([null, atendida_em])
    expect(await other.events()).toEqual([])
  })

  test('makes a later cancel a normal end: the call is not missed', async () => {
    const screen = await desk.screen('ana')
    const id = await ring()
    await act(id, 'atender')
    await desk.cancel(call('a'))
    expect(await rowOf(id)).toMatchObject({ estado: 'fechada', encerrada_por: 'central' })
    expect(await screen.events()).toEqual(['ligacao:aberta', 'ligacao:atualizada', 'ligacao:encerrada'])
    expect(await missed()).toEqual([])
    // Guard: without being attended, the same call counts as missed.
    const dropped = await ring({ ...call('b'), telefone: '37998889999' })
    await desk.cancel(call('b'))
    expect((await missed()).map((each: { id: string }) => each.id)).toEqual([dropped])
  })

  test('for a call that is over gets 409 with that call', async () => {
    const id = await ring()
    await desk.cancel(call('a'))
    const late = await act(id, 'atender')
    expect(late).toMatchObject({ status: 409, json: { status: 'error', ligacao: { id, estado: 'cancelada' } } })
    expect(await rowOf(id)).toMatchObject({ estado: 'cancelada', atendida_em: null })
  })

  test('at the instant of a cancel makes the call attended or missed, never both', async () => {
    for (let n = 0; n < 12; n++) {
      const id = await ring({ ...call(`corrida-${n}`), telefone: '37998889999' })
      const [sign] = await Promise.all([act(id, 'atender'), desk.cancel(call(`corrida-${n}`))])
      const row = await rowOf(id)
      expect(row.estado).toBe(row.atendida_em ? 'fechada' : 'cancelada')
      expect(sign.status).toBe(row.atendida_em ? 200 : 409)
    }
  })
})

describe('a call is attended by', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['its ticket', (id) => act(id, 'atendimento')],
    ['the customer that is picked', (id) => act(id, 'cliente', { id_cliente: 4 })],
  ])('%s', async (_sign, sign) => {
    const id = await ring()
    expect((await rowOf(id)).atendida_em).toBeNull()
    await sign(id)
    const { atendida_em } = await rowOf(id)
    expect(atendida_em).not.toBeNull()
    // The first sign of being attended counts; later ones do not change its time.
    await act(id, 'cliente', { id_cliente: 2 })
    await act(id, 'atendimento')
    await act(id, 'atender')
    expect((await rowOf(id)).atendida_em).toEqual(atendida_em)
    await desk.cancel({ ramal: 101 })
    expect(await missed()).toEqual([])
  })

  test('saving its ticket, in the second round of a queue too', async () => {
    const id = await ring()
    const { atendimento } = (await act(id, 'atendimento')).json
    await act(id, 'fechar')
    await closeLongAgo(id, 6)
    await ring()
    expect(await rowOf(id)).toMatchObject({ estado: 'aberta', atendida_em: null })
    const words = { versao: atendimento.versao, descricao: 'sem sinal' }
    const saved = await desk.as('ana', `atendimentos/${atendimento.id}`, words, 'PATCH')
    expect(saved.json.ligacao.atendida_em).not.toBeNull()
    expect((await rowOf(id)).atendida_em).not.toBeNull()
  })

  test('no mere close of its window', async () => {
    const id = await ring()
    await act(id, 'fechar')
    expect((await rowOf(id)).atendida_em).toBeNull()
  })
})

describe('a closed window', () => {
  test('of a caller who hung up stays missed when its agent closes it a moment late, and no screen is told', async () => {
    const screen = await desk.screen('ana')
    const id = await ring()
    await desk.cancel(call('a'))
    const before = await rowOf(id)
    const late = await act(id, 'fechar')
    expect(late).toMatchObject({ status: 200, json: { ligacao: { estado: 'cancelada', encerrada_por: 'central' } } })
    expect(await rowOf(id)).toEqual(before)
    expect((await missed()).map((each: { id: string }) => each.id)).toEqual([id])
    expect(await screen.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
  })

  test('is reopened as it was, in its place, and does not ring', async () => {
    const id = await ring()
    await act(id, 'atender')
    const screen = await desk.screen('ana')
    const [before] = screen.first.ligacoes
    await act(id, 'fechar')
    const again = (await act(id, 'reabrir')).json.ligacao
    expect(again).toEqual({ ...before, versao: (before?.versao ?? 0) + 2 })
    expect(await screen.events()).toEqual(['ligacao:encerrada', 'ligacao:atualizada'])
    expect((await screen.sync()).ligacoes).toEqual([again])
    // Reopening twice has the same result as once.
    expect((await act(id, 'reabrir')).json.ligacao).toEqual(again)
    expect(await screen.events()).toHaveLength(2)
    // A cancel ends the reopened window as it ends any other.
    expect((await desk.cancel(call('a'))).headers['x-ligacao-id']).toBe(id)
  })

  test.each<[string, object]>([
    ['its key', call('a')],
    ['its telephone', { ramal: 101, telefone: '+5537998889999' }],
    ['its user alone', { ramal: 101 }],
    ['that it is over', { ramal: 101, ligacao_params: { call_id: 'a', evento: 'encerrada' } }],
  ])('whose call the exchange ended meanwhile, naming %s, stays closed', async (_by, body) => {
    for (const seconds of [1, 60]) {
      await desk.clear()
      const id = await ring()
      await act(id, 'fechar')
      await closeLongAgo(id, seconds)
      const screen = await desk.screen('ana')
      await ('ligacao_params' in body && 'evento' in Object(body.ligacao_params)
        ? desk.notify(body)
        : desk.cancel(body))
      expect(await screen.events()).toEqual(['ligacao:encerrada'])
      expect(screen.heard[0]?.ligacao).toMatchObject({ estado: 'fechada', encerrada_por: 'central' })
      const late = await act(id, 'reabrir')
      expect(late).toMatchObject({ status: 409, json: { ligacao: { id, estado: 'fechada' } } })
      expect((await screen.sync()).ligacoes).toEqual([])
    }
  })

  test('is not touched by the cancel of another call', async () => {
    const id = await ring()
    await act(id, 'fechar')
    await desk.cancel(call('b'))
    await desk.cancel({ ramal: 101, telefone: '3732210002' })
    await desk.cancel({ ramal: 102, telefone: '37998889999' })
    expect((await act(id, 'reabrir')).status).toBe(200)
  })

  test('can be opened again for ten minutes', async () => {
    const id = await ring()
    await act(id, 'fechar')
    await closeLongAgo(id, 601)
    expect((await act(id, 'reabrir')).status).toBe(409)
    await closeLongAgo(id, 590)
    expect((await act(id, 'reabrir')).status).toBe(200)
  })

  test('reopened at the instant of its cancel does not stay open, whichever is first', async () => {
    for (let n = 0; n < 12; n++) {
      const id = await ring({ ...call(`volta-${n}`), telefone: '37998889999' })
      await act(id, 'fechar')
      await Promise.all([act(id, 'reabrir'), desk.cancel(call(`volta-${n}`))])
      expect((await rowOf(id)).estado, `${n}`).not.toBe('aberta')
      expect((await act(id, 'reabrir')).status).toBe(409)
    }
  })

  test('with a key is reopened beside one of the same telephone without a key', async () => {
    const id = await ring()
    await act(id, 'fechar')
    await ring({ ramal: 101, telefone: '37998889999' })
    expect(await act(id, 'reabrir')).toMatchObject({ status: 200, json: { ligacao: { id, estado: 'aberta' } } })
  })

  test('without a key is not reopened beside a new one of the same telephone, even at one instant', async () => {
    const body = { ramal: 101, telefone: '37998889999' }
    for (let n = 0; n < 6; n++) {
      const id = await ring(body)
      await act(id, 'fechar')
      const [again, told] = await Promise.all([act(id, 'reabrir'), desk.notify(body)])
      expect(told.status).toBe(200)
      expect([200, 409]).toContain(again.status)
      const screen = await desk.screen('ana')
      expect(screen.first.ligacoes).toHaveLength(1)
      expect(screen.first.ligacoes[0]?.id === id).toBe(again.status === 200)
      expect(told.headers['x-ligacao-id']).toBe(screen.first.ligacoes[0]?.id)
      screen.close()
      await act(String(told.headers['x-ligacao-id']), 'fechar')
    }
    // The refusal names what the two have in common, which may be that neither has a number.
    for (const [each, msg] of [
      [body, 'Este telefone já tem outra chamada aberta'],
      [{ ramal: 101 }, 'Já há outra chamada aberta sem número'],
    ] as const) {
      const closed = await ring(each)
      await act(closed, 'fechar')
      const id = await ring(each)
      expect(await act(closed, 'reabrir')).toMatchObject({ status: 409, json: { msg, ligacao: { id: closed } } })
      await act(id, 'fechar')
    }
    // A call with a key does come back.
    const id = await ring(body)
    await act(id, 'fechar')
    await ring({ ...body, ...call('b') })
    expect((await act(id, 'reabrir')).status).toBe(200)
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['cancelled', () => desk.cancel(call('a'))],
    [
      'expired',
      (id) =>
        desk.database.pool.query(
          `UPDATE ligacao SET estado = 'expirada', encerrada_por = 'prazo', encerrada_em = now() WHERE id = $1`,
          [id],
        ),
    ],
  ])('cannot be reopened if its call was %s', async (_how, end) => {
    const id = await ring()
    await end(id)
    expect((await act(id, 'reabrir')).status).toBe(409)
    expect((await rowOf(id)).estado).not.toBe('aberta')
  })
})

describe('windows are in the order in which they opened', () => {
  test('a repeated ring keeps its place, and a window that opens again goes to the end', async () => {
    const ids = [await ring({ ...call('a') }), await ring({ ...call('b') }), await ring({ ...call('c') })]
    const before = await rowOf(ids[0] ?? '')
    // A retransmission a long time later rings again, but the window keeps its place.
    await desk.database.pool.query(`UPDATE ligacao SET notificada_em = notificada_em - interval '1 minute'`)
    await ring({ ...call('a') })
    const after = await rowOf(ids[0] ?? '')
    expect(after.aberta_em).toEqual(before.aberta_em)
    expect(after.tocada_em.getTime()).toBeGreaterThan(before.tocada_em.getTime())
    expect((await desk.screen('ana')).first.ligacoes.map(({ id }) => id)).toEqual(ids)
    // A window that was closed and opens again goes to the end of the queue.
    await desk.cancel(call('a'))
    await closeLongAgo(ids[0] ?? '', 6)
    await ring({ ...call('a') })
    expect((await desk.screen('ana')).first.ligacoes.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]])
  })
})

describe('the customer of a call with a ticket', () => {
  const record = async () =>
    (
      await desk.database.pool.query(
        `SELECT usuario_id, ip, alvo, detalhes FROM auditoria WHERE acao = 'atendimento_cliente_alterado' ORDER BY id`,
      )
    ).rows

  test('is corrected in call and ticket, on record, and a repeated notification does not undo it', async () => {
    const before = (await record()).length
    const screen = await desk.screen('ana')
    const id = await ring({ ...call('a'), id_cliente: 1 })
    const { atendimento } = (await act(id, 'atendimento')).json
    const corrected = await act(id, 'cliente', { id_cliente: 2 })
    expect(corrected).toMatchObject({
      status: 200,
      json: {
        ligacao: { cliente: { id_cliente: 2 }, atendimento: { id: atendimento.id, versao: atendimento.versao } },
      },
    })
    expect((await record()).slice(before)).toEqual([
      {
        usuario_id: await desk.idOf('ana'),
        ip: '127.0.0.1',
        alvo: `atendimento:${atendimento.id}`,
        detalhes: { protocolo: atendimento.protocolo, de: 1, para: 2 },
      },
    ])
    expect(await screen.events()).toEqual(['ligacao:aberta', 'ligacao:atualizada', 'ligacao:atualizada'])
    expect(screen.heard[2]?.ligacao.cliente?.id_cliente).toBe(2)
    const ticketsOf = async (cliente: number) =>
      (await desk.as('clara', `clientes/${cliente}/linha_do_tempo?tipo=atendimento`)).json.itens.length
    expect([await ticketsOf(1), await ticketsOf(2)]).toEqual([0, 1])
    // The exchange repeats the call with the customer that it meant at first: the agent's correction stays.
    await desk.notify({ ...call('a'), id_cliente: 1 })
    expect((await screen.sync()).ligacoes[0]?.cliente?.id_cliente).toBe(2)
    // Choosing the same customer again changes nothing.
    const { versao } = await rowOf(id)
    expect((await act(id, 'cliente', { id_cliente: 2 })).status).toBe(200)
    expect((await rowOf(id)).versao).toBe(versao)
    expect((await record()).length).toBe(before + 1)
  })

  test('can be corrected after the call is over, and without a ticket cannot', async () => {
    const [ticketed, bare] = [await ring({ ...call('a'), id_cliente: 1 }), await ring({ ...call('b'), id_cliente: 1 })]
    await act(ticketed, 'atendimento')
    for (const id of [ticketed, bare]) await act(id, 'fechar')
    expect((await act(ticketed, 'cliente', { id_cliente: 2 })).json.ligacao).toMatchObject({
      ...{ estado: 'fechada', cliente: { id_cliente: 2 } },
    })
    expect(await act(bare, 'cliente', { id_cliente: 2 })).toMatchObject({
      status: 409,
      json: { ligacao: { cliente: { id_cliente: 1 } } },
    })
    expect((await act(ticketed, 'cliente', { id_cliente: 999_999 })).status).toBe(409)
    expect((await act(ticketed, 'cliente', { id_cliente: 4 }, 'bruno')).status).toBe(404)
    expect((await rowOf(ticketed)).id_cliente).toBe(2)
  })

  test('is the same in call and ticket, though both were written at one instant', async () => {
    for (let n = 0; n < 8; n++) {
      const id = await ring({ ...call(`par-${n}`), id_cliente: 1 })
      const answers = await Promise.all([act(id, 'atendimento'), act(id, 'cliente', { id_cliente: 2 })])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const { rows } = await desk.database.pool.query(
        'SELECT l.id_cliente AS chamada, a.id_cliente AS atendimento FROM ligacao l JOIN atendimento a ON a.ligacao_id = l.id WHERE l.id = $1',
        [id],
      )
      expect(rows).toEqual([{ chamada: 2, atendimento: 2 }])
    }
  })
})

describe('a ticket without a customer', () => {
  const open = async () => (await desk.as('ana', 'atendimentos')).json.atendimentos

  test('gets one protocolo, even if it is asked for twice at once', async () => {
    const id = await ring()
    const answers = await Promise.all([act(id, 'atendimento'), act(id, 'atendimento')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(answers.map(({ json }) => json.atendimento.protocolo)).size).toBe(1)
    expect(answers[0]?.json.ligacao).toMatchObject({ cliente: null, atendimento: { estado: 'aberto' } })
    expect((await desk.database.pool.query('SELECT id_cliente FROM atendimento')).rows).toEqual([{ id_cliente: null }])
    expect(await open()).toMatchObject([{ cliente: null }])
  })

  test('stays without one when the notification is repeated, until the agent chooses a customer', async () => {
    const id = await ring()
    await act(id, 'atendimento')
    await desk.notify({ ...call('a'), telefone: '37998889999', id_cliente: 3 })
    expect((await rowOf(id)).id_cliente).toBeNull()
    await act(id, 'fechar')
    expect((await act(id, 'cliente', { id_cliente: 4 })).json.ligacao.cliente.id_cliente).toBe(4)
    expect(await open()).toMatchObject([{ cliente: { id_cliente: 4 } }])
    const { rows } = await desk.database.pool.query('SELECT detalhes FROM auditoria ORDER BY id DESC LIMIT 1')
    expect(rows[0].detalhes).toMatchObject({ de: null, para: 4 })
  })
})

describe('another agent’s call, and an id without a call', () => {
  test.each<What>(['atender', 'reabrir'])('are refused when the action is %s, and nothing changes', async (what) => {
    const id = await ring()
    if (what === 'reabrir') await act(id, 'fechar')
    const before = await rowOf(id)
    const screen = await desk.screen('ana')
    expect((await act(id, what, {}, 'bruno')).status).toBe(404)
    expect((await act(id, what, {}, 'clara')).status).toBe(404)
    expect((await desk.send({ path: `/api/painel/ligacoes/${id}/${what}`, body: {} })).status).toBe(401)
    for (const none of ['nada', '00000000-0000-4000-8000-000000000000'])
      expect((await act(none, what)).status).toBe(404)
    expect(await rowOf(id)).toEqual(before)
    expect(await screen.events()).toEqual([])
  })
})

test('a disabled user cannot act on their calls any more', async () => {
  const { usuario, ramal } = { usuario: 'dora', ramal: '170' }
  await desk.user({ usuario, ramal })
  expect((await desk.as(usuario, 'eu')).status).toBe(200)
  const id = await ring({ ramal, telefone: '37998889999' })
  await setAtivo(desk.database, usuario, false, byCommand)
  const before = await rowOf(id)
  for (const what of ['atender', 'reabrir', 'atendimento'] as const)
    expect((await act(id, what, {}, usuario)).status).toBe(401)
  expect((await act(id, 'cliente', { id_cliente: 1 }, usuario)).status).toBe(401)
  expect(await rowOf(id)).toEqual(before)
})
