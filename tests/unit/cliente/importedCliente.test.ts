import { expect, test } from 'vitest'
import { Judge } from '#server/cliente/import/judge'
import { cliente, pacote, servico } from '../../support/otherSystem.ts'

const place = { line: 1, ordinal: 1 }

test('the import accepts a customer in the form in which another system lists customers', () => {
  expect(new Judge().judge(cliente, place)).toHaveProperty('record')
})

test.each([
  ['servicos[0].id_servico', { servicos: [{ ...servico, id_servico: undefined }] }],
  ['servicos[0].id_servico', { servicos: [{ ...servico, id_servico: null }] }],
  ['servicos[0].valor', { servicos: [{ ...servico, valor: null }] }],
  ['servicos[0].pacotes[0].valor', { servicos: [{ ...servico, pacotes: [{ ...pacote, valor: null }] }] }],
  [
    'servicos[0].pacotes[0].data_cadastro',
    { servicos: [{ ...servico, pacotes: [{ ...pacote, data_cadastro: null }] }] },
  ],
  ['data_cadastro', { data_cadastro: null }],
  // Without the field, the import would empty the stored password.
  ['servicos[0].senha', { servicos: [{ ...servico, senha: undefined }] }],
  ['nome_razaosocial', { nome_razaosocial: undefined }],
])('the import refuses a customer without %s, and names that field', (field, without) => {
  const judged = new Judge().judge({ ...cliente, ...without }, place)
  expect(Object.keys('mistakes' in judged ? judged.mistakes : {})).toEqual([field])
})
