import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { flushGroups } from '#server/ligacao/publishLigacao'
import { flushShown } from '#server/ligacao/reportShown'
import { noteAttended } from '#server/perdida/noteAttended'
import { perdidasPage } from '#server/perdida/rows/perdidas'
import type { Perdida, Situacao } from '#server/perdida/wire'
import { dayStart } from '#server/protocolo/rules/period'
import { idOf } from '../../support/desk.ts'
import type { Answer } from '../../support/request.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
const ids: Record<string, number> = {}
beforeAll(async () => {
  for (const usuario of ['ana', 'bruno', 'clara', 'admin']) ids[usuario] = await desk.idOf(usuario)
})
beforeEach(async () => {
  await desk.clear()
})

const maria = '37999912222'
const ask = (usuario: string, path: string, body?: object) => desk.as(usuario, `perdidas${path}`, body)
const act = (usuario: string, id: string, deed: 'assumir' | 'devolver') => ask(usuario, `/${id}/${deed}`, {})
const list = async (usuario: string, query = ''): Promise<Perdida[]> => {
  const answer = await ask(usuario, query)
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 })
  return answer.json.perdidas
}
const total = async (usuario: string): Promise<number> => (await ask(usuario, '/total')).json.total

let keys = 0
/** Rings and cancels a call that nobody attends. Returns its id. */
async function miss(ramal: number, telefone?: string): Promise<string> {
  const ligacao_params = { call_id: `k${keys++}` }
  const id = idOf(await desk.notify({ ramal, ...(telefone && { telefone }), ligacao_params }))
  expect((await desk.cancel({ ramal, ligacao_params })).status).toBe(200)
  return id
}
/** Rings a call and attends it. Returns its id. */
async function attend(usuario: string, ramal: number, telefone: string | undefined): Promise<string> {
  const ligacao_params = { call_id: `k${keys++}` }
  const id = await desk.ring({ ramal, telefone, ligacao_params })
  expect((await desk.act(usuario, id, 'atender')).status).toBe(200)
  return id
}
const now = () => new Date().toISOString()
const tratar = (usuario: string, named: string[], ate = now()) => ask(usuario, '/tratar', { ids: named, ate })

