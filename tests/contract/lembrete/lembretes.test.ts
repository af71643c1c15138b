import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { eraseTitular } from '#server/titular/eraseTitular'
import { exportTitular } from '#server/titular/exportTitular'
import type { Screen } from '../../support/screen.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
beforeEach(async () => {
  await desk.clear()
  await desk.database.pool.query('DELETE FROM lembrete')
})

const note = (usuario: string, body: object = {}) =>
  desk.as(usuario, 'lembretes', { chave: randomUUID(), palavras: 'Retornar ao cliente', em_minutos: 30, ...body })
const list = async (usuario: string) => (await desk.as(usuario, 'lembretes')).json.lembretes
const told = async (screen: Screen) => {
  await screen.sync()
  return screen.everything.filter((each) => (each as { event?: string }).event === 'lembretes:mudaram')
}

test('a reminder is announced to all screens of its owner, and nobody else can read, postpone or finish it', async () => {
  const screens = [await desk.screen('ana'), await desk.screen('ana')]
  const bruno = await desk.screen('bruno')
  const made = await note('ana')
  expect(made).toMatchObject({ status: 200, json: { lembretes: [{ palavras: 'Retornar ao cliente', cliente: null }] } })
  const [{ id, quando }] = made.json.lembretes
  for (const screen of screens) expect(await told(screen)).toEqual([{ event: 'lembretes:mudaram', body: {} }])
  expect(await list('bruno')).toEqual([])
  for (const act of ['feito', 'adiar']) expect((await desk.as('bruno', `lembretes/${id}/${act}`, {})).status).toBe(404)
  expect(await list('ana')).toEqual(made.json.lembretes)

  const before = Date.now()
  const [later] = (await desk.as('ana', `lembretes/${id}/adiar`, {})).json.lembretes
  expect(later.quando).not.toBe(quando)
  expect(Date.parse(later.quando) - before).toBeGreaterThanOrEqual(10 * 60_000)
  expect(Date.parse(later.quando) - before).toBeLessThan(11 * 60_000)
  expect((await desk.as('ana', `lembretes/${id}/feito`, {})).json.lembretes).toEqual([])
  // Marking it done again is harmless; a reminder that is done cannot be postponed.
  expect((await desk.as('ana', `lembretes/${id}/feito`, {})).status).toBe(200)
  expect((await desk.as('ana', `lembretes/${id}/adiar`, {})).status).toBe(404)
  expect(await told(bruno)).toEqual([])
})

test('a form that is sent several times at once makes one reminder', async () => {
  const chave = randomUUID()
  const many = await Promise.all(Array.from({ length: 5 }, () => note('ana', { chave })))
  expect(many.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await list('ana')).toHaveLength(1)
  // The same key from another user is another reminder.
  expect((await note('bruno', { chave })).json.lembretes).toHaveLength(1)
  expect(await list('ana')).toHaveLength(1)
})

test('an agent can have 100 open reminders, and gets another only when one is done', async () => {
  const row = { usuario_id: await desk.idOf('ana'), quando: new Date(), palavras: 'x', criado_em: new Date() }
  await desk.database.prisma.lembrete.createMany({
    data: Array.from({ length: 98 }, () => ({ ...row, chave: randomUUID() })),
  })
  const many = await Promise.all(Array.from({ length: 4 }, () => note('ana')))
  expect(many.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409])
  expect(await list('ana')).toHaveLength(100)
  const [{ id }] = await list('ana')
  await desk.as('ana', `lembretes/${id}/feito`, {})
  expect((await note('ana')).status).toBe(200)
  expect((await note('bruno')).status).toBe(200)
})

test.each([
  ['no words', { palavras: ' ' }, 'palavras'],
  ['too many words', { palavras: 'a'.repeat(281) }, 'palavras'],
  ['no time', { em_minutos: null }, 'hora'],
  ['two times', { hora: '16:00' }, 'hora'],
  ['no clock’s time', { em_minutos: null, hora: '25:00' }, 'hora'],
  ['a day that is over', { em_minutos: null, dia: '2020-01-01', hora: '16:00' }, 'hora'],
  ['more than a year', { em_minutos: 600_000 }, 'em_minutos'],
])('a reminder with %s is refused with the name of the field', async (_, body, field) => {
  expect(await note('ana', body)).toMatchObject({ status: 422, json: { campos: { [field]: [expect.any(String)] } } })
  expect(await list('ana')).toEqual([])
})

