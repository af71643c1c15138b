import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { byCommand, setAtivo } from '#server/acesso/rows/changeUsuario'
import { revokeToken } from '#server/acesso/rows/tokens'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import { answerMs } from '#server/database/patience'
import { demoToken } from '#server/demo/accounts'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { checkChangedScreens } from '#server/ligacao/followLigacoes'
import { notificar, startDesk, type TestDesk } from '../../support/desk.ts'
import { openRaw, postHead, takenApart } from '../../support/rawSocket.ts'
import type { Screen } from '../../support/screen.ts'
import { startTwoDesks } from '../../support/twoDesks.ts'

const patient = { timeout: 20_000 }

let one: TestDesk
let two: TestDesk
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ one, two, stop } = await startTwoDesks())
})
afterAll(() => stop())
beforeEach(async () => {
  await two.clear()
  await one.clear()
  const ana = await one.idOf('ana')
  await vi.waitFor(() => expect([one, two].map(({ desk }) => desk.publisher.screensOf(ana))).toEqual([0, 0]), patient)
})

let marks = 0

/**
 * Names of the events that the screen received. Waits for a marker event first: messages between the desks keep their
 * order, so all earlier ones have arrived with it.
 */
async function heardAt(screen: Screen): Promise<string[]> {
  const mark = await two.screen('clara')
  await one.notify({ ramal: 201, ligacao_params: { id: `mark ${marks++}` } })
  await expect.poll(() => mark.heard.length, patient).toBe(1)
  mark.close()
  return screen.events()
}