describe('missed calls', () => {
  test('of a past period are listed with who attended the caller first, though 700 calls were attended since', async () => {
    const id = await miss(101, maria)
    const { pool } = desk.database
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    await pool.query('UPDATE ligacao SET notificada_em = $2, encerrada_em = $2 WHERE id = $1', [id, ago(20)])
    await pool.query(
      `INSERT INTO ligacao (id, usuario_id, telefone, telefone_chave, chave, estado, notificada_em, tocada_em, atendida_em, encerrada_em)
       SELECT gen_random_uuid(), CASE WHEN n = 700 THEN $1::int ELSE $2::int END, $3, $3, 'depois-' || n, 'fechada', t, t, t, t
       FROM generate_series(1, 700) n, LATERAL (SELECT $4::timestamptz - n * interval '1 minute' AS t) i`,
      [ids.bruno, ids.clara, maria, ago(10)],
    )
    const day = ago(19).toISOString().slice(0, 10)
    expect(await list('ana', `?situacao=resolvida&data_fim=${day}`)).toMatchObject([
      { id, total: 1, atendida: { usuario: { usuario: 'bruno' } } },
    ])
    expect(await list('ana', `?data_fim=${day}`)).toEqual([])
  })

  test('of a caller whom a colleague attended 501 times since are listed with the first of those times', async () => {
    const id = await miss(101, maria)
    const { pool } = desk.database
    await pool.query(`UPDATE ligacao SET notificada_em = now() - interval '2 hours' WHERE id = $1`, [id])
    await pool.query(
      `INSERT INTO ligacao (id, usuario_id, telefone, telefone_chave, chave, estado, notificada_em, tocada_em, atendida_em, encerrada_em)
       SELECT gen_random_uuid(), $1::int, $2, $2, 'depois-' || n, 'fechada', t, t, t, t
       FROM generate_series(1, 501) n, LATERAL (SELECT now() - n * interval '1 second' AS t) i`,
      [ids.bruno, maria],
    )
    const { rows } = await pool.query('SELECT min(atendida_em) AS first FROM ligacao')
    const first = rows[0].first.toISOString()
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
    expect(await list('ana', `?situacao=resolvida&data_inicio=${day}`)).toMatchObject([
      { id, total: 1, atendida: { em: first } },
    ])
  })

  test('of an agent are listed though 500 later ones of the caller are a colleague’s', async () => {
    const id = await miss(101, maria)
    const { pool } = desk.database
    await pool.query(`UPDATE ligacao SET notificada_em = now() - interval '2 hours' WHERE id = $1`, [id])
    await pool.query(
      `INSERT INTO ligacao (id, usuario_id, telefone, telefone_chave, chave, estado, encerrada_por, notificada_em, tocada_em, encerrada_em)
       SELECT gen_random_uuid(), $1::int, $2, $2, 'colega-' || n, 'cancelada', 'central', t, t, t
       FROM generate_series(1, 500) n, LATERAL (SELECT now() - n * interval '1 second' AS t) i`,
      [ids.bruno, maria],
    )
    expect(await list('ana')).toMatchObject([{ id, total: 1 }])
  })

  test('are an agent’s own, grouped by caller in any spelling, with customer, count and times', async () => {
    const first = await miss(101, maria)
    await miss(102, '3732210002')
    const last = await miss(101, `+55${maria}`)
    const hidden = await miss(101)
    await attend('ana', 101, '3732219999')
    const perdidas = await list('ana')
    expect(perdidas.map(({ id }) => id)).toEqual([hidden, last])
    expect(perdidas[1]).toEqual({
      id: last,
      chamador: maria,
      telefone: `+55${maria}`,
      telefone_formatado: '(37) 99991-2222',
      cliente: { id_cliente: expect.any(Number), nome_razaosocial: 'Maria da Conceição Ávila' },
      total: 2,
      nao_vistas: 2,
      primeira_em: expect.any(String),
      ultima_em: expect.any(String),
      usuarios: [{ nome: expect.any(String), usuario: 'ana' }],
      assumida: null,
      tratada: null,
      atendida: null,
    })
    expect(perdidas[0]).toMatchObject({ telefone: null, cliente: null, total: 1 })
    expect(first).not.toBe(last)
    expect(await total('ana')).toBe(2)
    expect((await ask('ana', '')).headers['cache-control']).toBe('private, no-store')
  })

  test('whose window a screen showed count as seen, until they ring again unseen', async () => {
    const ana = await desk.screen('ana')
    const ligacao_params = { call_id: 'vista' }
    const id = await desk.ring({ ramal: 101, telefone: maria, ligacao_params })
    ana.socket.emit('ligacao:exibida', { id })
    await ana.sync()
    const shown = 'SELECT exibida_em FROM ligacao WHERE exibida_em IS NOT NULL'
    await expect.poll(async () => (await desk.database.pool.query(shown)).rowCount).toBe(1)
    await desk.cancel({ ramal: 101, ligacao_params })
    expect(await list('ana')).toMatchObject([{ total: 1, nao_vistas: 0 }])
    // Its next ring ends before any screen is told of it, so the call counts as not seen.
    await desk.database.pool.query(`UPDATE ligacao SET encerrada_em = encerrada_em - interval '1 minute'`)
    await desk.cancel({ ramal: 101, ligacao_params })
    expect(await desk.ring({ ramal: 101, telefone: maria, ligacao_params })).toBe(id)
    expect(await list('ana')).toMatchObject([{ id, total: 1, nao_vistas: 1 }])
  })

  test('whose window a screen was told of count as seen, though the screen never reports that it drew it', async () => {
    const ana = await desk.screen('ana')
    await miss(101, maria)
    await ana.sync()
    await flushShown(desk.desk)
    expect(await list('ana')).toMatchObject([{ total: 1, nao_vistas: 0 }])
  })

  test.each(['clara', 'admin'])('are listed of all users for %s, who may ask for one user’s', async (usuario) => {
    await miss(101, maria)
    await miss(102, maria)
    await miss(102, '3732210002')
    expect(await list(usuario)).toMatchObject([
      { total: 1, usuarios: [{ usuario: 'bruno' }] },
      { total: 2, usuarios: [{ usuario: 'bruno' }, { usuario: 'ana' }] },
    ])
    expect(await list(usuario, `?usuario=${ids.ana}`)).toMatchObject([{ total: 1, usuarios: [{ usuario: 'ana' }] }])
    expect(await total(usuario)).toBe(0)
  })

  test('of another user are refused to an agent', async () => {
    await miss(102, maria)
    expect((await ask('ana', `?usuario=${ids.bruno}`)).status).toBe(403)
    expect((await ask('ana', `/caidas?usuario=${ids.bruno}`)).status).toBe(403)
    expect(await list('ana', `?usuario=${ids.ana}`)).toEqual([])
    expect(await list('ana', '?situacao=resolvida')).toEqual([])
  })

  test('are settled when any agent attends the caller, and a later missed call is listed anew', async () => {
    await miss(101, maria)
    await attend('bruno', 102, `0${maria}`)
    expect(await list('ana')).toEqual([])
    expect(await total('ana')).toBe(0)
    expect(await list('ana', '?situacao=resolvida')).toMatchObject([
      { tratada: null, atendida: { usuario: { usuario: 'bruno' }, em: expect.any(String) } },
    ])
    const again = await miss(101, maria)
    expect(await list('ana')).toMatchObject([{ id: again, total: 1, atendida: null }])
  })

  test('are settled or open, each by its own calls and notes', async () => {
    const start = Date.now() - 60_000
    const [before, rang, after] = [new Date(start - 1), new Date(start), new Date(start + 1)]
    type Fields = Partial<Pick<Row, 'telefone_chave' | 'notificada_em' | 'atendida_em' | 'tratada_em'>>
    const cases: [string, Situacao, Fields & { atendida_depois_em?: Date }, Fields][] = [
      ['its caller was attended later', 'resolvida', {}, {}],
      ['its caller was attended as it began to ring', 'resolvida', {}, { atendida_em: rang }],
      ['its caller was attended before it', 'aberta', {}, { atendida_em: before }],
      ['its caller was not attended', 'aberta', {}, { atendida_em: null, notificada_em: after }],
      ['another caller was attended later', 'aberta', {}, { telefone_chave: '3732210001' }],
      ['somebody without a number was, as it has none', 'aberta', { telefone_chave: '' }, { telefone_chave: '' }],
      ['somebody said so', 'resolvida', { tratada_em: after }, { atendida_em: null }],
      ['its caller is noted as attended', 'resolvida', { atendida_depois_em: after }, { atendida_em: null }],
      ['that note is of an earlier ring', 'aberta', { atendida_depois_em: before }, { atendida_em: null }],
    ]
    const call = { usuario_id: ids.ana ?? 0, notificada_em: rang, tocada_em: rang, encerrada_em: after }
    const stories = cases.map(([why, situacao, of, beside], n) => {
      const both = { ...call, telefone_chave: `3799991222${n}` }
      const attended = { ...both, id: randomUUID(), notificada_em: before, atendida_em: after, ...beside }
      return { why, situacao, missed: { ...both, id: randomUUID(), ...of }, attended }
    })
    await desk.database.prisma.ligacao.createMany({
      data: stories.flatMap(({ missed, attended }) => [
        { ...missed, estado: 'cancelada' as const },
        { ...attended, estado: 'fechada' as const },
      ]),
    })
    const view = { usuarioId: null, since: new Date(start - 60_000), until: null }
    const attendedAt: string[] = []
    for (const situacao of ['aberta', 'resolvida'] as const) {
      const { page } = await perdidasPage(desk.database, { ...view, situacao }, null, 50)
      const listed = new Set(page.map(({ id }) => id))
      expect(stories.filter(({ missed }) => listed.has(missed.id)).map(({ why }) => why)).toEqual(
        stories.filter((each) => each.situacao === situacao).map(({ why }) => why),
      )
      attendedAt.push(...page.flatMap(({ atendida }) => atendida?.em ?? []))
    }
    expect(attendedAt.toSorted()).toEqual([rang, after].map((at) => at.toISOString()))
  })

  test('whose caller was attended since are noted once, and no list changes by that', async () => {
    const ligacao_params = { call_id: 'toca outra vez' }
    const id = await desk.ring({ ramal: 101, telefone: maria, ligacao_params })
    await desk.cancel({ ramal: 101, ligacao_params })
    const other = await miss(102, '3732210002')
    const hidden = await miss(101)
    await attend('bruno', 102, maria)
    await attend('ana', 101, '')
    const seen = async () =>
      JSON.stringify([await list('clara'), await list('clara', '?situacao=resolvida'), await total('ana')])
    const before = await seen()
    expect(await noteAttended(desk)).toBe(1)
    expect(await noteAttended(desk)).toBe(0)
    expect(await seen()).toBe(before)
    expect((await list('clara')).map((each) => each.id)).toEqual([hidden, other])

    // The next ring is missed again, although the one before was noted as attended later.
    await desk.database.pool.query(`UPDATE ligacao SET encerrada_em = encerrada_em - interval '1 minute'`)
    expect(await desk.ring({ ramal: 101, telefone: maria, ligacao_params })).toBe(id)
    expect(await noteAttended(desk)).toBe(0)
    await desk.cancel({ ramal: 101, ligacao_params })
    expect((await list('ana')).map((each) => each.id)).toEqual([id, hidden])
    expect(await total('ana')).toBe(2)
    expect(await noteAttended(desk)).toBe(0)
    await attend('bruno', 102, maria)
    expect(await noteAttended(desk)).toBe(1)
    expect((await list('ana')).map((each) => each.id)).toEqual([hidden])
  })

  test.each([
    ['rings again', false],
    ['rings again, its cancel before it', true],
  ])('stay settled when the call that settled them %s', async (_how, cancelFirst) => {
    await miss(101, maria)
    const ring = (evento?: string) =>
      desk.notify({ ramal: 102, telefone: maria, ligacao_params: { call_id: 'fila', evento } })
    const id = idOf(await ring())
    for (const evento of ['atendida', 'encerrada']) await ring(evento)
    const settled = await list('ana', '?situacao=resolvida')
    expect(settled).toHaveLength(1)
    await desk.database.pool.query(`UPDATE ligacao SET encerrada_em = encerrada_em - interval '1 minute'`)
    if (cancelFirst) await desk.cancel({ ramal: 102, ligacao_params: { call_id: 'fila' } })
    expect(idOf(await ring())).toBe(id)
    expect([await list('ana'), await total('ana')]).toEqual([[], 0])
    expect(await list('ana', '?situacao=resolvida')).toMatchObject([{ id: settled[0]?.id, total: 1 }])
  })

  test('are noted as attended though a shutdown interrupts it, and the calls of other callers stay open', async () => {
    const { pool } = desk.database
    await pool.query(
      `INSERT INTO ligacao (id, usuario_id, telefone, telefone_chave, chave, estado, notificada_em, tocada_em, encerrada_em)
       SELECT gen_random_uuid(), $1::int, k, k, 'lote-' || n, 'cancelada', t, t, t
       FROM generate_series(1, 1001) n, LATERAL (SELECT CASE WHEN n % 2 = 0 THEN $2 ELSE '3799990' || lpad(n::text, 4, '0') END AS k,
         date_trunc('second', now()) - (n / 4) * interval '1 second' AS t) i`,
      [ids.ana, maria],
    )
    await attend('bruno', 102, maria)
    // A desk that shuts down does not note all of them; the next run goes on where it stopped.
    const ending = new AbortController()
    const begun = noteAttended(desk, ending.signal)
    ending.abort()
    const first = await begun
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThan(200)
    expect(await noteAttended(desk)).toBe(500 - first)
    const { rows } = await pool.query(`SELECT count(*)::int AS open FROM ligacao WHERE atendida_depois_em IS NULL
      AND estado = 'cancelada' AND telefone_chave <> '${maria}'`)
    expect(rows).toEqual([{ open: 501 }])
    expect(await list('ana')).toHaveLength(50)
  })

  test('whose cancel came before their notification are listed, and the screen is told', async () => {
    const ana = await desk.screen('ana')
    const ligacao_params = { call_id: 'depois' }
    await desk.cancel({ ramal: 101, telefone: maria, ligacao_params })
    await desk.notify({ ramal: 101, telefone: maria, ligacao_params })
    await ana.sync()
    expect(ana.everything).toContainEqual({ event: 'perdidas:mudaram', body: {} })
    expect(await list('ana')).toMatchObject([{ total: 1, nao_vistas: 1 }])
  })

  test('send an event only to the user who missed them when the caller is attended or rings again', async () => {
    const screens = await Promise.all(['ana', 'bruno', 'clara'].map((each) => desk.screen(each)))
    await miss(102, maria)
    await miss(201, '37988887777')
    await miss(201, '000')
    const ring = { ramal: 102, telefone: '37977776666', ligacao_params: { call_id: 'again' } }
    await desk.notify(ring)
    await desk.cancel({ ramal: 102, ligacao_params: ring.ligacao_params })
    const news = () =>
      screens.map(({ everything }) => everything.filter((told) => isDeepStrictEqual(told, { event, body: {} })).length)
    const event = 'perdidas:mudaram'

    await attend('ana', 101, maria)
    await expect.poll(news).toEqual([0, 1, 0])
    // A number that identifies nobody settles nothing: the next count of events shows it.
    await attend('ana', 101, '000')
    const ticket = await desk.ring({ ramal: 101, telefone: '37988887777', ligacao_params: { call_id: 't' } })
    await desk.act('ana', ticket, 'atendimento')
    await expect.poll(news).toEqual([0, 1, 1])
    // Choosing the call's customer counts as attending too.
    await miss(102, '37966665555')
    await expect.poll(news).toEqual([0, 1, 1])
    const named = await desk.ring({ ramal: 101, telefone: '37966665555', ligacao_params: { call_id: 'n' } })
    const { id_cliente } = await desk.database.prisma.cliente.findFirstOrThrow()
    await desk.act('ana', named, 'cliente', { id_cliente })
    await expect.poll(news).toEqual([0, 2, 1])
    // So does an attended call whose number the exchange tells later.
    await miss(102, '37955554444')
    const late = { ramal: 101, ligacao_params: { call_id: 'late' } }
    await desk.act('ana', await desk.ring(late), 'atender')
    await flushGroups(desk.desk)
    await desk.notify({ ...late, telefone: '37955554444' })
    await expect.poll(news).toEqual([0, 3, 1])
    await desk.database.pool.query(`UPDATE ligacao SET encerrada_em = encerrada_em - interval '1 minute'`)
    await desk.notify(ring)
    await expect.poll(news).toEqual([0, 4, 1])
  })

  test.each([
    ['hidden', undefined],
    ['hidden behind zeros', '000'],
  ])('of a number that is %s are each a caller of their own: settling one leaves the other', async (_how, telefone) => {
    const [one, two] = [await miss(101, telefone), await miss(101, telefone)]
    await attend('ana', 101, telefone)
    expect((await list('ana')).map(({ id, chamador }) => [id, chamador])).toEqual([
      [two, two],
      [one, one],
    ])
    expect((await act('ana', one, 'assumir')).status).toBe(200)
    expect((await list('ana')).map(({ assumida }) => assumida !== null)).toEqual([false, true])
    await tratar('ana', [one])
    expect((await list('ana')).map(({ id }) => id)).toEqual([two])
    expect(await total('ana')).toBe(1)
  })
})

