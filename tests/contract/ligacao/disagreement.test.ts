import { beforeAll, expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
let codigos: Map<number, number>
beforeAll(async () => {
  const { rows } = await desk.database.pool.query(
    'SELECT id_cliente, codigo_cliente FROM cliente WHERE id_cliente <= 2',
  )
  codigos = new Map(rows.map(({ id_cliente, codigo_cliente }) => [id_cliente, codigo_cliente]))
})

test('id_cliente and codigo_cliente of two customers are refused', async () => {
  for (const say of [desk.notify, desk.cancel]) {
    const answer = await say({ ramal: 101, id_cliente: 1, codigo_cliente: codigos.get(2) })
    expect(answer.status).toBe(422)
    expect(answer.json.campos).toEqual({
      codigo_cliente: ['O campo codigo_cliente deve indicar o mesmo cliente que id_cliente'],
    })
  }
})

test('id_cliente and codigo_cliente of one customer are accepted, as numbers or texts of digits', async () => {
  const body = { ramal: '101', identificador_interno: 'ANA01', id_cliente: '1', codigo_cliente: codigos.get(1) }
  expect((await desk.notify(body)).status).toBe(200)
  const screen = await desk.screen('ana')
  expect(screen.first.ligacoes[0]?.cliente?.id_cliente).toBe(1)
})

test('a notification for the ramal of a disabled user is refused', async () => {
  await desk.user({ usuario: 'davi', ramal: '103' })
  expect((await desk.notify({ ramal: 103 })).status).toBe(200)
  await desk.database.pool.query(`UPDATE usuario SET desativado = true WHERE usuario = 'davi'`)
  expect((await desk.notify({ ramal: 103 })).json.campos).toHaveProperty('ramal')
})

test('a cancel that names two users is refused, and the window of neither closes', async () => {
  const ligacao_params = { call_id: 'dois' }
  const windows = await Promise.all([101, 102].map((ramal) => desk.notify({ ramal, ligacao_params })))
  for (const named of [
    { ramal: 101, identificador_interno: 'bruno02' },
    { ramal: 102, identificador_interno: 'ana01' },
  ]) {
    const answer = await desk.cancel({ ...named, ligacao_params })
    expect({ status: answer.status, campos: Object.keys(answer.json.campos ?? {}) }).toEqual({
      status: 422,
      campos: ['identificador_interno'],
    })
  }
  const { rowCount } = await desk.database.pool.query(`SELECT FROM ligacao WHERE chave = 'dois' AND estado = 'aberta'`)
  expect(rowCount).toBe(windows.length)
})
