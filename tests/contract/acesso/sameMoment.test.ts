import { expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()

/**
 * Conflicting transactions fail at a statement or at their COMMIT, depending on the moment. In ten rounds both happen.
 */
test('users that are sent at the same time are all created', async () => {
  const told = new Set<number>()
  for (let round = 0; round < 10; round += 1) {
    const answers = await made(['a', 'b', 'c', 'd'].map((letter) => ({ usuario: `junto${letter}${round}` })))
    for (const { status } of answers) told.add(status)
  }
  expect([...told]).toEqual([200])
  const { rows } = await desk.database.pool.query(`SELECT count(*)::int AS there FROM usuario WHERE usuario ~ '^junto'`)
  expect(rows).toEqual([{ there: 40 }])
}, 60_000)

test('of several new users with one username or ramal, one is created; the others are told which field is taken', async () => {
  const oneName = await made([1, 2, 3, 4].map((n) => ({ usuario: 'unico', nome: `Nome ${n}` })))
  expect(toldOf(oneName)).toEqual([
    [422, ['usuario']],
    [422, ['usuario']],
    [422, ['usuario']],
    [200, []],
  ])
  const oneRamal = await made([1, 2, 3, 4].map((n) => ({ usuario: `ramal${n}`, ramal: '7777' })))
  expect(toldOf(oneRamal)).toEqual([
    [422, ['ramal']],
    [422, ['ramal']],
    [422, ['ramal']],
    [200, []],
  ])
  expect(oneRamal.find(({ status }) => status === 422)?.json.campos.ramal[0]).toMatch(/já é de ramal\d: escolha outro$/)
})

/** An administrator creates all these users at once. Returns the answers. */
async function made(users: { usuario: string; nome?: string; ramal?: string }[]) {
  const cookie = await desk.cookie('admin')
  const body = (user: (typeof users)[number]) => ({ nome: user.usuario, papel: 'atendente', ...user })
  return Promise.all(
    users.map((user) => desk.send({ path: '/api/painel/usuarios', headers: { cookie }, body: body(user) })),
  )
}

const toldOf = (answers: Awaited<ReturnType<typeof made>>) =>
  answers
    .map(({ status, json }) => [status, Object.keys(json.campos ?? {})])
    .sort(([one], [other]) => Number(other) - Number(one))
