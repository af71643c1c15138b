import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startPausa, stopLeftPausas } from '#server/acesso/changePausa'
import { beginChores } from '#server/chores'
import { Others } from '#server/database/others/others'
import type { Desk } from '#server/desk'
import type { Screen } from '../../support/screen.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
const cookies: Record<string, string> = {}
// The desk's own chore ends pauses every ten seconds, which may be just before a test does.
beforeAll(() => void (desk.desk.others as Others).emit('duty', false))
beforeEach(async () => {
  await desk.clear()
  await desk.database.pool.query('DELETE FROM pausa')
  for (const usuario of ['ana', 'bruno', 'clara']) cookies[usuario] = await desk.cookie(usuario)
})

const as = (usuario: string, path: string, body?: object) =>
  desk.send({
    path: `/api/painel/${path}`,
    headers: { cookie: cookies[usuario] ?? '' },
    ...(body && { body, method: 'POST' }),
  })
const pause = (usuario: string, motivo: string) => as(usuario, 'pausa', { motivo })
const own = async (usuario: string) => (await as(usuario, 'pausa')).json.pausa
const everybodys = async () => (await as('clara', 'pausas')).json.pausas
/** The `pausas:mudaram` events that a screen received. */
const told = async (screen: Screen) => {
  await screen.sync()
  return screen.everything.filter((each) => (each as { event?: string }).event === 'pausas:mudaram')
}
const record = async () =>
  (await desk.database.pool.query('SELECT motivo_codigo AS motivo, ate IS NULL AS aberta FROM pausa ORDER BY id')).rows

test('a pause has a reason and a start time, and is sent only to the agent’s screens and the supervisors’', async () => {
  const screens = [await desk.screen('ana'), await desk.screen('ana'), await desk.screen('clara')] as const
  const bruno = await desk.screen('bruno')
  const before = Date.now()
  const begun = await pause('ana', 'almoco')
  expect(begun).toMatchObject({ status: 200, json: { pausa: { motivo: 'almoco', nome: 'Almoço' } } })
  expect(Date.parse(begun.json.pausa.desde)).toBeGreaterThanOrEqual(before)
  expect(await own('ana')).toEqual(begun.json.pausa)
  expect(await everybodys()).toEqual([
    { ...begun.json.pausa, usuario: { id: await desk.idOf('ana'), nome: 'Ana Souza', ramal: '101' } },
  ])
  for (const screen of screens) expect(await told(screen)).toEqual([{ event: 'pausas:mudaram', body: {} }])
  expect(await told(bruno)).toEqual([])
  expect(await own('bruno')).toBeNull()

  // The same reason again keeps the pause; another reason begins a new one.
  expect((await pause('ana', 'almoco')).json.pausa).toEqual(begun.json.pausa)
  expect((await pause('ana', 'reuniao')).json.pausa.motivo).toBe('reuniao')
  expect((await as('ana', 'pausa/encerrar', {})).json.pausa).toBeNull()
  expect((await as('ana', 'pausa/encerrar', {})).status).toBe(200)
  expect(await everybodys()).toEqual([])
  expect(await record()).toEqual([
    { motivo: 'almoco', aberta: false },
    { motivo: 'reuniao', aberta: false },
  ])
  // A repeated request sends the event again: the first event may have been lost together with the answer.
  for (const screen of screens) expect(await told(screen)).toHaveLength(5)
})

test('several tabs that start the same pause at once start one pause', async () => {
  const many = await Promise.all(Array.from({ length: 6 }, () => pause('ana', 'banheiro')))
  expect(new Set(many.map(({ json }) => json.pausa.desde)).size).toBe(1)
  expect(await record()).toEqual([{ motivo: 'banheiro', aberta: true }])
})

/** A desk whose query for the supervisors fails. */
const speechless = (): Desk => {
  const refuse = { findMany: () => Promise.reject(new Error('away')) }
  const prisma = new Proxy(desk.database.prisma, {
    get: (real, name) => (name === 'usuario' ? refuse : Reflect.get(real, name)),
  })
  return { ...desk.desk, database: { ...desk.database, prisma } }
}

