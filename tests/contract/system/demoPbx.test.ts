import { expect, test, vi } from 'vitest'
import { startDemoPbx } from '#server/demo/demoPbx'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()

/** The demo exchange's timers, which the test ends by hand. Other timers run normally. */
const waits: { ms: number; work: () => void }[] = []
const own = globalThis.setTimeout
vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number, ...rest: unknown[]) => {
  if (!new Error().stack?.includes('demoPbx.ts:')) return own(work, ms, ...rest)
  waits.push({ ms: ms ?? 0, work })
  return own(() => undefined, 0)
}) as typeof setTimeout)
const end = (ms: number) =>
  waits
    .splice(
      waits.findIndex((wait) => wait.ms === ms),
      1,
    )[0]
    ?.work()

const warned: unknown[] = []
const log = { warn: (facts: object, message: string) => void warned.push({ ...facts, message }) }

test('the demo PBX rings one ramal after another, cancels every third call, and stops when told to', async () => {
  const screens = await Promise.all(['ana', 'bruno', 'clara'].map((usuario) => desk.screen(usuario)))
  const silence = startDemoPbx(desk.url, log)
  end(15_000)
  for (const screen of screens) {
    await expect.poll(() => screen.heard.map(({ event }) => event)).toEqual(['ligacao:aberta'])
    expect(screen.heard[0]?.ligacao).toMatchObject({ ligacao_params: { fila: 'suporte' } })
    if (screen !== screens.at(-1)) end(25_000)
  }
  expect(waits.map(({ ms }) => ms).toSorted()).toEqual([20_000, 25_000])
  end(20_000)
  await expect
    .poll(() => screens.map(({ heard }) => heard.at(-1)?.ligacao.estado))
    .toEqual(['aberta', 'aberta', 'cancelada'])

  silence()
  end(25_000)
  const { rows } = await desk.database.pool.query('SELECT 1 FROM ligacao')
  expect(rows).toHaveLength(3)
  expect(warned).toEqual([])
})

test('the demo PBX logs a refusal by the desk', async () => {
  const silence = startDemoPbx(`${desk.url}/nada`, log)
  end(15_000)
  await expect.poll(() => warned).toMatchObject([{ status: 404, message: 'the desk refused the demo PBX' }])
  silence()
})
