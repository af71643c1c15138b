import { expect, test } from 'vitest'
import { nomeDe, telefoneAoLado } from '../../../app/ligacao/fila/ligacoes.ts'
import { call } from '../../support/calls.ts'

test('the number is shown beside a customer’s name, and not twice for an unknown caller', () => {
  const unknown = { ...call('1', 1, 'aberta'), cliente: null, telefone_formatado: '(11) 98888-7777' }
  expect([nomeDe(unknown), telefoneAoLado(unknown)]).toEqual(['(11) 98888-7777', ''])
  const known = { ...unknown, cliente: { id_cliente: 1, nome_razaosocial: 'Maria' } } as unknown as typeof unknown
  expect([nomeDe(known), telefoneAoLado(known)]).toEqual(['Maria', '(11) 98888-7777'])
})