test('a pause event that could not be sent to supervisors is sent when the request or the check is repeated', async () => {
  const [ana, clara] = [await desk.screen('ana'), await desk.screen('clara')]
  await expect(startPausa(speechless(), await desk.idOf('ana'), 'almoco')).rejects.toThrow('away')
  expect([await told(ana), await told(clara)].map(({ length }) => length)).toEqual([1, 0])
  await pause('ana', 'almoco')
  expect([await told(ana), await told(clara)].map(({ length }) => length)).toEqual([2, 1])
  expect(await record()).toEqual([{ motivo: 'almoco', aberta: true }])

  // A pause that ends by itself ends once; its event is sent later if sending it fails at first.
  await desk.database.pool.query('DELETE FROM sessao WHERE usuario_id = $1', [await desk.idOf('ana')])
  const failing = speechless()
  await expect(stopLeftPausas(failing)).rejects.toThrow('away')
  expect(await record()).toEqual([{ motivo: 'almoco', aberta: false }])
  expect(await told(clara)).toHaveLength(1)
  Object.assign(failing.database, { prisma: desk.database.prisma })
  await stopLeftPausas(failing)
  expect(await told(clara)).toHaveLength(2)
  await stopLeftPausas(failing)
  expect(await told(clara)).toHaveLength(2)
})

test('an unknown pause reason is refused with an error at its field', async () => {
  for (const motivo of ['ferias', 1, null])
    expect(await pause('ana', motivo as string)).toMatchObject({
      status: 422,
      json: { campos: { motivo: [expect.any(String)] } },
    })
  expect(await record()).toEqual([])
})

const motivos = async () => (await as('ana', 'motivos_pausa')).json.motivos
const ofNew = async (nome: string) => (await motivos()).find((each: { nome: string }) => each.nome === nome)

