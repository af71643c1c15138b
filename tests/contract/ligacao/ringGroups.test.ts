import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { expireLigacoes } from '#server/ligacao/expireLigacoes'
import { clockedCalls } from '../../support/clockedCalls.ts'
import { idOf } from '../../support/desk.ts'
import type { Screen } from '../../support/screen.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
beforeAll(async () => {
  await desk.user({ usuario: 'davi', ramal: '103' })
})
beforeEach(() => desk.clear())

let calls = 0
const telefone = () => `3799888${String(1_000 + ++calls)}`
/** A caller with a `linkedid`, by which rings belong together however slow the machine is. */
const caller = () => ({ telefone: telefone(), ligacao_params: { linkedid: `l${calls}` } })
/** Long enough for a busy machine. */
const patient = { timeout: 20_000 }
const ring = (ramal: number, body: object) => desk.ring({ ramal, ...body })
const own = async (screen: Screen) => (await screen.sync()).ligacoes[0]
/** The ring group in the screen's last event. */
const toldGroup = (screen: Screen) => screen.heard.at(-1)?.ligacao.grupo
const estadoOf = async (id: string) =>
  (await desk.database.pool.query('SELECT estado, encerrada_por FROM ligacao WHERE id = $1', [id])).rows[0]
/** The call as Ana's history shows it. */
const inHistory = async (id: string) => {
  const { json } = await desk.as('ana', 'ligacoes')
  return json.ligacoes.find((each: { id: string }) => each.id === id)
}

/** Rings Ana and Bruno for one caller, and waits until both screens know of the group. */
async function group(body: object = caller()) {
  const screens = { ana: await desk.screen('ana'), bruno: await desk.screen('bruno') }
  const ids = { ana: await ring(101, body), bruno: await ring(102, body) }
  for (const screen of Object.values(screens))
    await vi.waitFor(() => expect(toldGroup(screen)).toHaveLength(1), patient)
  return { screens, ids }
}

