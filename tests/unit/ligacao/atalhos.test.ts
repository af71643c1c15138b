import { describe, expect, it } from 'vitest'
import { readParametros } from '../../../app/ligacao/chamada/parametros.ts'
import { actionOf, wordGoesOn } from '../../../app/ligacao/teclado/Atalhos.tsx'

describe('a key press', () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, repeat: false }
  const idle = { letras: true, digitando: false }
  const typing = { letras: true, digitando: true }

  it('is a shortcut while the agent is not typing, and a letter while they are', () => {
    expect(actionOf({ ...plain, key: 'x' }, idle)).toBe('fechar')
    expect(actionOf({ ...plain, key: '?' }, idle)).toBe('ajuda')
    for (const key of ['x', 'j', '?', 'z']) expect(actionOf({ ...plain, key }, typing)).toBeNull()
  })

  it('with Alt and an arrow moves between calls, also while the agent types', () => {
    expect(actionOf({ ...plain, altKey: true, key: 'ArrowDown' }, typing)).toBe('proxima')
    expect(actionOf({ ...plain, altKey: true, key: 'ArrowUp' }, typing)).toBe('anterior')
    expect(actionOf({ ...plain, key: 'ArrowDown' }, idle)).toBeNull()
  })

  it('with Ctrl or Cmd and K opens the command box, also while the agent types; other Ctrl keys stay the browser’s', () => {
    expect(actionOf({ ...plain, ctrlKey: true, key: 'k' }, typing)).toBe('comandos')
    expect(actionOf({ ...plain, metaKey: true, key: 'K' }, typing)).toBe('comandos')
    for (const key of ['c', 'x', 'p', 'z']) expect(actionOf({ ...plain, ctrlKey: true, key }, idle)).toBeNull()
  })

  it('held down repeats the move to the next call, and does not repeat the closing of a call', () => {
    expect(actionOf({ ...plain, key: 'x', repeat: true }, idle)).toBeNull()
    expect(actionOf({ ...plain, key: 'j', repeat: true }, idle)).toBe('proxima')
  })

  it('of a single letter does nothing if the agent turned those off; ? and Alt with an arrow still work', () => {
    const off = { letras: false, digitando: false }
    expect(actionOf({ ...plain, key: 'x' }, off)).toBeNull()
    expect(actionOf({ ...plain, key: '?' }, off)).toBe('ajuda')
    expect(actionOf({ ...plain, altKey: true, key: 'ArrowDown' }, off)).toBe('proxima')
  })
})

describe('a letter typed with the focus in no field', () => {
  const gone = { field: { isConnected: false }, at: 10_000 }

  it('continues the word that the agent was typing if its field disappeared a moment ago', () => {
    expect(wordGoesOn(gone, 10_400)).toBe(true)
    expect(wordGoesOn(gone, 12_000)).toBe(false)
  })

  it('is a shortcut if the field last typed in is still there, or nothing was typed', () => {
    expect(wordGoesOn({ ...gone, field: { isConnected: true } }, 10_400)).toBe(false)
    expect(wordGoesOn(null, 10_400)).toBe(false)
  })
})

describe('call parameters that the interface does not define', () => {
  it('are shown as labelled lines if the desk knows their names, and folded away if not', () => {
    const { promovidos, demais } = readParametros({
      call_id: 'c1',
      Fila: ' suporte ',
      did: 3733334444,
      espera_s: 12,
      extra: { a: 1 },
    })
    expect(promovidos.map(({ rotulo, valor }) => `${rotulo}: ${valor}`)).toEqual([
      'Fila: suporte',
      'Número discado: 3733334444',
      'Espera: 12 s',
    ])
    expect(demais).toEqual([
      ['call_id', 'c1'],
      ['extra', { a: 1 }],
    ])
  })

  it('are never dropped: one that is no short text, or a second name of a shown value, is folded away', () => {
    const params = { fila: { nome: 'x' }, queue: 'a'.repeat(61), destino: '', dst: 'um\ndois', did: null }
    expect(readParametros(params)).toEqual({ promovidos: [], demais: Object.entries(params) })
    expect(readParametros({ fila: 'um', queue: 'dois' })).toEqual({
      promovidos: [{ rotulo: 'Fila', valor: 'um' }],
      demais: [['queue', 'dois']],
    })
    expect(readParametros({ espera: '0:12' }).promovidos).toEqual([{ rotulo: 'Espera', valor: '0:12' }])
    expect(readParametros(null)).toEqual({ promovidos: [], demais: [] })
  })
})
