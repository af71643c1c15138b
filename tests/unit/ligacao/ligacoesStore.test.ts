import { expect, it } from 'vitest'
import { createFilaStore } from '../../../app/ligacao/fila/filaStore.ts'
import { createLigacoesStore } from '../../../app/ligacao/fila/ligacoesStore.ts'
import { call } from '../../support/calls.ts'

/** A store whose animation frames run when the test says so. */
function store() {
  const waiting: (() => void)[] = []
  const made = createLigacoesStore((act) => void waiting.push(act))
  const told: string[] = []
  made.subscribe(() => told.push('all'))
  for (const id of ['1', '2']) made.subscribeTo(id, () => told.push(id))
  const frame = () => {
    for (const act of waiting.splice(0)) act()
    return told.splice(0)
  }
  const event = (id: string, versao: number) => made.dispatch({ type: 'evento', ligacao: call(id, versao) })
  return { ...made, told, frame, event }
}

it('the store notifies at once of a first event and once per frame of later ones, each call’s listeners apart', () => {
  const { event, told, frame, ligacao } = store()
  event('1', 1)
  expect(told.splice(0)).toEqual(['1', 'all'])
  event('1', 2)
  event('1', 3)
  event('2', 1)
  expect(told).toEqual([])
  expect(ligacao('1')?.versao).toBe(3)
  expect(frame()).toEqual(['1', '2', 'all'])
  expect(frame()).toEqual([])
  event('2', 2)
  expect(told.splice(0)).toEqual(['2', 'all'])
})

it('the store notifies nobody of an event that is repeated or older than the known version', () => {
  const { event, told, frame } = store()
  event('1', 2)
  frame()
  told.splice(0)
  event('1', 2)
  event('1', 1)
  expect(frame()).toEqual([])
})

it('the store keeps the same customer object when a newer event repeats its content', () => {
  const { dispatch, ligacao } = store()
  const cliente = () => ({ ...call('1', 1).cliente, nome_razaosocial: 'Maria' }) as never
  dispatch({ type: 'evento', ligacao: { ...call('1', 1), cliente: cliente() } })
  const before = ligacao('1')?.cliente
  dispatch({ type: 'evento', ligacao: { ...call('1', 2), cliente: cliente() } })
  expect(ligacao('1')?.versao).toBe(2)
  expect(ligacao('1')?.cliente).toBe(before)
})

it('the store lists a snapshot’s calls by their first ring, and drops the parameters of ended calls', () => {
  const { dispatch, abertas, aberta, ligacao } = store()
  const [one, two] = [call('1', 1), call('2', 1)]
  dispatch({ type: 'retrato', ligacoes: [{ ...two, ligacao_params: { fila: 'x' } }, one], pedidoEm: 0 })
  expect(abertas().map(({ id }) => id)).toEqual(['1', '2'])
  dispatch({ type: 'evento', ligacao: { ...call('2', 2, 'cancelada'), ligacao_params: { fila: 'x' } } })
  expect(aberta('2')).toBe(false)
  expect(ligacao('2')?.ligacao_params).toBeNull()
})

it('the store closes the window of a call that a snapshot no longer has, and notifies its listeners', () => {
  const { event, dispatch, aberta, frame, state, told } = store()
  event('1', 1)
  event('2', 1)
  frame()
  frame()
  told.splice(0)
  dispatch({ type: 'retrato', ligacoes: [call('2', 2)], pedidoEm: state().relogio })
  expect([aberta('1'), aberta('2')]).toEqual([false, true])
  expect(told).toEqual(['1', '2', 'all'])
})

it('a call that the agent goes to as it ends takes no focus later', () => {
  const ligacoes = createLigacoesStore((act) => act())
  const fila = createFilaStore(ligacoes)
  const evento = (versao: number, estado?: 'cancelada') =>
    ligacoes.dispatch({ type: 'evento', ligacao: call('1', versao, estado) })
  evento(1)
  fila.enter('1')
  expect([fila.takeEntered('1'), fila.takeEntered('1')]).toEqual([true, false])
  evento(2, 'cancelada')
  fila.enter('1')
  expect(fila.takeEntered('1')).toBe(false)
})