describe('one caller at several extensions', () => {
  test('is one group: each screen shows the other agent’s ring, and gets events of its own call only', async () => {
    const { screens, ids } = await group()
    expect(toldGroup(screens.ana)).toEqual([
      { ligacao_id: ids.bruno, usuario: 'Bruno Lima', ramal: '102', estado: 'tocando' },
    ])
    expect(toldGroup(screens.bruno)).toEqual([
      { ligacao_id: ids.ana, usuario: expect.stringMatching(/^Ana /), ramal: '101', estado: 'tocando' },
    ])
    expect((await own(screens.ana))?.grupo).toEqual(toldGroup(screens.ana))
    expect(screens.ana.heard.map(({ ligacao }) => ligacao.id)).toEqual([ids.ana, ids.ana])
  })

  test('shows that a colleague’s window ended when no screen opened it, and leaves an earlier call alone', async () => {
    const calls = await clockedCalls(desk)
    const ana = await desk.screen('ana')
    const ringBoth = async (ms: number, body: object) => {
      await calls.notify(ms, { ramal: 101, ...body })
      const { ligacaoId } = await calls.notify(ms, { ramal: 102, ...body })
      // Wait for the group of this call: the last event may still be about the group before.
      await vi.waitFor(
        () => expect(toldGroup(ana)).toMatchObject([{ ligacao_id: ligacaoId, estado: 'tocando' }]),
        patient,
      )
    }
    await ringBoth(0, caller())
    const before = ana.heard.length
    await ringBoth(200_000, caller())
    expect(await calls.openOf(325_000, await desk.idOf('bruno'))).toEqual([])
    await vi.waitFor(() => expect(toldGroup(ana)).toMatchObject([{ ramal: '102', estado: 'encerrada' }]), patient)
    await ana.sync()
    const since = ana.heard.slice(before)
    expect(since.map(({ event }) => event)).toEqual(['ligacao:aberta', 'ligacao:atualizada', 'ligacao:atualizada'])
    expect(new Set(since.map(({ ligacao }) => ligacao.id)).size).toBe(1)
  })

  test('with one telephone in two spellings is a group', async () => {
    const number = telefone()
    const [ana] = await Promise.all([ring(101, { telefone: number }), ring(102, { telefone: `+55${number}` })])
    const bruno = await desk.screen('bruno')
    await expect.poll(async () => (await own(bruno))?.grupo?.map((each) => each.ligacao_id), patient).toEqual([ana])
  })

  test('with one linkedid is a group, though the keys and telephones differ', async () => {
    const linkedid = `l${telefone()}`
    const ids = [
      await ring(101, { telefone: telefone(), ligacao_params: { uniqueid: `${linkedid}-1`, linkedid } }),
      await ring(102, { ligacao_params: { uniqueid: `${linkedid}-2`, linkedid } }),
    ]
    const ana = await desk.screen('ana')
    await expect.poll(async () => (await own(ana))?.grupo?.map((each) => each.ligacao_id), patient).toEqual([ids[1]])
  })

  test.each<[string, () => [object, object]]>([
    [
      'of two linkedids',
      () => {
        const [number, n] = [telefone(), calls]
        return [
          { telefone: number, ligacao_params: { linkedid: `a${n}` } },
          { telefone: number, ligacao_params: { linkedid: `b${n}` } },
        ]
      },
    ],
    ['of two telephones', () => [{ telefone: telefone() }, { telefone: telefone() }]],
    ['without any telephone', () => [{}, {}]],
    ['whose number is hidden behind zeros', () => [{ telefone: '0' }, { telefone: '0' }]],
  ])('%s is no group', async (_what, bodies) => {
    const [a, b] = bodies()
    const ana = await desk.screen('ana')
    await ring(101, a)
    const his = await ring(102, b)
    // Guard: a later group is found, so this one would have been found by now.
    const clara = await desk.screen('clara')
    const body = caller()
    await ring(201, body)
    await ring(102, body)
    await vi.waitFor(() => expect(toldGroup(clara)).toHaveLength(1), patient)
    const hers = await own(ana)
    expect(hers?.grupo).toBeNull()
    await desk.act('ana', hers?.id ?? '', 'atender')
    expect(await estadoOf(his)).toEqual({ estado: 'aberta', encerrada_por: null })
  })

  test('told twice to one agent stays one call, and the group does not grow', async () => {
    const body = caller()
    const { screens } = await group(body)
    const versao = (await own(screens.ana))?.versao
    await ring(101, body)
    expect((await own(screens.ana))?.grupo).toHaveLength(1)
    expect((await own(screens.ana))?.versao).toBe((versao ?? 0) + 1)
  })

  test('grows with a third extension, and all screens of the group show it', async () => {
    const body = caller()
    const { screens, ids } = await group(body)
    const clara = await desk.screen('clara')
    const third = await ring(201, body)
    await vi.waitFor(() => expect(toldGroup(clara)).toHaveLength(2), patient)
    expect(new Set(toldGroup(clara)?.map((each) => each.ligacao_id))).toEqual(new Set([ids.ana, ids.bruno]))
    await vi.waitFor(() => expect(toldGroup(screens.ana)).toHaveLength(2), patient)
    expect(toldGroup(screens.ana)?.map((each) => each.ligacao_id)).toContain(third)
  })
})