describe('taking over a call back', () => {
  test('holds for all missed calls of the caller, shows name and time to each user who has one, and is on record', async () => {
    const [hers, his] = [await miss(101, maria), await miss(102, maria)]
    const [ana, bruno, clara] = [await desk.screen('ana'), await desk.screen('bruno'), await desk.screen('clara')]
    const taken = await act('ana', hers, 'assumir')
    expect(taken.json).toMatchObject({ status: 'success' })
    const { assumida } = (await list('ana'))[0] as Perdida
    expect(assumida).toMatchObject({ usuario: { usuario: 'ana' } })
    expect(taken.json.assumida).toEqual(assumida)
    expect((await list('bruno'))[0]).toMatchObject({ id: his, assumida })
    for (const screen of [ana, bruno, clara]) await screen.sync()
    const told = (screen: typeof ana) => screen.everything.filter((each) => JSON.stringify(each).includes('perdidas:'))
    expect([ana, bruno, clara].map((screen) => told(screen).length)).toEqual([1, 1, 0])
    const { rows } = await desk.database.pool.query(
      `SELECT usuario_id, alvo, ip, detalhes FROM auditoria WHERE acao = 'retorno_assumido' ORDER BY id DESC LIMIT 1`,
    )
    expect(rows).toEqual([{ usuario_id: ids.ana, alvo: `ligacao:${hers}`, ip: '127.0.0.1', detalhes: { chamadas: 2 } }])

    // A repetition changes nothing and keeps the first time.
    expect((await act('ana', hers, 'assumir')).json.assumida).toEqual(assumida)
    const refused = await act('bruno', his, 'assumir')
    expect(refused.status).toBe(409)
    expect(refused.json).toMatchObject({ msg: expect.stringMatching(/já assumiu este retorno$/), assumida })
    expect((await list('bruno'))[0]).toMatchObject({ assumida })
    // The next missed call of the same caller joins the group that Ana has taken on.
    const next = await miss(102, maria)
    expect((await list('bruno'))[0]).toMatchObject({ id: next, total: 2, assumida })
  })

  test('by three agents at the same instant succeeds for one, and the others get 409 with that agent’s name', async () => {
    for (let round = 0; round < 10; round++) {
      await desk.clear()
      const named: Record<string, string> = { ana: await miss(101, maria), bruno: await miss(102, maria) }
      named.clara = await miss(101, maria)
      const people = ['ana', 'bruno', 'clara']
      const answers = await Promise.all(people.map((usuario) => act(usuario, named[usuario] ?? '', 'assumir')))
      const winners = people.filter((_, at) => answers[at]?.status === 200)
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
      for (const { status, json } of answers) if (status === 409) expect(json.assumida.usuario.usuario).toBe(winners[0])
      const { rows } = await desk.database.pool.query('SELECT DISTINCT assumida_por FROM ligacao')
      expect(rows).toEqual([{ assumida_por: ids[winners[0] ?? ''] }])
    }
  })

  test('is undone by the agent who took it over or by a supervisor, and by no other agent', async () => {
    const [hers, his] = [await miss(101, maria), await miss(102, maria)]
    await act('ana', hers, 'assumir')
    await act('bruno', his, 'devolver')
    expect((await list('bruno'))[0]).toMatchObject({ assumida: { usuario: { usuario: 'ana' } } })
    await act('ana', hers, 'devolver')
    expect((await list('ana'))[0]).toMatchObject({ assumida: null })
    await act('bruno', his, 'assumir')
    expect((await act('clara', hers, 'devolver')).status).toBe(200)
    expect((await act('ana', hers, 'assumir')).status).toBe(200)
  })

  test('is refused for a call that is settled already, and for a call of another user', async () => {
    const [hers, his] = [await miss(101, maria), await miss(102, '3732210002')]
    await tratar('ana', [hers])
    expect(await act('ana', hers, 'assumir')).toMatchObject({
      status: 409,
      json: { msg: 'Este retorno já foi resolvido' },
    })
    for (const deed of ['assumir', 'devolver'] as const)
      for (const id of [his, randomUUID(), 'x', `${his}'`]) expect((await act('ana', id, deed)).status).toBe(404)
    expect((await list('bruno'))[0]).toMatchObject({ assumida: null })
  })
})