describe('a call notified at one desk', () => {
  test('is shown and cancelled with the same events at the other desk, on the screens of its agent alone', async () => {
    const [near, far, bruno] = [await one.screen('ana'), await two.screen('ana'), await two.screen('bruno')]
    await one.notify({ ramal: 101, telefone: '37999912222', ligacao_params: { id: 1 } })
    await one.cancel({ ramal: 101, ligacao_params: { id: 1 } })
    expect(await heardAt(far)).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
    await near.sync()
    expect(far.heard).toEqual(near.heard)
    expect(await heardAt(bruno)).toEqual([])
  })

  test('does not become uncertain when a third desk starts, because the other desks heard the exchange', async () => {
    const ana = await one.screen('ana')
    await one.notify({ ramal: 101, ligacao_params: { id: 'tocava' } })
    const { dataDir, databaseUrl } = one.config
    const third = await startDesk({ dataDir, databaseUrl })
    const there = await third.screen('ana')
    expect(there.first.ligacoes).toMatchObject([{ incerta: false, versao: 1 }])
    await third.stop()
    expect(await ana.events()).toEqual(['ligacao:aberta'])
  })

  test('counts the screens of both desks in X-Telas, and so does the list of extensions', async () => {
    await one.screen('ana')
    const far = await two.screen('ana')
    await two.screen('bruno')
    const telas = async () => (await one.notify({ ramal: 101 })).headers['x-telas']
    await expect.poll(telas, patient).toBe('2')
    const ramais = async () => {
      const { json } = await one.send({ path: '/api/v1/integracao/pbx/ramais', authorization: demoToken })
      return json.ramais
        .filter((each: { tela_conectada: boolean }) => each.tela_conectada)
        .map((each: { ramal: string }) => each.ramal)
    }
    await expect.poll(ramais, patient).toEqual(['101', '102'])
    far.close()
    await expect.poll(telas, patient).toBe('1')
  })

  test('arrives whole at the other desk though it is larger than a PostgreSQL notification may be', async () => {
    const far = await two.screen('ana')
    const ligacao_params = { id: 'grande', nota: 'ação “€” 😀\u0000\n'.repeat(350) }
    expect((await one.notify({ ramal: 101, ligacao_params })).status).toBe(200)
    expect(await heardAt(far)).toEqual(['ligacao:aberta'])
    expect(far.heard[0]?.ligacao.ligacao_params).toEqual(ligacao_params)
  })

  test('reaches screens at both desks once and in the same order, among sixty calls', async () => {
    const [near, far] = [await one.screen('ana'), await two.screen('ana')]
    const notify = (id: number) => one.notify({ ramal: 101, ligacao_params: { id } })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, id) => notify(id)))
    await heardAt(far)
    await near.sync()
    expect(far.heard).toEqual(near.heard)
    expect(new Set(far.heard.map(({ ligacao }) => ligacao.id))).toEqual(
      new Set(answers.map(({ headers }) => headers['x-ligacao-id'])),
    )
  })

  test('can be linked, given a ticket, written on and closed through either desk, and all screens agree', async () => {
    const [near, far] = [await one.screen('ana'), await two.screen('ana')]
    const cookie = await one.cookie('ana')
    const id = (await one.notify({ ramal: 101, ligacao_params: { id: 1 } })).headers['x-ligacao-id']
    const [here, there] = [one, two].map(
      (desk) => (path: string, body: object, method?: string) =>
        desk.send({ path: `/api/painel/${path}`, headers: { cookie }, body, ...(method && { method }) }),
    ) as [Say, Say]
    await there(`ligacoes/${id}/cliente`, { id_cliente: 1 })
    const { atendimento } = (await here(`ligacoes/${id}/atendimento`, {})).json
    await there(`atendimentos/${atendimento.id}`, { versao: atendimento.versao, descricao: 'sem sinal' }, 'PATCH')
    await here(`ligacoes/${id}/fechar`, {})
    for (const screen of [near, far]) await expect.poll(() => screen.heard.length, patient).toBe(5)
    // Events from the two desks may arrive in a different order; their versions give the right one.
    const ordered = (screen: Screen) => screen.heard.toSorted((a, b) => a.ligacao.versao - b.ligacao.versao)
    expect(ordered(far)).toEqual(ordered(near))
    expect(ordered(far).map(({ ligacao }) => ligacao.versao)).toEqual([1, 2, 3, 4, 5])
    expect(ordered(far)[3]?.ligacao.atendimento?.descricao).toBe('sem sinal')
  })

  test('is one ring group with the same caller’s call at the other desk, and only one agent can attend', async () => {
    for (let n = 0; n < 4; n++) {
      const [ana, bruno] = [await two.screen('ana'), await one.screen('bruno')]
      const body = { telefone: '37998881234', ligacao_params: { linkedid: `grupo-${n}` } }
      const answers = [await one.notify({ ramal: 101, ...body }), await two.notify({ ramal: 102, ...body })]
      const [hers, his] = answers.map(({ headers }) => String(headers['x-ligacao-id'])) as [string, string]
      const others = (screen: Screen) => screen.heard.at(-1)?.ligacao.grupo?.map(({ ligacao_id }) => ligacao_id)
      await vi.waitFor(() => expect([others(ana), others(bruno)]).toEqual([[his], [hers]]), patient)
      const attend = async (desk: TestDesk, usuario: string, id: string) =>
        desk.send({
          path: `/api/painel/ligacoes/${id}/atender`,
          headers: { cookie: await desk.cookie(usuario) },
          body: {},
        })
      const both = await Promise.all([attend(one, 'ana', hers), attend(two, 'bruno', his)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      const [loser, closed] = both[0].status === 409 ? [ana, hers] : [bruno, his]
      await vi.waitFor(() => expect(loser.heard.at(-1)?.event).toBe('ligacao:encerrada'), patient)
      expect(loser.heard.at(-1)?.ligacao).toMatchObject({
        ...{ id: closed, estado: 'fechada', encerrada_por: 'grupo' },
        grupo: [{ estado: 'atendida' }],
      })
      await one.clear()
      await two.clear()
    }
  })

  test('is of its ring group though the exchange tells who attends, and cancels the others, before the desks know', async () => {
    const body = { telefone: '37998885678', ligacao_params: { linkedid: 'depressa' } }
    const untold: (() => void)[] = []
    const held = [one, two].map(({ desk: { others } }) => {
      const tell = others.tell.bind(others)
      return vi.spyOn(others, 'tell').mockImplementation((about, what) => {
        if (about === 'rings') untold.push(() => tell(about, what))
        else tell(about, what)
      })
    })
    const bruno = await two.screen('bruno')
    await one.notify({ ramal: 101, ...body })
    await two.notify({ ramal: 102, ...body })
    await one.notify({ ramal: 201, ...body })
    await one.notify({ ramal: 201, ...body, ligacao_params: { ...body.ligacao_params, evento: 'atendida' } })
    await one.cancel({ ramal: 101, ...body })
    await two.cancel({ ramal: 102, ...body })
    await vi.waitFor(() => expect(untold.length).toBeGreaterThanOrEqual(2), patient)
    for (const spy of held) spy.mockRestore()
    for (const tell of untold) tell()
    const ended = async () =>
      (
        await one.database.pool.query(
          'SELECT ramal, estado, encerrada_por, count(*) OVER (PARTITION BY grupo)::int AS juntas FROM ligacao ORDER BY ramal',
        )
      ).rows
    await expect.poll(ended, patient).toEqual([
      { ramal: '101', estado: 'fechada', encerrada_por: expect.stringMatching('grupo|central'), juntas: 3 },
      { ramal: '102', estado: 'fechada', encerrada_por: 'central', juntas: 3 },
      { ramal: '201', estado: 'aberta', encerrada_por: null, juntas: 3 },
    ])
    // Bruno's list of missed calls asks again at each end.
    await vi.waitFor(() => expect(bruno.heard.at(-1)?.ligacao).toMatchObject({ estado: 'fechada' }), patient)
    expect(bruno.heard.map(({ event }) => event)).toEqual(['ligacao:aberta', 'ligacao:encerrada', 'ligacao:encerrada'])
  })

  test('is found by the next check when its announcement was lost, and only its agent’s screens ask again', async () => {
    const [ana, bruno] = [await two.screen('ana'), await two.screen('bruno')]
    const asked = (screen: Screen) =>
      screen.everything.filter((each) => JSON.stringify(each).includes('conferir')).length
    await checkChangedScreens(two.desk)
    await ana.sync()
    await bruno.sync()
    const before = [asked(ana), asked(bruno)]
    await checkChangedScreens(two.desk)
    await one.database.pool.query(
      `INSERT INTO ligacao (id, usuario_id, notificada_em, tocada_em) SELECT gen_random_uuid(), id, now(), now() FROM usuario WHERE usuario = 'ana'`,
    )
    await checkChangedScreens(two.desk)
    expect((await ana.sync()).ligacoes).toHaveLength(1)
    await bruno.sync()
    expect([asked(ana), asked(bruno)]).toEqual([(before[0] ?? 0) + 1, before[1]])
  })
})