describe('when one agent of a ring group attends', () => {
  test.each<[string, (id: string, body: ReturnType<typeof caller>) => Promise<unknown>]>([
    ['by "Atendi"', (id) => desk.act('bruno', id, 'atender')],
    ['by a ticket', (id) => desk.act('bruno', id, 'atendimento')],
    ['by picking the customer', (id) => desk.act('bruno', id, 'cliente', { id_cliente: 4 })],
    [
      'by the exchange’s word',
      (_id, body) =>
        desk.notify({ ramal: 102, ...body, ligacao_params: { ...body.ligacao_params, evento: 'atendida' } }),
    ],
  ])('%s, the other window closes, and the call is not missed', async (_how, sign) => {
    const body = caller()
    const { screens, ids } = await group(body)
    await sign(ids.bruno, body)
    await vi.waitFor(() => expect(screens.ana.heard.at(-1)?.event).toBe('ligacao:encerrada'), patient)
    expect(screens.ana.heard.at(-1)?.ligacao).toMatchObject({
      ...{ id: ids.ana, estado: 'fechada', encerrada_por: 'grupo', atendida_em: null },
      grupo: [{ ligacao_id: ids.bruno, usuario: 'Bruno Lima', ramal: '102', estado: 'atendida' }],
    })
    expect((await screens.ana.sync()).ligacoes).toEqual([])
    expect(await own(screens.bruno)).toMatchObject({ id: ids.bruno, estado: 'aberta', atendida_em: expect.any(String) })
    await vi.waitFor(() => expect(toldGroup(screens.bruno)).toMatchObject([{ estado: 'encerrada' }]), patient)
    // The exchange cancels the other rings.
    await desk.cancel({ ramal: 101, ...body })
    expect(await estadoOf(ids.ana)).toEqual({ estado: 'fechada', encerrada_por: 'central' })
    expect((await desk.act('ana', ids.ana, 'reabrir')).status).toBe(409)
  })

  test('a colleague can reopen the closed window and attend too', async () => {
    const { screens, ids } = await group()
    await desk.act('bruno', ids.bruno, 'atender')
    const again = await desk.act('ana', ids.ana, 'reabrir')
    expect(again).toMatchObject({
      status: 200,
      json: { ligacao: { estado: 'aberta', grupo: [{ estado: 'atendida' }] } },
    })
    await vi.waitFor(() => expect(toldGroup(screens.bruno)).toMatchObject([{ estado: 'tocando' }]), patient)
    expect((await desk.act('ana', ids.ana, 'atender')).status).toBe(200)
    await vi.waitFor(() => expect(toldGroup(screens.bruno)).toMatchObject([{ estado: 'atendida' }]), patient)
    expect(await own(screens.bruno)).toMatchObject({ estado: 'aberta' })
  })

  test('a colleague’s reopened window that the exchange cancels is not missed', async () => {
    for (const named of [{}, { id_cliente: 4 }]) {
      // A hidden number: with a number the missed call would be settled by itself.
      const body = { ligacao_params: caller().ligacao_params, ...named }
      const { ids } = await group(body)
      await desk.act('bruno', ids.bruno, 'atender')
      await desk.act('ana', ids.ana, 'reabrir')
      expect(idOf(await desk.cancel({ ramal: 101, ...body }))).toBe(ids.ana)
      expect(await estadoOf(ids.ana)).toEqual({ estado: 'fechada', encerrada_por: 'central' })
      await desk.clear()
    }
  })

  test('a colleague’s reopened window that rings again and is cancelled is missed', async () => {
    const body = caller()
    const { ids } = await group(body)
    await desk.act('bruno', ids.bruno, 'atender')
    await desk.act('ana', ids.ana, 'reabrir')
    await desk.database.pool.query(
      `UPDATE ligacao SET atendida_em = atendida_em - interval '20 s', notificada_em = notificada_em - interval '20 s'`,
    )
    await ring(101, body)
    await desk.cancel({ ramal: 101, ...body })
    expect(await estadoOf(ids.ana)).toEqual({ estado: 'cancelada', encerrada_por: 'central' })
  })

  test('a colleague’s ring that the exchange had cancelled before is not missed', async () => {
    const body = caller()
    const { screens, ids } = await group(body)
    await desk.cancel({ ramal: 101, ...body })
    expect(await estadoOf(ids.ana)).toEqual({ estado: 'cancelada', encerrada_por: 'central' })
    const { encerrada_em } = await inHistory(ids.ana)
    await vi.waitFor(() => expect(toldGroup(screens.bruno)).toMatchObject([{ estado: 'encerrada' }]), patient)
    await desk.act('bruno', ids.bruno, 'atender')
    expect(await estadoOf(ids.ana)).toEqual({ estado: 'fechada', encerrada_por: 'central' })
    // It ended when the exchange said so, and not when the colleague attended.
    expect(await inHistory(ids.ana)).toMatchObject({ encerrada_em })
    expect((await desk.act('ana', ids.ana, 'reabrir')).status).toBe(409)
  })

  test('a colleague’s ring that was missed because no screen was there is ended by the group instead', async () => {
    const { ids } = await group()
    await desk.database.pool.query(
      `UPDATE ligacao SET estado = 'perdida', encerrada_por = 'prazo', encerrada_em = now() - interval '20 seconds'
       WHERE id = $1`,
      [ids.bruno],
    )
    await desk.act('ana', ids.ana, 'atender')
    expect(await estadoOf(ids.bruno)).toEqual({ estado: 'fechada', encerrada_por: 'grupo' })
  })

  test('in a later round, a colleague whom only the first round rang still has a missed call', async () => {
    const body = caller()
    const { screens, ids } = await group(body)
    const clara = await ring(201, body)
    await vi.waitFor(() => expect(toldGroup(screens.ana)).toHaveLength(2), patient)
    for (const ramal of [101, 102, 201]) await desk.cancel({ ramal, ...body })
    const { pool } = desk.database
    await pool.query(`UPDATE ligacao SET encerrada_em = encerrada_em - interval '1 minute'`)
    // The first round's group may be named by any of its calls.
    const first = Object.values(ids).sort()[0]
    await pool.query('UPDATE ligacao SET grupo = $2 WHERE id = $1', [clara, first])
    expect([await ring(101, body), await ring(102, body)]).toEqual([ids.ana, ids.bruno])
    await desk.act('ana', ids.ana, 'atender')
    expect(await estadoOf(ids.bruno)).toEqual({ estado: 'fechada', encerrada_por: 'grupo' })
    expect(await estadoOf(clara)).toEqual({ estado: 'cancelada', encerrada_por: 'central' })
  })

  test.each(['ana', 'bruno'] as const)(
    'hours later in a window left open (%s attends), the missed calls of the first round stay missed',
    async (who) => {
      const calls = await clockedCalls(desk)
      const ana = await desk.screen('ana')
      const [before, body] = [-5 * 3_600_000, { telefone: telefone() }]
      const ringAll = async (ms: number, ramais: number[]) => {
        const ids: string[] = []
        for (const ramal of ramais) ids.push((await calls.notify(ms, { ramal, ...body })).ligacaoId)
        const others = ids.slice(1).sort()
        // The desk's own clock is hours later: what it may tell the screen by itself has no ring any more.
        const told = () => ana.heard.map(({ ligacao }) => ligacao.grupo?.map(({ ligacao_id }) => ligacao_id).sort())
        await vi.waitFor(() => expect(told()).toContainEqual(others), patient)
        return ids
      }
      const [hers, ...missed] = await ringAll(before, [101, 102, 201])
      for (const ramal of [102, 201]) await calls.cancel(before + 20_000, { ramal, ...body })
      const [again, his = ''] = await ringAll(0, [101, 102])
      expect(again).toBe(hers)
      await desk.act(who, who === 'ana' ? (hers ?? '') : his, 'atender')
      expect(await estadoOf(who === 'ana' ? his : (hers ?? ''))).toEqual({ estado: 'fechada', encerrada_por: 'grupo' })
      for (const id of missed) expect(await estadoOf(id)).toEqual({ estado: 'cancelada', encerrada_por: 'central' })
    },
  )

  test('a colleague who acts too late gets 409 with the name of the agent who attends', async () => {
    const { ids } = await group()
    await desk.act('bruno', ids.bruno, 'atender')
    for (const [what, body] of [
      ['atender', {}],
      ['atendimento', {}],
      ['cliente', { id_cliente: 4 }],
    ] as const) {
      const late = await desk.act('ana', ids.ana, what, body)
      expect(late, what).toMatchObject({
        status: 409,
        json: { msg: 'Em atendimento por Bruno Lima', ligacao: { id: ids.ana, encerrada_por: 'grupo' } },
      })
    }
    expect((await desk.database.pool.query('SELECT 1 FROM atendimento')).rowCount).toBe(0)
  })

  test('at the same instant as a colleague, one of them wins and the other gets 409 with a name', async () => {
    for (const what of ['atender', 'atendimento', 'atender', 'atendimento']) {
      await desk.clear()
      const { ids } = await group()
      const [ana, bruno] = await Promise.all([desk.act('ana', ids.ana, what), desk.act('bruno', ids.bruno, what)])
      expect([ana.status, bruno.status].sort()).toEqual([200, 409])
      const [winner, loser] = ana.status === 200 ? [ids.ana, ids.bruno] : [ids.bruno, ids.ana]
      expect(await estadoOf(winner)).toEqual({ estado: 'aberta', encerrada_por: null })
      expect(await estadoOf(loser)).toEqual({ estado: 'fechada', encerrada_por: 'grupo' })
      expect((ana.status === 409 ? ana : bruno).json.msg).toMatch(/^Em atendimento por (Ana|Bruno)/)
    }
  })

  test('later calls for two other extensions are a group of their own', async () => {
    const body = caller()
    const { screens, ids } = await group(body)
    await desk.act('bruno', ids.bruno, 'atender')
    await desk.act('ana', ids.ana, 'reabrir')
    const [clara, davi] = [await desk.screen('clara'), await desk.screen('davi')]
    const theirs = [await ring(201, body), await ring(103, body)]
    for (const [n, screen] of [davi, clara].entries())
      await vi.waitFor(() => expect(toldGroup(screen)).toMatchObject([{ ligacao_id: theirs[n] }]), patient)
    expect((await own(screens.bruno))?.grupo?.map(({ ligacao_id }) => ligacao_id)).toEqual([ids.ana])
  })

  test.each([false, true])(
    'a later call for another extension does not join the group (window reopened: %s)',
    async (undone) => {
      const body = caller()
      const { screens, ids } = await group(body)
      await desk.act('bruno', ids.bruno, 'atender')
      if (undone) await desk.act('ana', ids.ana, 'reabrir')
      const clara = await desk.screen('clara')
      const third = await ring(201, body)
      const mark = caller()
      await ring(201, mark)
      await ring(101, mark)
      await vi.waitFor(() => expect(toldGroup(clara)).toHaveLength(1), patient)
      expect((await clara.sync()).ligacoes.find(({ id }) => id === third)).toMatchObject({
        estado: 'aberta',
        grupo: null,
      })
      expect((await own(screens.bruno))?.grupo?.map(({ ligacao_id }) => ligacao_id)).toEqual([ids.ana])
    },
  )
})

