import { expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { flushShown, reportShown } from '#server/ligacao/reportShown'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()

const path = '/api/v1/integracao/pbx/ligacao/consultar'
const ask = (body: unknown) => desk.send({ path, authorization: demoToken, body })
const asked = async (ligacao_params: object) => (await ask({ ligacao_params })).json.ligacoes

test('a look-up by key shows a call from its ring to its end, with its protocolo and no customer data', async () => {
  const key = { uniqueid: '1700000000.42' }
  expect(await asked(key)).toEqual([])
  const ligacao_id = await desk.ring({ ramal: 101, id_cliente: 1, telefone: '37999912222', ligacao_params: key })
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
  const rung = {
    ...{ ligacao_id, ramal: '101', identificador_interno: 'ana01', estado: 'aberta', incerta: false },
    ...{
      notificada_em: at,
      exibida_em: null,
      atendida_em: null,
      encerrada_em: null,
      encerrada_por: null,
      protocolo: null,
    },
  }
  expect(await asked(key)).toEqual([rung])

  reportShown(desk.desk, await desk.idOf('ana'), ligacao_id)
  await flushShown(desk.desk)
  expect(await asked(key)).toEqual([{ ...rung, exibida_em: at }])

  const ticket = await desk.act('ana', ligacao_id, 'atendimento')
  expect(ticket.status).toBe(200)
  const { protocolo } = ticket.json.atendimento
  await desk.cancel({ ramal: 101, ligacao_params: key })
  const answer = await ask({ ligacao_params: key })
  expect(answer.json.ligacoes).toEqual([
    {
      ...rung,
      ...{ estado: 'fechada', exibida_em: at, atendida_em: at, encerrada_em: at, encerrada_por: 'central', protocolo },
    },
  ])
  expect(answer.text).not.toMatch(/Maria|99991|cpf|telefone|cliente/)
})

test('a look-up by linkedid returns each user’s call with exactly that key, sent as number or text', async () => {
  for (const ramal of [101, 102])
    await desk.notify({ ramal, telefone: '3732211000', ligacao_params: { linkedid: 77.5 } })
  await desk.notify({ ramal: 101, telefone: '3732211000', ligacao_params: { linkedid: '77.50' } })
  const found = await asked({ linkedid: '77.5' })
  expect(found.map(({ ramal }: { ramal: string }) => ramal).toSorted()).toEqual(['101', '102'])
})

test('a look-up without a key is refused, and a look-up writes no call', async () => {
  const written = () => desk.database.pool.query('SELECT id, estado FROM ligacao ORDER BY id').then(({ rows }) => rows)
  const before = await written()
  for (const ligacao_params of [{}, { fila: 'suporte' }, { uniqueid: '' }, { uniqueid: {} }]) {
    const { status, json } = await ask({ ligacao_params })
    expect(status).toBe(422)
    expect(JSON.stringify(json)).toContain('deve ter call_id, uniqueid, linkedid ou id')
  }
  for (const none of [{}, { ligacao_params: null }, { ligacao_params: '' }, { ligacao_params: [] }])
    expect((await ask(none)).json.campos).toEqual({ ligacao_params: ['O campo ligacao_params é obrigatório'] })
  expect((await ask({ ligacao_params: [1] })).json.errors).toEqual(['O campo ligacao_params deve ser um objeto JSON'])
  await asked({ uniqueid: '1700000000.42' })
  expect(await written()).toEqual(before)
})

test('a look-up returns the newest 200 calls of a key, the newest first', async () => {
  const { rows } = await desk.database.pool.query<{ id: string }>(
    `WITH people AS (
       INSERT INTO usuario (usuario, nome, email) SELECT 'm' || n, 'M', n || '@m' FROM generate_series(1, 201) n RETURNING id
     )
     INSERT INTO ligacao (id, usuario_id, telefone_chave, chave, notificada_em, tocada_em)
     SELECT gen_random_uuid(), id, '', 'muitos', now() - id * interval '1 second', now() FROM people ORDER BY id
     RETURNING id`,
  )
  const found = await asked({ uniqueid: 'muitos' })
  const ids = found.map(({ ligacao_id }: { ligacao_id: string }) => ligacao_id)
  expect(ids).toEqual(rows.slice(0, 200).map(({ id }) => id))
})
