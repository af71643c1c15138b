import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { authOf } from '#server/acesso/rows/auth'
import type { Answer } from '../../support/request.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
// What is tried here is the database's work: fifty hashes beside it would take a processor for seconds.
beforeAll(async () => {
  const { password } = await (await authOf(desk.desk)).$context
  vi.spyOn(password, 'hash').mockResolvedValue('of no password')
})
afterAll(() => void vi.restoreAllMocks())

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

/** Each round gives two new names, both sent by somebody who has read the name that stands. */
test.each([
  ['motivos_pausa', (nome: string, lido: string | null) => ({ codigo: 'reuniao', nome, nome_lido: lido ?? 'Reunião' })],
  ['filas', (nome: string, lido: string | null) => ({ codigo: 'vendas', nome, nome_lido: lido })],
  [
    'opcoes_atendimento/1',
    (nome: string, lido: string | null) => ({ descricao: nome, descricao_lida: lido ?? 'Sem conexão' }),
  ],
  ['ajustes', (nome: string, lido: string | null) => ({ nome_provedor: nome, lidos: { nome_provedor: lido } })],
])(
  'of two administrators who save to %s at the same time, one is told what the other has saved',
  async (path, body) => {
    const headers = { cookie: await desk.cookie('admin') }
    let lido: string | null = null
    for (let round = 0; round < 10; round += 1) {
      const sent: { nome: string; answer: Promise<Answer> }[] = [`Um ${round}`, `Outro ${round}`].map((nome) => ({
        nome,
        answer: desk.send({ path: `/api/painel/${path}`, method: 'POST', headers, body: body(nome, lido) }),
      }))
      const answers = await Promise.all(sent.map(async ({ nome, answer }) => ({ nome, ...(await answer) })))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      lido = answers.find(({ status }) => status === 200)?.nome ?? null
      expect(JSON.stringify(answers.find(({ status }) => status === 409)?.json.campos)).toContain(`agora é “${lido}”`)
    }
  },
  60_000,
)

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
