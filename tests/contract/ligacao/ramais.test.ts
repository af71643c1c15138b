import { expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()

const path = '/api/v1/integracao/pbx/ramais'
const ask = (authorization: string | undefined = demoToken, query = '') =>
  desk.send({ path: path + query, authorization })

test('the list of ramais shows who can be called, and whether each has a screen open', async () => {
  const ana = await desk.screen('ana')
  const answer = await ask()
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({
    status: 'success',
    msg: 'Dados consultados com sucesso',
    ramais: [
      { ramal: '101', identificador_interno: 'ana01', tela_conectada: true },
      { ramal: '102', identificador_interno: 'bruno02', tela_conectada: false },
      { ramal: '201', identificador_interno: 'clara01', tela_conectada: false },
    ],
  })
  ana.close()
  await expect.poll(async () => (await ask()).json.ramais[0].tela_conectada).toBe(false)
})

test('the list of ramais leaves out disabled users, and users without ramal and identificador_interno', async () => {
  await desk.user({ usuario: 'so.interno', ramal: null, identificador_interno: 'interno9' })
  await desk.user({ usuario: 'sem.nada', ramal: null })
  await desk.user({ usuario: 'saiu', ramal: '999' })
  await desk.database.pool.query(`UPDATE usuario SET desativado = true WHERE usuario = 'saiu'`)
  const { ramais } = (await ask()).json
  expect(ramais).toHaveLength(4)
  expect(ramais).toContainEqual({ ramal: null, identificador_interno: 'interno9', tela_conectada: false })
  expect(JSON.stringify(ramais)).not.toContain('999')
})

test('the list of ramais needs a token of the scope pbx, and names the query fields that it ignores', async () => {
  expect((await ask('')).status).toBe(401)
  const { secret } = await desk.token({ escopos: ['cliente', 'financeiro'] })
  expect((await ask(secret)).status).toBe(403)
  const { secret: pbx } = await desk.token({ escopos: ['pbx'] })
  const answer = await ask(pbx, '?ramal=101')
  expect(answer.status).toBe(200)
  expect(answer.headers['x-campos-ignorados']).toBe('ramal')
})

test('the list of ramais refuses a session', async () => {
  const cookie = await desk.cookie('admin')
  expect((await desk.send({ path, headers: { cookie } })).status).toBe(401)
})