describe('settling a call back', () => {
  test('settles the caller for every user, up to when the list was read, and can be undone', async () => {
    // A conversation of the same caller's, before, is no call to be settled.
    const talked = await attend('ana', 101, maria)
    await desk.act('ana', talked, 'fechar')
    const [hers, his] = [await miss(101, maria), await miss(102, maria)]
    const other = await miss(101, '3732210002')
    const { consultado_em } = (await ask('ana', '')).json
    const later = await miss(101, maria)
    const settled = await tratar('ana', [hers], consultado_em)
    expect(settled.json).toMatchObject({ chamadas: 2, msg: 'Retorno resolvido: 2 chamadas' })
    // A call that was missed after the list was read stays open.
    expect((await list('ana')).map(({ id, total }) => [id, total])).toEqual([
      [later, 1],
      [other, 1],
    ])
    expect(await list('bruno')).toEqual([])
    expect(await list('bruno', '?situacao=resolvida')).toMatchObject([
      { id: his, tratada: { usuario: { usuario: 'ana' }, em: expect.any(String) } },
    ])
    // A retry is harmless.
    expect((await tratar('ana', [hers], consultado_em)).json).toMatchObject({ chamadas: 0 })
    expect((await list('ana'))[0]).toMatchObject({ id: later })

    expect((await ask('bruno', '/reabrir', { ids: [his] })).json).toMatchObject({ chamadas: 2 })
    expect((await ask('bruno', '/reabrir', { ids: [his] })).json).toMatchObject({ chamadas: 0 })
    expect((await list('bruno')).map(({ id }) => id)).toEqual([his])
    expect((await list('ana'))[0]).toMatchObject({ id: later, total: 2, tratada: null })
  })

  test('in bulk is all or nothing: one id that is no missed call of the agent, and nothing changes', async () => {
    const [one, two, his] = [await miss(101, maria), await miss(101, '3732210002'), await miss(102, '3733330000')]
    const open = await attend('ana', 101, '3734440000')
    const before = await desk.database.pool.query('SELECT * FROM ligacao ORDER BY id')
    for (const foreign of [his, randomUUID(), open])
      for (const path of ['/tratar', '/reabrir'])
        expect((await ask('ana', path, { ids: [one, foreign, two], ate: now() })).status).toBe(404)
    expect((await desk.database.pool.query('SELECT * FROM ligacao ORDER BY id')).rows).toEqual(before.rows)
    const [her, him] = await desk.database.prisma.cliente.findMany({ take: 2, orderBy: { id_cliente: 'asc' } })
    for (const [id, of] of [
      [one, her],
      [two, him],
    ] as const)
      await desk.database.prisma.ligacao.update({ where: { id }, data: { id_cliente: of?.id_cliente ?? 0 } })
    await miss(102, '3732210002')
    expect((await tratar('ana', [one, two, one.toUpperCase()])).json).toMatchObject({ chamadas: 3 })
    expect(await list('ana')).toEqual([])
    expect((await ask('ana', '/reabrir', { ids: [one, two] })).json).toMatchObject({ chamadas: 3 })
    expect((await tratar('ana', [one, two])).json).toMatchObject({ chamadas: 3 })
    // The audit record of each customer has the actions on that customer's calls.
    for (const [of, id, chamadas] of [
      [her, one, 1],
      [him, two, 2],
    ] as const) {
      const { json } = await desk.as('admin', `auditoria?cliente=${of?.codigo_cliente}&usuario=${ids.ana}`)
      expect(json.registros.filter(({ acao }: { acao: string }) => acao.startsWith('retorno_'))).toMatchObject(
        ['retorno_tratado', 'retorno_reaberto', 'retorno_tratado'].map((acao) => ({
          ...{ acao, alvo: `ligacao:${id}`, detalhes: { chamadas } },
        })),
      )
    }
    // A supervisor may settle anybody's missed calls, and the supervisor's own screens are told.
    const clara = await desk.screen('clara')
    expect((await tratar('clara', [his])).json).toMatchObject({ chamadas: 1 })
    await clara.sync()
    expect(clara.everything).toContainEqual({ event: 'perdidas:mudaram', body: {} })
    expect(await list('clara')).toEqual([])
  })

  test('is undone when the same call rings again and is missed again', async () => {
    const ligacao_params = { call_id: 'segunda volta' }
    const id = await desk.ring({ ramal: 101, telefone: maria, ligacao_params })
    await desk.cancel({ ramal: 101, ligacao_params })
    await act('ana', id, 'assumir')
    await tratar('ana', [id])
    await desk.database.pool.query(`UPDATE ligacao SET encerrada_em = encerrada_em - interval '1 minute'`)
    expect(await desk.ring({ ramal: 101, telefone: maria, ligacao_params })).toBe(id)
    expect(await list('ana')).toEqual([])
    await desk.cancel({ ramal: 101, ligacao_params })
    expect(await list('ana')).toMatchObject([{ id, assumida: null, tratada: null }])
  })

  test.each([
    [{ ids: [], ate: now() }, 'ids'],
    [{ ids: ['x'], ate: now() }, 'ids.0'],
    [{ ids: Array.from({ length: 201 }, () => randomUUID()), ate: now() }, 'ids'],
    [{ ids: [randomUUID()] }, 'ate'],
    [{ ids: [randomUUID()], ate: 'ontem' }, 'ate'],
    [{ ate: now() }, 'ids'],
  ])('%j is refused, and the response names %s', async (body, field) => {
    const answer = await ask('ana', '/tratar', body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.json.campos)).toEqual([field])
  })
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

describe('the period of the list', () => {
  const put = (days: number, telefone: string, extra: object = {}) =>
    desk.database.prisma.ligacao.create({
      data: {
        id: randomUUID(),
        usuario_id: ids.ana ?? 0,
        telefone,
        telefone_chave: telefone,
        estado: 'cancelada',
        encerrada_por: 'central',
        notificada_em: daysAgo(days),
        tocada_em: daysAgo(days),
        aberta_em: daysAgo(days),
        encerrada_em: daysAgo(days),
        ...extra,
      },
    })
  const day = (days: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(Date.now() - days * 86_400_000)

  test('is the last seven days for open calls and today for settled ones, unless the request names days', async () => {
    await put(20, '3730000020')
    await put(5, '3730000005')
    const first = dayStart(day(6), 'America/Sao_Paulo').getTime()
    await put(6, '3730000006', { notificada_em: new Date(first + 60_000) })
    await put(7, '3730000007', { notificada_em: new Date(first - 60_000) })
    const [old, today] = [await put(4, '3730000004'), await miss(101, maria)]
    await tratar('ana', [old.id, today])
    await put(3, '3730000003', { tratada_em: daysAgo(1), tratada_por: ids.ana ?? 0 })
    await put(8, '3730000008', { tratada_em: daysAgo(0), tratada_por: ids.ana ?? 0 })
    const phones = async (query = '') => (await list('ana', query)).map(({ telefone }) => telefone)
    expect(await phones()).toEqual(['3730000005', '3730000006'])
    expect(await phones('?situacao=resolvida')).toEqual([maria, '3730000004'])
    // For a caller with several settled calls, only those settled today count.
    await put(2, '3730000004', { tratada_em: daysAgo(2), tratada_por: ids.ana ?? 0 })
    expect((await list('ana', '?situacao=resolvida'))[1]).toMatchObject({ id: old.id, total: 1 })
    const all = ['3730000005', '3730000006', '3730000007', '3730000020']
    expect(await phones(`?data_inicio=${day(20)}`)).toEqual(all)
    expect(await phones(`?data_inicio=${day(20)}&data_fim=${day(20)}`)).toEqual(['3730000020'])
    expect(await phones(`?data_fim=${day(5)}`)).toEqual(all)
    expect(await phones(`?situacao=resolvida&data_inicio=${day(10)}`)).toEqual([
      ...[maria, '3730000004', '3730000003', '3730000008'],
    ])
    expect((await ask('ana', '?data_inicio=2026-02-02&data_fim=2026-02-01')).status).toBe(422)
  })

  test('comes in pages with each caller once, even if several rang at one instant', async () => {
    const at = new Date(Date.now() - 3_600_000)
    for (let n = 0; n < 120; n++)
      await put(0, `37300${String(n % 110).padStart(5, '0')}`, {
        notificada_em: new Date(Number(at) - (n >> 2) * 1_000),
      })
    const seen: string[] = []
    for (let apos: string | null = ''; apos !== null; ) {
      const answer: Answer = await ask('ana', `?apos=${apos}`)
      expect(answer.json.perdidas.length).toBeLessThanOrEqual(50)
      seen.push(...answer.json.perdidas.map(({ chamador }: Perdida) => chamador))
      apos = answer.json.apos
    }
    expect(seen).toHaveLength(110)
    expect(new Set(seen).size).toBe(110)
    expect(await total('ana')).toBe(100)
  })
})

interface Row {
  id: string
  usuario_id: number
  telefone_chave: string
  estado: string
  notificada_em: Date
  atendida_em: Date | null
  exibida_em: Date | null
  assumida_em: Date | null
  tratada_em: Date | null
}

/** The rule: the missed calls of one situation, by caller, the one who called last first, of one instant by id. */
function groupPerdidas(rows: readonly Row[], situacao: Situacao, until: Date, shows: (row: Row) => boolean) {
  const callerOf = ({ telefone_chave, id }: Row) => (/^(#0|$)/.test(telefone_chave) ? id : telefone_chave)
  const standing = rows.filter((row) => {
    const attended = rows.some(
      (each) => callerOf(each) === callerOf(row) && each.atendida_em && each.atendida_em >= row.notificada_em,
    )
    const missed = row.notificada_em < until && (row.estado === 'cancelada' || row.estado === 'perdida')
    return missed && !row.atendida_em && (row.tratada_em || attended ? 'resolvida' : 'aberta') === situacao
  })
  const newestFirst = standing
    .filter(shows)
    .toSorted((a, b) => Number(b.notificada_em) - Number(a.notificada_em) || (a.id < b.id ? 1 : -1))
  return [...new Set(newestFirst.map(callerOf))].map((chamador) => {
    const calls = newestFirst.filter((row) => callerOf(row) === chamador)
    const taken = standing.filter((row) => callerOf(row) === chamador).map(({ assumida_em }) => Number(assumida_em))
    return {
      chamador,
      id: calls[0]?.id,
      total: calls.length,
      nao_vistas: calls.filter(({ exibida_em }) => exibida_em === null).length,
      assumida: Math.max(...taken),
    }
  })
}

test('the pages of missed calls from the database equal the groups of the rule, for any calls', async () => {
  const start = Date.now() - 3_600_000
  const minute = 60_000
  const call = fc.record({
    telefone_chave: fc.constantFrom('', '#000', '371', '372'),
    usuario: fc.constantFrom('ana', 'bruno'),
    estado: fc.constantFrom('aberta' as const, 'fechada' as const, 'cancelada' as const, 'perdida' as const),
    at: fc.integer({ min: 0, max: 50 }),
    attendedAfter: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
    tratada: fc.boolean(),
    assumida: fc.boolean(),
    exibida: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(call, { minLength: 1, maxLength: 25 }),
      fc.constantFrom('aberta' as const, 'resolvida' as const),
      fc.constantFrom(null, 'ana'),
      fc.integer({ min: 0, max: 30 }),
      fc.boolean(),
      fc.boolean(),
      async (story, situacao, usuario, from, noted, reaches) => {
        await desk.clear()
        const data = story.map(({ usuario, at, attendedAfter, tratada, assumida, exibida, ...own }) => ({
          ...own,
          id: randomUUID(),
          usuario_id: ids[usuario] ?? 0,
          chave: randomUUID(),
          notificada_em: new Date(start + at * minute),
          tocada_em: new Date(start + at * minute),
          encerrada_em: own.estado === 'aberta' ? null : new Date(start + (at + 5) * minute),
          atendida_em:
            attendedAfter === null || ['cancelada', 'perdida'].includes(own.estado)
              ? null
              : new Date(start + (at + attendedAfter) * minute),
          tratada_em: tratada && own.estado === 'cancelada' ? new Date(start + (at + 6) * minute) : null,
          assumida_em: assumida ? new Date(start + (at + 7) * minute) : null,
          assumida_por: assumida ? (ids.clara ?? 0) : null,
          exibida_em: exibida ? new Date(start + at * minute) : null,
        }))
        await desk.database.prisma.ligacao.createMany({ data })
        const rows = await desk.database.prisma.ligacao.findMany()
        if (noted) await noteAttended(desk)
        const usuarioId = usuario && (ids[usuario] ?? 0)
        const [since, until] = [new Date(start + from * minute), new Date(start + 45 * minute)]
        const reach = new Date(start + (from - 5) * minute)
        const due = groupPerdidas(
          rows,
          situacao,
          until,
          (each) =>
            (usuarioId === null || each.usuario_id === usuarioId) &&
            (each.notificada_em >= since ||
              (reaches && each.notificada_em >= reach && each.tratada_em !== null && each.tratada_em >= since)),
        )
        const view = { situacao, usuarioId, since, until, ...(reaches && { reach }) }
        const got: Perdida[] = []
        let after: Parameters<typeof perdidasPage>[2] = null
        do {
          const { page, next } = await perdidasPage(desk.database, view, after, 2)
          got.push(...page)
          after = next
        } while (after)
        const told = got.map(({ chamador, id, total, nao_vistas, assumida }) => ({
          ...{ chamador, id, total, nao_vistas },
          assumida: assumida ? Date.parse(assumida.em) : 0,
        }))
        expect(told).toEqual(due)
      },
    ),
    { numRuns: 60 },
  )
}, 120_000)

describe('the spreadsheet of missed calls', () => {
  test('lists open calls before settled ones, disarms formulas, applies the filter by user, and is on record', async () => {
    const open = await desk.ring({ ramal: 101, telefone: maria, ligacao_params: { call_id: 'planilha-1' } })
    await desk.cancel({ ramal: 101, ligacao_params: { call_id: 'planilha-1' } })
    await desk.notify({ ramal: 102, telefone: '3732210002', ligacao_params: { call_id: 'planilha-2' } })
    await desk.cancel({ ramal: 102, ligacao_params: { call_id: 'planilha-2' } })
    const ate = new Date(Date.now() + 60_000).toISOString()
    expect((await ask('clara', '/tratar', { ids: [open], ate })).status).toBe(200)
    await desk.database.pool.query("UPDATE cliente SET nome_razaosocial = '@SUM(1;2)' WHERE id_cliente = 1")
    const answer = await ask('clara', '/exportar')
    await desk.database.pool.query(
      "UPDATE cliente SET nome_razaosocial = 'Maria da Conceição Ávila' WHERE id_cliente = 1",
    )
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="perdidas-.*\.csv"$/)
    const [head, first, second, rest] = answer.text.split('\r\n')
    expect(head).toMatch(/^\uFEFFsituacao;telefone;/)
    expect(first).toMatch(/^aberta;\(37\) 3221-0002;/)
    expect(second).toMatch(/^resolvida;\(37\) 99991-2222;\d+;"'@SUM\(1;2\)";1;1;/)
    expect(rest).toBe('')
    const ofBruno = (await ask('clara', `/exportar?usuario=${ids.bruno}`)).text.split('\r\n')
    expect(ofBruno).toHaveLength(3)
    const [record] = await desk.database.prisma.auditoria.findMany({ orderBy: { id: 'desc' }, take: 1 })
    expect(record).toMatchObject({
      acao: 'perdidas_exportadas',
      usuario_id: ids.clara,
      alvo: 'clientes',
      detalhes: { usuario: ids.bruno },
    })
  })
})
