import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { byCommand, setAtivo } from '#server/acesso/rows/changeUsuario'
import { flushShown, reportShown } from '#server/ligacao/reportShown'
import { expireWindows, missUncertain, missUnseen } from '#server/ligacao/rows/endings'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
const central = '/api/painel/central'

async function administrator() {
  const headers = { cookie: await desk.cookie('admin') }
  return {
    ring: (id: number) => desk.send({ method: 'POST', path: `${central}/${id}/tocar`, headers }),
    end: (id: number, ligacao: string) =>
      desk.send({ method: 'POST', path: `${central}/${id}/parar/${ligacao}`, headers }),
    toque: async (id: number, desde = new Date(Date.now() - 60_000).toISOString()) =>
      (await desk.send({ path: `${central}/${id}?desde=${desde}`, headers })).json.toque,
    get: (path: string) => desk.send({ path, headers }),
  }
}

test('a test call rings only on that user’s screens, shows each stage, and ends without a missed call', async () => {
  const { ring, end, toque, get } = await administrator()
  const [ana, bruno] = [await desk.screen('ana'), await desk.screen('bruno')]
  const id = await desk.idOf('ana')
  expect(await toque(id)).toBeNull()

  const { status, json } = await ring(id)
  expect([status, json.telas]).toEqual([200, 1])
  expect(await ana.events()).toEqual(['ligacao:aberta'])
  expect(ana.heard[0]?.ligacao).toMatchObject({ origem: 'Toque de teste', telefone: null, cliente: null })
  expect(await bruno.events()).toEqual([])
  const rung = {
    ligacao_id: json.ligacao_id,
    telefone_formatado: 'número não informado',
    ...{ cliente: null, exibida_em: null, atendida_em: null, encerrada_em: null },
  }
  await expect.poll(() => toque(id)).toMatchObject({ ...rung, entregue_em: expect.any(String) })
  expect(await toque(id, new Date(Date.now() + 60_000).toISOString())).toBeNull()
  expect(await toque(await desk.idOf('bruno'))).toBeNull()

  reportShown(desk.desk, id, json.ligacao_id)
  await flushShown(desk.desk)
  expect((await toque(id)).exibida_em).not.toBeNull()

  expect((await end(id, json.ligacao_id)).status).toBe(200)
  expect((await toque(id)).encerrada_em).not.toBeNull()
  expect(await ana.events()).toContain('ligacao:encerrada')
  expect((await get('/api/painel/perdidas?situacao=aberta')).text).not.toContain(json.ligacao_id)
  const { registros } = (await get('/api/painel/auditoria?acao=toque_de_teste')).json
  expect(registros).toMatchObject([{ alvo: `usuario:${id}`, detalhes: { usuario: 'ana' } }])
})

test.each([
  ['for eight hours', () => expireWindows(desk.database, 0, new Date())],
  ['where no screen was', async () => missUnseen(desk.database, [await desk.idOf('ana')], new Date(), new Date())],
  ['uncertain', () => missUncertain(desk.database, new Date(), new Date())],
])('a test call that nobody stops, left %s, is closed and is no missed call', async (_, endThem) => {
  const { ring, get } = await administrator()
  const left = [(await ring(await desk.idOf('ana'))).json.ligacao_id]
  const real = { ramal: 101, telefone: '37999912222', ligacao_params: { id: `real ${left}` } }
  left.push((await desk.notify(real)).headers['x-ligacao-id'])
  await desk.database.pool.query(
    `UPDATE ligacao SET incerta_em = now() - interval '1 hour', notificada_em = now() - interval '1 minute' WHERE id = ANY($1)`,
    [left],
  )
  await endThem()
  const { rows } = await desk.database.pool.query(
    'SELECT estado, encerrada_por FROM ligacao WHERE id = ANY($1) ORDER BY chave DESC',
    [left],
  )
  expect(rows).toEqual([
    { estado: 'fechada', encerrada_por: 'prazo' },
    { estado: expect.stringMatching(/perdida|expirada/), encerrada_por: 'prazo' },
  ])
  const { text } = await get('/api/painel/perdidas?situacao=aberta')
  expect(left.map((id) => text.includes(id))).toEqual([false, true])
})

test('the newest call of the exchange is the one that is shown for the user, with its customer', async () => {
  const { toque } = await administrator()
  const id = await desk.idOf('ana')
  await desk.notify({ ramal: 101, telefone: '3732210000', ligacao_params: { id: 'older' } })
  await desk.notify({ ramal: 101, telefone: '37999912222', ligacao_params: { id: 'newer' } })
  expect(await toque(id)).toMatchObject({
    cliente: expect.stringContaining('Maria'),
    telefone_formatado: '(37) 99991-2222',
  })
})

test('a test call is refused for a user without ramal, disabled or unknown, and only a test call can be stopped', async () => {
  const { ring, end } = await administrator()
  const admin = await desk.idOf('admin')
  expect((await ring(admin)).json).toMatchObject({ status: 'error', msg: expect.stringContaining('não tem ramal') })
  expect((await ring(2_000_000)).status).toBe(404)
  const id = await desk.user({ usuario: 'saiu', ramal: '177' })
  await setAtivo(desk.database, 'saiu', false, byCommand)
  expect((await ring(id)).status).toBe(422)
  const { rows } = await desk.database.pool.query(
    'SELECT count(*)::int AS n FROM ligacao WHERE usuario_id IN ($1, $2)',
    [admin, id],
  )
  expect(rows[0].n).toBe(0)

  const ana = await desk.screen('ana')
  const { headers } = await desk.notify({ ramal: 101, telefone: '37999912222', ligacao_params: { id: 'real' } })
  for (const ligacao of [String(headers['x-ligacao-id']), 'nenhuma', randomUUID()])
    expect((await end(await desk.idOf('ana'), ligacao)).status).toBe(404)
  expect(await ana.events()).toEqual(['ligacao:aberta'])
})