test('only administrators change pause reasons; names are unique, codes are never reused, and fifty is the limit', async () => {
  const admin = await desk.cookie('admin')
  const save = (body: object, cookie = admin) =>
    desk.send({ path: '/api/painel/motivos_pausa', method: 'POST', headers: { cookie }, body })
  expect((await motivos()).map(({ codigo }: { codigo: string }) => codigo).slice(0, 5)).toEqual([
    ...['banheiro', 'almoco', 'reuniao', 'treinamento', 'outro'],
  ])
  for (const usuario of ['ana', 'clara'])
    expect((await save({ nome: 'Café' }, await desk.cookie(usuario))).status).toBe(403)
  const many = await Promise.all(Array.from({ length: 4 }, () => save({ nome: 'Visita técnica' })))
  expect(many.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
  expect(await ofNew('Visita técnica')).toEqual({ codigo: 'visita_tecnica', nome: 'Visita técnica', ativo: true })
  for (const nome of ['VISITA TÉCNICA', 'almoço', '', ' ', 'x'.repeat(41), 7, null, undefined])
    expect(await save({ nome })).toMatchObject({ status: 422, json: { campos: { nome: [expect.any(String)] } } })
  expect((await save({ codigo: 'nenhum', nome: 'Nenhum' })).json.campos).toEqual({ codigo: [expect.any(String)] })

  // A running pause keeps its reason when the reason is renamed or retired; a new pause with it is refused.
  expect((await pause('ana', 'visita_tecnica')).json.pausa).toMatchObject({ nome: 'Visita técnica' })
  // A field that the request leaves out keeps its value.
  expect((await save({ codigo: 'visita_tecnica', nome: 'Em campo' })).status).toBe(200)
  expect((await save({ codigo: 'visita_tecnica', ativo: false })).status).toBe(200)
  expect(await own('ana')).toMatchObject({ motivo: 'visita_tecnica', nome: 'Em campo' })
  expect((await everybodys())[0]).toMatchObject({ nome: 'Em campo' })
  expect((await pause('ana', 'visita_tecnica')).status).toBe(200)
  expect((await pause('bruno', 'visita_tecnica')).json.campos).toEqual({
    motivo: ['O campo motivo não é um motivo em uso: escolha outro'],
  })
  // The old name may be used again; the old code may not.
  await save({ nome: 'Visita técnica', ativo: false })
  expect(await ofNew('Visita técnica')).toEqual({ codigo: 'visita_tecnica_2', nome: 'Visita técnica', ativo: false })

  const { registros } = (
    await desk.send({ path: '/api/painel/auditoria?acao=motivo_pausa_alterado', headers: { cookie: admin } })
  ).json
  expect(registros).toMatchObject([
    { detalhes: { codigo: 'visita_tecnica', ativo: false } },
    { detalhes: { codigo: 'visita_tecnica', nome: 'Em campo' } },
  ])

  // There is room for fifty reasons.
  const { pool } = desk.database
  const room = 49 - (await motivos()).length
  await pool.query("INSERT INTO motivo_pausa (codigo, nome) SELECT 'm' || n, 'M ' || n FROM generate_series(1, $1) n", [
    room,
  ])
  const last = [await save({ nome: 'A última' }), await save({ nome: 'Uma a mais' })]
  await pool.query("DELETE FROM motivo_pausa WHERE codigo ~ '^m[0-9]+$'")
  expect(last.map(({ status }) => status)).toEqual([200, 422])
})

test('the previous version can read pauses from here, and its pauses can be read here', async () => {
  const anew = { nome: 'Ginástica laboral' }
  await desk.send({
    path: '/api/painel/motivos_pausa',
    method: 'POST',
    headers: { cookie: await desk.cookie('admin') },
    body: anew,
  })
  const before = async () => (await desk.database.pool.query('SELECT motivo FROM pausa ORDER BY id')).rows
  await pause('ana', 'reuniao')
  await pause('ana', 'ginastica_laboral')
  expect(await before()).toEqual([{ motivo: 'reuniao' }, { motivo: 'outro' }])
  await desk.database.pool.query("INSERT INTO pausa (usuario_id, motivo, desde) VALUES ($1, 'almoco', now())", [
    await desk.idOf('bruno'),
  ])
  expect(await own('bruno')).toMatchObject({ motivo: 'almoco', nome: 'Almoço' })
  expect((await everybodys()).map(({ nome }: { nome: string }) => nome)).toEqual(['Ginástica laboral', 'Almoço'])
  expect((await pause('bruno', 'almoco')).json.pausa).toMatchObject({ motivo: 'almoco' })
  expect((await everybodys()).length).toBe(2)
})

test('a pause does not stop a call’s window: the PBX decides which agent it rings', async () => {
  const ana = await desk.screen('ana')
  await pause('ana', 'treinamento')
  expect((await desk.notify({ ramal: 101, telefone: '37999912222' })).headers['x-telas']).toBe('1')
  expect(await ana.events()).toContain('ligacao:aberta')
})

test('a pause ends when the agent’s last session ends, by signing out or by expiry', async () => {
  await pause('ana', 'almoco')
  await pause('bruno', 'almoco')
  await desk.database.pool.query(
    `DELETE FROM sessao WHERE usuario_id = $1 AND id <> (SELECT max(id) FROM sessao WHERE usuario_id = $1)`,
    [await desk.idOf('ana')],
  )
  await stopLeftPausas(desk.desk)
  expect(await record()).toHaveLength(2)
  expect(await everybodys()).toHaveLength(2)

  const clara = await desk.screen('clara')
  const out = await desk.send({
    method: 'POST',
    path: '/api/auth/sign-out',
    headers: { cookie: await onlySession('ana') },
    body: {},
  })
  expect(out.status).toBe(200)
  await desk.database.pool.query("UPDATE sessao SET expira_em = now() - interval '1 second' WHERE usuario_id = $1", [
    await desk.idOf('bruno'),
  ])
  await stopLeftPausas(desk.desk)
  expect(await record()).toEqual([
    { motivo: 'almoco', aberta: false },
    { motivo: 'almoco', aberta: false },
  ])
  expect(await told(clara)).toHaveLength(1)
})

test('the desk itself ends the pause of who has left, at its next chore', async () => {
  await pause('ana', 'almoco')
  await desk.database.pool.query('DELETE FROM sessao WHERE usuario_id = $1', [await desk.idOf('ana')])
  const others = new Others()
  const stop = beginChores(desk.desk, others, () => undefined)
  others.emit('duty', true)
  await expect.poll(record).toEqual([{ motivo: 'almoco', aberta: false }])
  await stop()
})

/** Ends all sessions of the user and makes a new one. */
async function onlySession(usuario: string) {
  await desk.database.pool.query('DELETE FROM sessao WHERE usuario_id = $1', [await desk.idOf(usuario)])
  return desk.cookie(usuario)
}
