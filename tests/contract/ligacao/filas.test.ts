import { expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
const as = (usuario: string, body?: object) => desk.as(usuario, 'filas', body)

test('an administrator names, renames and clears queues in any letter case, on record; others only read them', async () => {
  expect((await as('ana')).json.filas).toEqual([])
  expect((await as('admin', { codigo: ' Suporte ', nome: 'Suporte técnico' })).json.filas).toEqual([
    { codigo: 'suporte', nome: 'Suporte técnico' },
  ])
  await as('admin', { codigo: 'SUPORTE', nome: 'Suporte' })
  expect((await as('ana')).json.filas).toEqual([{ codigo: 'suporte', nome: 'Suporte' }])
  // A name that another administrator gave meanwhile is told before it is replaced, and not where nothing changes.
  const renamed = (nome: string, nome_lido: string | null) => as('admin', { codigo: 'suporte', nome, nome_lido })
  const refused = await renamed('Técnicos', null)
  expect([refused.status, refused.json.campos, refused.json.filas]).toEqual([
    409,
    { nome: [expect.stringContaining('agora é “Suporte”')] },
    [{ codigo: 'suporte', nome: 'Suporte' }],
  ])
  expect((await renamed('Suporte', null)).status).toBe(200)
  expect((await renamed('Técnicos', 'Suporte')).json.filas).toEqual([{ codigo: 'suporte', nome: 'Técnicos' }])
  const taken = await as('admin', { codigo: 'suporte', nome: null, nome_lido: 'Suporte' })
  expect([taken.status, taken.json.campos]).toEqual([
    409,
    { nome: [expect.stringContaining('agora é “Técnicos”: confira antes de tirar')] },
  ])
  expect((await as('clara', { codigo: 'vendas', nome: 'Vendas' })).status).toBe(403)
  for (const body of [
    { codigo: '', nome: 'x' },
    { codigo: 'x', nome: '' },
    { codigo: 'x'.repeat(61), nome: 'x' },
  ])
    expect((await as('admin', body)).status).toBe(422)
  expect((await as('admin', { codigo: 'suporte', nome: null })).json.filas).toEqual([])
  const { registros } = (await desk.as('admin', 'auditoria?acao=fila_nomeada')).json
  expect(registros).toMatchObject([
    { detalhes: { nome: null } },
    { detalhes: { nome: 'Técnicos' } },
    { detalhes: { nome: 'Suporte' } },
    {},
  ])
})
