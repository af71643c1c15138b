import { expect, it } from 'vitest'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { isReached } from '../../../app/ligacao/chamada/useNextStepFocus.ts'
import { type Acao, createAcoesStore } from '../../../app/ligacao/fila/acoesStore.ts'
import { createLigacoesStore } from '../../../app/ligacao/fila/ligacoesStore.ts'
import { call } from '../../support/calls.ts'

const abrir: Acao = { acao: 'abrir' }
const fechar: Acao = { acao: 'fechar' }
const atendimento: Ligacao['atendimento'] = {
  ...{ id: 1, protocolo: '20261120000123', protocolo_formatado: '2026 1120 000 123', usuario_id: 1, versao: 1 },
  ...{ descricao: '', id_motivo: null, id_desfecho: null, estado: 'aberto', fechado_em: null },
  criado_em: '2026-11-20T12:00:00.000Z',
}

/** A store whose actions end when the test says so. */
function store() {
  let letters = 'none'
  const acoes = createAcoesStore(createLigacoesStore(), (_, before = '') => {
    letters = `kept${before}`
    return () => {
      letters = 'dropped'
      return ', after some'
    }
  })
  const sent: string[] = []
  const ends: ((error?: Error) => void)[] = []
  const ask = (id: string, acao: Acao) =>
    acoes.run(id, acao, (each) => {
      sent.push(`${id} ${each.acao}`)
      return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve(null))))
    })
  return { acoes, sent, ask, end: (error?: Error) => ends.shift()?.(error), letters: () => letters }
}

it('runs what is asked of one call one after the other, and of two calls at once', async () => {
  const { acoes, sent, ask, end } = store()
  const done = ask('1', abrir)
  void ask('1', abrir)
  void ask('1', fechar)
  void ask('2', fechar)
  expect(sent).toEqual(['1 abrir', '2 fechar'])
  expect(acoes.of('1').asked).toEqual([abrir, fechar])
  end()
  await expect.poll(() => sent).toEqual(['1 abrir', '2 fechar', '1 fechar'])
  end()
  end()
  await done
  expect(acoes.of('1').asked).toEqual([])
})

it('drops what waits behind a failure, and keeps letters again with the next attempt, after those that came', async () => {
  const { acoes, sent, ask, end, letters } = store()
  const done = ask('1', { acao: 'atender' })
  void ask('1', abrir)
  expect(letters()).toBe('kept')
  end(new Error('refused'))
  await done
  expect(sent).toEqual(['1 atender'])
  expect(letters()).toBe('dropped')
  expect(acoes.of('1')).toMatchObject({ asked: [], awaited: null, failed: { acao: { acao: 'atender' } } })
  const again = ask('1', abrir)
  expect(letters()).toBe('kept, after some')
  expect(acoes.of('1').failed).toBeNull()
  // Its answer was lost, and the window shows the result all the same.
  end(new Error('lost'))
  await again
  expect(letters()).toBe('dropped')
  acoes.arrived('1', () => expect(letters()).toBe('kept, after some'))
  expect(letters()).toBe('dropped')
})

it('follows the last action until its own result is there, which another fact is not', async () => {
  const { acoes, ask, end, letters } = store()
  const done = ask('1', abrir)
  const attended = { ...call('1', 2), atendida_em: '2026-11-22T12:00:00.000Z' }
  expect(isReached(abrir, attended)).toBe(false)
  expect(isReached({ acao: 'cliente', id_cliente: 7 }, attended)).toBe(false)
  expect(isReached({ acao: 'atender' }, attended)).toBe(true)
  // A call that is still open was not closed.
  expect(isReached(fechar, attended)).toBe(false)
  // It rings again, with the ticket of an earlier ring.
  expect(isReached(abrir, { ...call('1', 2), atendimento })).toBe(false)
  expect(isReached(abrir, { ...attended, atendimento })).toBe(true)
  end()
  await done
  expect(acoes.of('1').awaited?.acao).toBe(abrir)
  acoes.arrived('1', () => expect(letters()).toBe('kept'))
  expect(letters()).toBe('dropped')
  expect(acoes.of('1').awaited).toBeNull()
  void ask('1', fechar)
  expect(acoes.of('1').awaited).toBeNull()
})
