import { describe, expect, it } from 'vitest'
import { readParametros } from '../../../app/ligacao/chamada/parametros.ts'
import { actionOf, wordGoesOn } from '../../../app/ligacao/teclado/Atalhos.tsx'

describe('a key', () => {
  const plain = { ctrlKey: false, metaKey: false, altKey: false, repeat: false }
  const idle = { letras: true, digitando: false }
  const typing = { letras: true, digitando: true }

  it('is a shortcut while nobody types, and a letter while somebody does', () => {
    expect(actionOf({ ...plain, key: 'x' }, idle)).toBe('fechar')
    expect(actionOf({ ...plain, key: '?' }, idle)).toBe('ajuda')
    for (const key of ['x', 'j', '?', 'z']) expect(actionOf({ ...plain, key }, typing)).toBeNull()
  })

  it('moves between calls while somebody types, too, with Alt', () => {
    expect(actionOf({ ...plain, altKey: true, key: 'ArrowDown' }, typing)).toBe('proxima')
    expect(actionOf({ ...plain, altKey: true, key: 'ArrowUp' }, typing)).toBe('anterior')
    expect(actionOf({ ...plain, key: 'ArrowDown' }, idle)).toBeNull()
  })

  it('opens the command box from anywhere, and leaves the browser its own', () => {
    expect(actionOf({ ...plain, ctrlKey: true, key: 'k' }, typing)).toBe('comandos')
    expect(actionOf({ ...plain, metaKey: true, key: 'K' }, typing)).toBe('comandos')
    for (const key of ['c', 'x', 'p', 'z']) expect(actionOf({ ...plain, ctrlKey: true, key }, idle)).toBeNull()
  })

  it('held down closes one call and no other', () => {
    expect(actionOf({ ...plain, key: 'x', repeat: true }, idle)).toBeNull()
    expect(actionOf({ ...plain, key: 'j', repeat: true }, idle)).toBe('proxima')
  })

  it('is no shortcut as a single letter for whoever turned those off', () => {
    const off = { letras: false, digitando: false }
    expect(actionOf({ ...plain, key: 'x' }, off)).toBeNull()
    expect(actionOf({ ...plain, key: '?' }, off)).toBe('ajuda')
    expect(actionOf({ ...plain, altKey: true, key: 'ArrowDown' }, off)).toBe('proxima')
  })
})

describe('a letter that falls on nothing', () => {
  const gone = { field: { isConnected: false }, at: 10_000 }

  it('belongs to the word that was typed in a field taken away just now', () => {
    expect(wordGoesOn(gone, 10_400)).toBe(true)
    expect(wordGoesOn(gone, 12_000)).toBe(false)
  })

  it('is a command where the field is still there, or nothing was typed', () => {
    expect(wordGoesOn({ ...gone, field: { isConnected: true } }, 10_400)).toBe(false)
    expect(wordGoesOn(null, 10_400)).toBe(false)
  })
})

describe('what an exchange tells beside the interface', () => {
  it('is a line for what is known, and the drawer for the rest', () => {
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

  it('loses nothing: what is no short text stays in the drawer, and so does the second name of one thing', () => {
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