test('a ring group’s screens show when a colleague’s window is closed, reopened or expires', async () => {
  const { screens, ids } = await group()
  await desk.act('ana', ids.ana, 'fechar')
  await vi.waitFor(() => expect(toldGroup(screens.bruno)).toMatchObject([{ estado: 'encerrada' }]), patient)
  await desk.act('ana', ids.ana, 'reabrir')
  await vi.waitFor(() => expect(toldGroup(screens.bruno)).toMatchObject([{ estado: 'tocando' }]), patient)
  await desk.database.pool.query(`UPDATE ligacao SET notificada_em = now() - interval '9 hours' WHERE id = $1`, [
    ids.ana,
  ])
  await expireLigacoes(desk.desk)
  await vi.waitFor(() => expect(toldGroup(screens.bruno)).toMatchObject([{ estado: 'encerrada' }]), patient)
})

test('outsiders get no event of a ring group, and a member cannot act on a colleague’s call', async () => {
  const clara = await desk.screen('clara')
  const { screens, ids } = await group()
  await desk.act('bruno', ids.bruno, 'atender')
  await vi.waitFor(() => expect(screens.ana.heard.at(-1)?.event).toBe('ligacao:encerrada'), patient)
  expect(await clara.events()).toEqual([])
  const [outra] = screens.ana.heard.at(-1)?.ligacao.grupo ?? []
  expect(Object.keys(outra ?? {}).sort()).toEqual(['estado', 'ligacao_id', 'ramal', 'usuario'])
  // Ana sees Bruno's ring in her window, but may not act on his call.
  for (const what of ['atender', 'fechar', 'reabrir', 'atendimento'])
    expect((await desk.act('ana', ids.bruno, what)).status).toBe(404)
})