test('when the desks may not have heard each other, all screens are told that anything may have been missed', async () => {
  const screens = [await one.screen('ana'), await two.screen('bruno')]
  const lines = `SELECT pid FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND objid <> 0 AND datname = current_database()`
  await one.database.pool.query(`SELECT pg_terminate_backend(pid) FROM (${lines}) AS lines`)
  for (const { everything } of screens)
    await expect.poll(() => everything, patient).toContainEqual({ event: 'mesa:banco', body: { responde: true } })
  await vi.waitFor(() => expect([one.desk.others.count, two.desk.others.count]).toEqual([1, 1]), patient)
})

test('a notification that lay unread while its desk stood still is refused: the call may have ended at the other desk', async () => {
  const raw = await openRaw(one.url)
  const body = JSON.stringify({ ramal: 101, ligacao_params: { id: 'velha' } })
  raw.say(`${postHead(notificar, demoToken, body)}\r\nConnection: close\r\n\r\n${body}`)
  // The thread of both desks stands still, as a process does that was stopped or had no processor.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, answerMs + 300)
  expect(takenApart(await raw.ended()).status).toBe(503)
  expect((await one.database.pool.query('SELECT FROM ligacao')).rowCount).toBe(0)
  await expect.poll(async () => (await one.notify({ ramal: 101 })).status, patient).toBe(200)
})

type Say = (path: string, body: object, method?: string) => ReturnType<TestDesk['send']>

describe('whoever loses a right at one desk loses it at both', () => {
  test('by signing out', async () => {
    const cookie = await one.cookie('ana')
    const [near, far, other] = [
      await one.screen('ana', cookie),
      await two.screen('ana', cookie),
      await two.screen('ana'),
    ]
    await one.send({ path: '/api/auth/sign-out', headers: { cookie, origin: one.url }, body: {} })
    expect([await near.ended, await far.ended]).toEqual(['io server disconnect', 'io server disconnect'])
    expect((await two.send({ path: '/api/painel/eu', headers: { cookie } })).status).toBe(401)
    expect(other.socket.connected).toBe(true)
  })

  test('by being disabled', async () => {
    await one.user({ usuario: 'eva', ramal: '150' })
    const cookie = await two.cookie('eva')
    const [near, far] = [await one.screen('eva', cookie), await two.screen('eva', cookie)]
    await setAtivo(one.database, 'eva', false, byCommand)
    expect([await near.ended, await far.ended]).toEqual(['io server disconnect', 'io server disconnect'])
    expect((await two.send({ path: '/api/painel/eu', headers: { cookie } })).status).toBe(401)
  })

  test('by a token’s revocation, on the very next request', async () => {
    const { nome, secret } = await one.token({ escopos: ['pbx', 'cliente'] })
    for (const desk of [one, two]) expect((await desk.notify({ ramal: 101 }, secret)).status).toBe(200)
    await revokeToken(one.database, nome, new Date())
    for (const desk of [two, one]) expect((await desk.notify({ ramal: 101 }, secret)).status).toBe(401)
  })
})

test('an import at one desk drops the lists that the other desk has cached', async () => {
  const list = async (desk: TestDesk) => {
    const { headers } = await desk.send({ path: '/api/v1/integracao/cliente/all?limit=1', authorization: demoToken })
    return headers['x-cache']
  }
  for (const desk of [one, two]) expect([await list(desk), await list(desk)]).toEqual(['MISS', 'HIT'])
  const [cliente] = generateClientes({ count: 1, seed: 99, firstId: 900_000 })
  if (!cliente) throw new Error('none was generated')
  await writeClientes(one.database, [cliente])
  await expect.poll(() => list(two), patient).not.toBe('HIT')
})