test('a reminder about a call or ticket names its customer; only the agent of that call or ticket can make one', async () => {
  const { id_cliente } = await desk.database.prisma.cliente.findFirstOrThrow({ orderBy: { id_cliente: 'asc' } })
  const ligacao_id = await desk.ring({ ramal: 101, telefone: '37999912222' })
  await desk.as('ana', `ligacoes/${ligacao_id}/cliente`, { id_cliente })
  expect((await note('bruno', { ligacao_id })).status).toBe(404)
  expect((await note('ana', { ligacao_id })).json.lembretes).toMatchObject([
    { cliente: { id_cliente }, atendimento: null },
  ])
  const { atendimento } = (await desk.as('ana', `ligacoes/${ligacao_id}/atendimento`, {})).json
  expect((await note('bruno', { atendimento_id: atendimento.id })).status).toBe(404)
  const palavras = 'Ligar para a irmã dela'
  const sooner = await note('ana', { atendimento_id: atendimento.id, palavras, em_minutos: 10 })
  expect(sooner.json.lembretes).toMatchObject([
    { cliente: { id_cliente }, atendimento: { id: atendimento.id } },
    { atendimento: null },
  ])
  // Ana may still note the call, but not the ticket that she passed on.
  const passing = { id_usuario: await desk.idOf('bruno'), versao: atendimento.versao }
  expect((await desk.as('ana', `atendimentos/${atendimento.id}/passar`, passing)).status).toBe(200)
  const [passed] = (await note('ana', { ligacao_id, em_minutos: 5 })).json.lembretes
  expect(passed).toMatchObject({ cliente: { id_cliente }, atendimento: null })
  await note('ana', { palavras: 'Nada sobre ninguém' })

  // Reminders are part of the person's data: they are exported and erased together with the tickets.
  await desk.as('ana', `ligacoes/${ligacao_id}/fechar`, {})
  const taken = JSON.stringify(await exportTitular(desk.desk, String(id_cliente)))
  expect(taken).toContain(palavras)
  expect(taken).not.toContain('Nada sobre ninguém')
  await eraseTitular(desk.desk, id_cliente)
  expect((await list('ana')).map((each: { palavras: string }) => each.palavras)).toEqual(['Nada sobre ninguém'])
})

test('when a call or ticket gets another customer, its reminders move with it, also in the customer’s data export', async () => {
  const [first, second] = await desk.database.prisma.cliente.findMany({
    orderBy: { id_cliente: 'asc' },
    skip: 1,
    take: 2,
  })
  const [wrong, right] = [first?.id_cliente ?? 0, second?.id_cliente ?? 0]
  const screen = await desk.screen('ana')
  const outsider = await desk.screen('bruno')
  const ligacao_id = await desk.ring({ ramal: 101, telefone: '37999913333' })
  const about = async () =>
    (await list('ana')).map(({ cliente }: { cliente: { id_cliente: number } | null }) => cliente?.id_cliente ?? null)
  await note('ana', { ligacao_id, palavras: 'Antes de saber quem era' })
  await note('ana', { palavras: 'Nada sobre ninguém' })
  expect(await about()).toEqual([null, null])
  await desk.as('ana', `ligacoes/${ligacao_id}/cliente`, { id_cliente: wrong })
  expect(await about()).toEqual([wrong, null])
  const { atendimento } = (await desk.as('ana', `ligacoes/${ligacao_id}/atendimento`, {})).json
  await note('ana', { atendimento_id: atendimento.id, palavras: 'No atendimento' })

  const before = (await told(screen)).length
  await desk.as('ana', `ligacoes/${ligacao_id}/cliente`, { id_cliente: right })
  expect(await about()).toEqual([right, null, right])
  await desk.as('ana', `atendimentos/${atendimento.id}/cliente`, { id_cliente: wrong })
  expect(await about()).toEqual([wrong, null, wrong])
  // A supervisor, who sees all tickets, may change the customer too; the reminder's owner is told.
  await desk.as('clara', `atendimentos/${atendimento.id}/cliente`, { id_cliente: right })
  expect(await about()).toEqual([right, null, right])
  expect((await told(screen)).length - before).toBe(3)
  expect(await told(outsider)).toEqual([])

  await desk.as('ana', `ligacoes/${ligacao_id}/fechar`, {})
  const taken = async (id: number) =>
    JSON.parse(JSON.stringify(await exportTitular(desk.desk, String(id)))).titulares[0].lembretes.length
  expect([await taken(wrong), await taken(right)]).toEqual([0, 2])
  // The exchange names another customer while the call rings.
  const said = { ramal: 101, ligacao_params: { call_id: 'de outro' } }
  await note('ana', { ligacao_id: await desk.ring({ ...said, id_cliente: wrong }), palavras: 'Da central' })
  expect(await about()).toEqual([right, null, right, wrong])
  await desk.notify({ ...said, id_cliente: right })
  expect(await about()).toEqual([right, null, right, right])
  expect([await taken(wrong), await taken(right)]).toEqual([0, 3])
  await eraseTitular(desk.desk, wrong)
  expect(await about()).toEqual([right, null, right, right])
})
