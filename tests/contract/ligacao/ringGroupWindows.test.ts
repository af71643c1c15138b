import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

// The exchange sends only the telephone (no call key), as the interface allows.

const desk = useDesk()
beforeEach(() => desk.clear())

let calls = 0
const caller = () => ({ telefone: `3799777${String(1_000 + ++calls)}` })
const patient = { timeout: 20_000 }
const ring = (ramal: number, body: object) => desk.ring({ ramal, ...body })
const estadoOf = async (id: string) =>
  (await desk.database.pool.query('SELECT estado, encerrada_por FROM ligacao WHERE id = $1', [id])).rows[0]
const open = { estado: 'aberta', encerrada_por: null }
const byGroup = { estado: 'fechada', encerrada_por: 'grupo' }

/** Rings Ana and Bruno for one caller, and waits until each screen knows of the other's ring. */
async function both(body: object = caller()) {
  const screens = { ana: await desk.screen('ana'), bruno: await desk.screen('bruno') }
  const ids = { ana: await ring(101, body), bruno: await ring(102, body) }
  for (const screen of Object.values(screens))
    await vi.waitFor(() => expect(screen.heard.at(-1)?.ligacao.grupo).toHaveLength(1), patient)
  return { screens, ids, body }
}

describe('the windows of one caller at two extensions', () => {
  test('are independent while nobody attends: a cancel or a close ends only its own', async () => {
    const { screens, ids, body } = await both()
    const again = await desk.notify({ ramal: 102, ...body })
    expect([again.headers['x-ligacao-id'], again.headers['x-telas']]).toEqual([ids.bruno, '1'])
    await desk.act('ana', ids.ana, 'fechar')
    expect([await estadoOf(ids.ana), await estadoOf(ids.bruno)]).toEqual([
      { estado: 'fechada', encerrada_por: 'atendente' },
      open,
    ])
    await desk.act('ana', ids.ana, 'reabrir')
    const { headers } = await desk.cancel({ ramal: 102, ...body })
    expect(headers['x-ligacao-id']).toBe(ids.bruno)
    expect([await estadoOf(ids.ana), await estadoOf(ids.bruno)]).toEqual([
      open,
      { estado: 'cancelada', encerrada_por: 'central' },
    ])
    expect((await screens.ana.sync()).ligacoes.map(({ id }) => id)).toEqual([ids.ana])
  })

  test.each<[string, (id: string) => Promise<{ status: number }>]>([
    ['a ticket', (id) => desk.act('ana', id, 'atendimento')],
    ['"Atendi"', (id) => desk.act('ana', id, 'atender')],
    ['picking the customer', (id) => desk.act('ana', id, 'cliente', { id_cliente: 4 })],
  ])('are one group: %s in one closes the other, however soon after the ring', async (_what, sign) => {
    for (let n = 0; n < 4; n++) {
      await desk.clear()
      const body = caller()
      const ids = { ana: await ring(101, body), bruno: await ring(102, body) }
      expect((await sign(ids.ana)).status).toBe(200)
      expect([await estadoOf(ids.ana), await estadoOf(ids.bruno)]).toEqual([open, byGroup])
    }
  })

  test('leave no cancel mark when cancelled after a colleague attended: the next call rings', async () => {
    const { screens, ids, body } = await both()
    await desk.act('ana', ids.ana, 'atendimento')
    expect(await estadoOf(ids.bruno)).toEqual(byGroup)
    expect((await desk.cancel({ ramal: 102, ...body })).status).toBe(200)
    expect(await estadoOf(ids.bruno)).toEqual({ estado: 'fechada', encerrada_por: 'central' })
    // Ana transfers the caller to Bruno: a new call at his extension.
    const next = await ring(102, body)
    expect(await estadoOf(next)).toEqual(open)
    expect((await screens.bruno.sync()).ligacoes.map(({ id }) => id)).toEqual([next])
  })
})

test('an action on the call’s id in capital letters acts on the same call', async () => {
  const { screens, ids } = await both()
  expect((await desk.act('ana', ids.ana.toUpperCase(), 'atender')).status).toBe(200)
  await vi.waitFor(() => expect(screens.bruno.heard.at(-1)?.event).toBe('ligacao:encerrada'), patient)
  await screens.ana.sync()
  expect(screens.ana.heard.find(({ ligacao }) => ligacao.atendida_em !== null)?.event).toBe('ligacao:atualizada')
})
