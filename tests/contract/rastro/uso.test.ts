import { beforeEach, expect, test } from 'vitest'
import { revokeToken } from '#server/acesso/rows/tokens'
import { flushRastros } from '#server/rastro/noteRequest'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk({ failedTokensPerMinute: 10_000 })
beforeEach(async () => {
  await desk.clear()
  await desk.database.pool.query('DELETE FROM rastro')
})

const minute = 60_000
const pbx = '/api/v1/integracao/pbx/ligacao/'
const usoOf = async (nome: string) => {
  const { id } = await desk.database.prisma.token.findUniqueOrThrow({ where: { nome } })
  const { status, json } = await desk.as('admin', `tokens/${id}/uso`)
  expect(status).toBe(200)
  return json.uso
}
const counts = (notificar: number[], cancelar: number[], consultar: number[]) =>
  Object.entries({ notificar, cancelar, consultar }).map(([operacao, [aceitos, recusados]]) => ({
    ...{ operacao, aceitos, recusados },
  }))

/** Inserts a row of traces as the desk writes it. `ago` has the age of each request, in milliseconds. */
async function plant(token: string, ago: number[], now = Date.now()) {
  const instants = ago.map((ms) => new Date(now - ms))
  const pedidos = instants.map((em, id) => ({
    ...{ id: `${id}`, em: em.toISOString(), operacao: 'notificar', ip: '10.0.0.5', status: 200, ms: 1, token },
  }))
  const quando = new Date(Math.max(...instants.map(Number)))
  await desk.database.prisma.rastro.create({ data: { quando, chaves: [], pedidos } })
}

test('a token’s use counts its accepted and refused requests of the last hour, by cause, and no other token’s', async () => {
  const [mine, other] = [await desk.token(), await desk.token()]
  const id = { ligacao_params: { id: 'uso' } }
  for (const { secret } of [mine, mine, other]) await desk.notify({ ramal: 101, ...id }, secret)
  await desk.cancel({ ramal: 101, ...id }, mine.secret)
  await desk.send({ path: `${pbx}consultar`, authorization: mine.secret, body: id })
  // Most of many equal refusals are stored only as a count.
  await Promise.all(Array.from({ length: 50 }, () => desk.notify({ ramal: 199 }, mine.secret)))
  for (const { secret } of [mine, mine, mine, other]) await desk.cancel({ ramal: 101, id_cliente: 'x' }, secret)
  for (const minutes of [[61, 59], [61], [2_000]])
    await plant(
      mine.nome,
      minutes.map((each) => each * minute),
    )

  const uso = await usoOf(mine.nome)
  expect(uso.operacoes).toEqual(counts([3, 50], [1, 3], [1, 0]))
  expect(uso.causas).toEqual([
    { frase: expect.stringMatching(/^Recusada \(422\): O campo ramal não pertence a nenhum usuário ativo/), vezes: 50 },
    { frase: expect.stringMatching(/^Recusada \(422\): O campo id_cliente/), vezes: 3 },
  ])
  expect(uso.outros).toBe(0)
  expect(uso.desde).toBeNull()
  expect((await usoOf(other.nome)).operacoes).toEqual(counts([1, 0], [0, 1], [0, 0]))

  await revokeToken(desk.database, mine.nome, new Date())
  await desk.notify({ ramal: 101, ...id }, mine.secret)
  const after = await usoOf(mine.nome)
  expect(after.operacoes).toEqual(counts([3, 51], [1, 3], [1, 0]))
  expect(after.causas[2]).toEqual({ frase: expect.stringContaining(`o token “${mine.nome}” foi revogado`), vezes: 1 })
})

test('the use of a token of another scope counts only its requests as an exchange; an unused one has none', async () => {
  const { nome, secret } = await desk.token({ escopos: ['cliente'] })
  expect(await usoOf(nome)).toMatchObject({ operacoes: counts([0, 0], [0, 0], [0, 0]), causas: [], outros: 0 })
  expect((await desk.send({ path: '/api/v1/integracao/cliente/all', authorization: secret })).status).toBe(200)
  await desk.notify({ ramal: 101 }, secret)
  expect(await usoOf(nome)).toMatchObject({
    operacoes: counts([0, 1], [0, 0], [0, 0]),
    causas: [{ frase: expect.stringContaining('não tem o escopo pbx'), vezes: 1 }],
  })
})

test('a token’s use names the five most frequent causes, and how many others there were', async () => {
  const { nome, secret } = await desk.token()
  const wrong = ['ramal', 'telefone', 'id_cliente', 'codigo_cliente', 'identificador_interno', 'ligacao_params']
  for (const [n, campo] of wrong.entries())
    for (let times = 0; times <= n; times++) await desk.notify({ ramal: 101, [campo]: ['not so'] }, secret)
  const { causas, outros, operacoes } = await usoOf(nome)
  expect(operacoes[0]).toMatchObject({ aceitos: 0, recusados: 21 })
  expect(causas.map(({ vezes }: { vezes: number }) => vezes)).toEqual([6, 5, 4, 3, 2])
  expect(outros).toBe(1)
})

test('a token’s use with more requests than can be read counts the newest, and says since when', async () => {
  const { nome } = await desk.token()
  const now = Date.now()
  const ago = (from: number) => Array.from({ length: 100 }, (_, n) => from + 99 - n)
  await plant(nome, [50 * minute], now)
  for (let n = 49; n >= 0; n--) await plant(n % 2 ? nome : 'outro', ago(n * minute), now)
  await flushRastros(desk.desk)
  const { desde, operacoes } = await usoOf(nome)
  expect(operacoes[0]).toMatchObject({ aceitos: 2_000, recusados: 0 })
  expect(Date.parse(desde)).toBeCloseTo(now - 39 * minute, -4)
})
