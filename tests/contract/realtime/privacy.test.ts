import { expect, test } from 'vitest'
import { readClientesById } from '#server/cliente/rows/joiner/texts'
import { demoSenha, demoToken } from '#server/demo/accounts'
import { demoTelefones } from '#server/demo/demoClientes'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()

/** Every secret and personal number that the demo's customers have in the database. */
async function secrets(): Promise<string[]> {
  const { rows } = await desk.database.pool.query<{ texto: string }>(
    `SELECT cpf_cnpj AS texto FROM cliente WHERE id_cliente <= 12`,
  )
  const clientes = await readClientesById(
    desk.database,
    [...Array(12).keys()].map((index) => index + 1),
  )
  const servicos = [...clientes.values()].flatMap((cliente) => cliente.servicos)
  const senhas = servicos.flatMap(({ senha, senhas }) => [senha, ...senhas.map((each) => each.senha)])
  expect(senhas.length).toBeGreaterThan(12)
  return [...rows.map(({ texto }) => texto), ...senhas].filter((texto) => texto.length >= 6)
}

test('no document and no password reach a socket, whichever way the customer is shown', async () => {
  const ana = await desk.screen('ana')
  const cookie = await desk.cookie('ana')
  for (const telefone of Object.values(demoTelefones))
    await desk.notify({ ramal: 101, telefone, ligacao_params: { id: telefone } })
  const { ligacoes } = await ana.sync()
  const unknown = ligacoes.find(({ telefone }) => telefone === demoTelefones.desconhecido)
  await desk.send({ path: `/api/painel/ligacoes/${unknown?.id}/cliente`, headers: { cookie }, body: { id_cliente: 8 } })
  await ana.sync()
  const told = JSON.stringify([ana.first, ana.everything])
  expect(told).toContain('Maria da Conceição')
  expect(told).toMatch(/"cpf_cnpj_mascarado":"\*\*\*\.\d{3}\.\d{3}-\*\*"/)
  expect(told).not.toContain('"senha')
  expect(told).not.toContain('"cpf_cnpj"')
  const found = await desk.send({ path: '/api/painel/clientes/busca?termo=gon%C3%A7alves', headers: { cookie } })
  expect(found.json.clientes.length).toBeGreaterThan(2)
  for (const secret of await secrets()) {
    expect(told).not.toContain(secret)
    expect(found.text).not.toContain(secret)
  }
})

test('a whole document is shown to a signed-in agent only, on record, and the record refuses any change', async () => {
  const cookie = await desk.cookie('ana')
  const answer = await desk.send({ method: 'POST', path: '/api/painel/clientes/1/documento', headers: { cookie } })
  expect(answer.json.cpf_cnpj).toMatch(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/)
  const { pool } = desk.database
  const { rows } = await pool.query('SELECT usuario_id, acao, alvo, ip FROM auditoria ORDER BY id')
  expect(rows).toEqual([
    // From the test before: Ana chose a customer for a call.
    expect.objectContaining({ acao: 'cliente_escolhido' }),
    { usuario_id: await desk.idOf('ana'), acao: 'documento_revelado', alvo: 'cliente:1', ip: '127.0.0.1' },
  ])
  for (const change of [`UPDATE auditoria SET alvo = 'x'`, 'DELETE FROM auditoria', 'TRUNCATE auditoria']) {
    await expect(pool.query(change)).rejects.toThrow('append-only')
  }
  expect((await pool.query('SELECT 1 FROM auditoria')).rowCount).toBe(2)
  expect(
    (await desk.send({ method: 'POST', path: '/api/painel/clientes/999999/documento', headers: { cookie } })).status,
  ).toBe(404)
  expect((await desk.send({ method: 'POST', path: '/api/painel/clientes/1/documento' })).status).toBe(401)
})

test('the log has one line a request and no telephone, token, password, cookie or document in any', async () => {
  const cookie = await desk.cookie('ana')
  const signIn = { path: '/api/auth/sign-in/username', headers: { origin: desk.url } }
  await desk.send({ ...signIn, body: { username: 'ana', password: demoSenha } })
  await desk.send({ ...signIn, body: { username: 'ana', password: 'senha-errada-123' } })
  await desk.notify({ ramal: 101, telefone: 37999912222, ligacao_params: { call_id: 'segredo-da-chamada' } })
  await desk.notify({ ramal: 101, telefone: 'x37999912222' })
  await desk.cancel({ ramal: 101, telefone: 37999912222 }, 'alo_errado_token')
  await desk.send({ path: '/api/painel/clientes/busca?termo=37999912222', headers: { cookie } })
  await desk.send({ path: '/api/nada?telefone=37999912222' })
  await desk.send({ method: 'POST', path: '/api/painel/clientes/1/documento', headers: { cookie } })
  const lines = desk.log.filter(({ msg }) => msg === 'request')
  expect(lines.map(({ status }) => status).slice(-8)).toEqual([200, 401, 200, 422, 401, 200, 404, 200])
  expect(lines.at(-6)).toMatchObject({
    method: 'POST',
    route: '/api/v1/integracao/pbx/ligacao/notificar',
    token: 'demo',
    telas: expect.any(Number),
  })
  const text = JSON.stringify(desk.log)
  const { rows } = await desk.database.pool.query('SELECT token FROM sessao')
  const forbidden = [
    demoToken,
    'alo_errado_token',
    demoSenha,
    'senha-errada',
    '99991',
    'segredo-da-chamada',
    'Maria',
    ...rows.map(({ token }) => token),
    ...(await secrets()),
  ]
  for (const secret of forbidden) expect(text).not.toContain(secret)
})
