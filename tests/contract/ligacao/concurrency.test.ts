import { beforeEach, expect, test } from 'vitest'
import { clockedCalls } from '../../support/clockedCalls.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
beforeEach(() => desk.clear())

const times = <T>(n: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))
const states = async () =>
  (await desk.database.pool.query('SELECT estado FROM ligacao ORDER BY notificada_em, id')).rows.map(
    ({ estado }) => estado,
  )

test.each([
  ['by key', { telefone: '37999912222', ligacao_params: { call_id: 'a' } }],
  ['by telephone', { telefone: '37999912222' }],
  ['with nothing to know them by', {}],
])('fifty identical notifications at once open one window, %s', async (_name, call) => {
  const ana = await desk.screen('ana')
  // The user is named in two ways, so that the requests do not wait for one another in the same in-process queue.
  const answers = await times(50, (n) =>
    desk.notify({ ...(n % 2 ? { ramal: 101 } : { identificador_interno: 'Ana01' }), ...call }),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(new Set(answers.map(({ headers }) => headers['x-ligacao-id'])).size).toBe(1)
  expect(await ana.events()).toEqual(['ligacao:aberta'])
  expect(await states()).toEqual(['aberta'])
})

test('forty calls at once for two users each open one window, on the right user’s screen', async () => {
  const [ana, bruno] = [await desk.screen('ana'), await desk.screen('bruno')]
  await times(40, (n) => desk.notify({ ramal: n % 2 ? 101 : 102, telefone: `379998${10_000 + n}` }))
  await ana.sync()
  await bruno.sync()
  for (const [screen, ramal] of [
    [ana, '101'],
    [bruno, '102'],
  ] as const) {
    expect(screen.heard).toHaveLength(20)
    expect(new Set(screen.heard.map(({ ligacao }) => ligacao.telefone)).size).toBe(20)
    expect(new Set(screen.heard.map(({ ligacao }) => ligacao.ramal))).toEqual(new Set([ramal]))
  }
})

test('a notification and its cancel sent at once, in either order, leave no open window', async () => {
  const calls = await clockedCalls(desk)
  await times(60, async (n) => {
    const body = { ramal: 101, telefone: `379997${10_000 + n}`, ligacao_params: { call_id: `c${n}` } }
    // One goes through HTTP, the other calls the use cases as a second process would: only the database orders them.
    const other =
      n % 2
        ? () => calls.cancel(0, body)
        : () => desk.cancel({ identificador_interno: 'ana01', ...body, ramal: undefined })
    await (n % 3 ? Promise.all([desk.notify(body), other()]) : Promise.all([other(), desk.notify(body)]))
  })
  expect(new Set(await states())).toEqual(new Set(['cancelada']))
  expect(await states()).toHaveLength(60)
})

test('ten cancels at once close their own ten of twenty open windows, and no other', async () => {
  const ids = (await times(20, (n) => desk.notify({ ramal: 101, ligacao_params: { id: n } }))).map(
    ({ headers }) => headers['x-ligacao-id'],
  )
  const closed = (await times(10, (n) => desk.cancel({ ramal: 101, ligacao_params: { id: n } }))).map(
    ({ headers }) => headers['x-ligacao-id'],
  )
  expect(closed).toEqual(ids.slice(0, 10))
  const ana = await desk.screen('ana')
  expect(ana.first.ligacoes.map(({ id }) => id).sort()).toEqual(ids.slice(10).sort())
})
