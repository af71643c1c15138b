import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startDesk, type TestDesk } from '../../support/desk.ts'

let desk: TestDesk
const cookies: Record<string, string> = {}
beforeAll(async () => {
  desk = await startDesk()
  for (const usuario of ['ana', 'bruno', 'clara', 'admin']) cookies[usuario] = await desk.cookie(usuario)
})
beforeEach(() => desk.clear())
afterAll(() => desk.stop())

const list = (usuario: string, query = '') =>
  desk.send({ path: `/api/painel/ligacoes${query}`, headers: { cookie: cookies[usuario] ?? '' } })
const ring = async (ramal: number, telefone: string, call_id: string) =>
  String((await desk.notify({ ramal, telefone, ligacao_params: { call_id } })).headers['x-ligacao-id'])
const idsOf = (answer: { json: { ligacoes: { id: string }[] } }) => answer.json.ligacoes.map(({ id }) => id)

/** So many calls of a user, a minute apart but for every third, which falls on the instant of the one before. */
async function past(usuario: string, count: number, newest = new Date()) {
  await desk.database.pool.query(
    `INSERT INTO ligacao (id, usuario_id, ramal, telefone, chave, estado, encerrada_por, notificada_em, tocada_em, encerrada_em)
     SELECT gen_random_uuid(), u.id, u.ramal, '37999912222', 'antes-' || n, 'fechada', 'atendente', t, t, t
     FROM usuario u, generate_series(1, $2::int) n, LATERAL (SELECT $3::timestamptz - (n - (n % 3) / 2) * interval '1 minute' AS t) i
     WHERE u.usuario = $1`,
    [usuario, count, newest],
  )
}

describe('the calls gone by', () => {
  test('are an agent’s own, newest first, with customer, end and protocol', async () => {
    const first = await ring(101, '37999912222', 'a')
    await ring(102, '37999912222', 'b')
    const second = await ring(101, '3732210002', 'c')
    await desk.cancel({ ramal: 101, ligacao_params: { call_id: 'a' } })
    const answer = await list('ana')
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(idsOf(answer)).toEqual([second, first])
    expect(answer.json.apos).toBeNull()
    expect(answer.json.ligacoes[1]).toEqual({
      id: first,
      estado: 'cancelada',
      ramal: '101',
      telefone_formatado: '(37) 99991-2222',
      notificada_em: expect.any(String),
      encerrada_em: expect.any(String),
      encerrada_por: 'central',
      usuario: { nome: expect.any(String), usuario: 'ana' },
      protocolo_formatado: null,
      cliente: { id_cliente: expect.any(Number), nome_razaosocial: 'Maria da Conceição Ávila' },
    })
  })

  test.each(['clara', 'admin'])('are everybody’s for %s', async (usuario) => {
    const ids = [await ring(101, '37999912222', 'a'), await ring(102, '37999912222', 'b')]
    expect(idsOf(await list(usuario))).toEqual(ids.reverse())
  })

  test('of one state alone', async () => {
    const [open, over] = [await ring(101, '37999912222', 'a'), await ring(101, '37999912222', 'b')]
    await desk.cancel({ ramal: 101, ligacao_params: { call_id: 'b' } })
    expect(idsOf(await list('ana', '?estado=aberta'))).toEqual([open])
    expect(idsOf(await list('ana', '?estado=cancelada'))).toEqual([over])
    expect(idsOf(await list('ana', '?estado='))).toEqual([over, open])
  })

  test('come in pages without gap or overlap, also where several rang in one instant', async () => {
    await past('ana', 120)
    await past('bruno', 3)
    const seen: string[] = []
    for (let apos: string | null = ''; apos !== null; ) {
      const answer = await list('ana', `?apos=${apos}`)
      expect(answer.json.ligacoes.length).toBeLessThanOrEqual(50)
      seen.push(...idsOf(answer))
      apos = answer.json.apos
    }
    expect(seen).toHaveLength(120)
    expect(new Set(seen).size).toBe(120)
  })

  test('older than thirty days are not told', async () => {
    await past('ana', 1, new Date(Date.now() - 30 * 86_400_000))
    expect(idsOf(await list('ana'))).toEqual([])
    await past('bruno', 1, new Date(Date.now() - 30 * 86_400_000 + 120_000))
    expect(idsOf(await list('bruno'))).toHaveLength(1)
  })

  test.each([
    ['?estado=perdidas', 'estado'],
    ['?apos=ontem', 'apos'],
    ['?apos=1700000000000-1', 'apos'],
    ['?apos=1700000000000-0b9f4f0e-54c6-4cb0-9d51-5a8c64b7a1de&apos=1', 'apos'],
  ])('asked with %s are refused, and %s is named', async (query, field) => {
    const answer = await list('ana', query)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.json.campos)).toEqual([field])
  })

  test('are nobody’s without a session, nor a token’s', async () => {
    expect((await desk.send({ path: '/api/painel/ligacoes' })).status).toBe(401)
    const { secret } = await desk.token({ escopos: ['pbx', 'cliente', 'financeiro'] })
    expect((await desk.send({ path: '/api/painel/ligacoes', authorization: secret })).status).toBe(401)
  })
})
