import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arranjarFila,
  arrumarFila,
  calma,
  type Fila,
  filaVazia,
  type Mao,
  proximaMudanca,
  repouso,
  semMao,
  vizinha,
} from '../../app/ligacao/fila/fila.ts'

const places = ({ vagas }: Fila) => vagas.map(({ id, fim }) => (fim === null ? id : `(${id})`)).join(' ')
const overQueue: Mao = { ...semMao, naFila: true, mexeuEm: 1e9 }
const moving = (mexeuEm: number): Mao => ({ ...semMao, mexeuEm })
const three = arranjarFila(filaVazia, ['a', 'b', 'c'], semMao, 0)

describe('the places of the queue', () => {
  it('are given in the order of the calls, the oldest of which stands wide', () => {
    expect(places(three)).toBe('a b c')
    expect(three.ativa).toBe('a')
  })

  it('stay for 1.5 s after a call is over, and as long as the hand is over the queue', () => {
    let fila = arranjarFila(three, ['b', 'c'], semMao, 10_000)
    expect(places(fila)).toBe('(a) b c')
    fila = arranjarFila(fila, ['b', 'c'], semMao, 10_000 + calma - 1)
    expect(places(fila)).toBe('(a) b c')
    const held = arranjarFila(fila, ['b', 'c'], overQueue, 99_000)
    expect(places(held)).toBe('(a) b c')
    expect(places(arranjarFila(held, ['b', 'c'], semMao, 99_001))).toBe('b c')
    expect(places(arranjarFila(fila, ['b', 'c'], semMao, 10_000 + calma))).toBe('b c')
  })

  it('stay while the hand does anything on the page, and are given back once it rests', () => {
    const over = arranjarFila(three, ['b', 'c'], moving(9_000), 10_000)
    for (const now of [11_600, 15_000, 60_000]) {
      expect(places(arranjarFila(over, ['b', 'c'], moving(now - repouso + 1), now))).toBe('(a) b c')
      expect(places(arranjarFila(over, ['b', 'c'], moving(now - repouso), now))).toBe('b c')
    }
    expect(proximaMudanca(over, moving(20_000), 20_000)).toBe(repouso)
    // Left, and on its way back at once.
    const left: Mao = { ...overQueue, naFila: false, mexeuEm: 30_000 }
    expect(places(arranjarFila(over, ['b', 'c'], left, 30_001))).toBe('(a) b c')
  })

  it('wait under a finger, which nobody sees coming, until it asks or nobody is on the line', () => {
    const finger: Mao = { ...semMao, dedo: true }
    const over = arranjarFila(three, ['b', 'c'], finger, 10_000)
    expect(places(arranjarFila(over, ['b', 'c'], finger, 99_000))).toBe('(a) b c')
    expect(places(arrumarFila(over, ['b', 'c'], finger, 99_000))).toBe('b c')
    const none = arranjarFila(over, [], finger, 99_000)
    expect(places(none)).toBe('(b) (c)')
    expect(places(arranjarFila(none, [], finger, 99_000 + calma))).toBe('')
  })

  it('are given back at once where the agent asks, and the wide one too', () => {
    const over = arranjarFila(three, ['b', 'late', 'c'], overQueue, 10_000)
    expect(places(over)).toBe('(a) b c late')
    const tidy = arrumarFila(over, ['b', 'late', 'c'], overQueue, 10_001)
    expect([places(tidy), tidy.ativa, tidy.ativaFim, tidy.mudou]).toEqual(['b late c', 'b', null, 10_001])
    expect(arrumarFila({ ...over, ativa: 'c' }, ['b', 'late', 'c'], overQueue, 10_001).ativa).toBe('c')
  })

  it('say when they moved, and only then', () => {
    expect(three.mudou).toBe(Number.NEGATIVE_INFINITY)
    const quiet: Mao = { ...semMao, cabem: 6 }
    const came = arranjarFila(three, ['a', 'b', 'c', 'd'], quiet, 10_000)
    const chosen = arranjarFila({ ...came, ativa: 'c' }, ['a', 'b', 'c', 'd'], quiet, 12_000)
    const over = arranjarFila(chosen, ['a', 'c', 'd'], quiet, 13_000)
    expect(over.mudou).toBe(Number.NEGATIVE_INFINITY)
    const gone = arranjarFila(over, ['a', 'c', 'd'], quiet, 13_000 + calma)
    expect(gone.mudou).toBe(13_000 + calma)
    // The wide one gives way; and rows take the place of cards.
    const wideOver = arranjarFila(gone, ['a', 'd'], { ...quiet, naFila: true }, 20_000)
    expect(wideOver.mudou).toBe(13_000 + calma)
    expect(arranjarFila(wideOver, ['a', 'd'], { ...quiet, naFila: true }, 22_000)).toMatchObject({
      ...{ ativa: 'a', mudou: 22_000 },
    })
    expect(arranjarFila(gone, ['a', 'c', 'd'], { ...semMao, cabem: 2 }, 30_000)).toMatchObject({
      ...{ densa: true, mudou: 30_000 },
    })
  })

  it('are taken again by a call that comes back', () => {
    const fila = arranjarFila(three, ['a', 'c'], semMao, 10_000)
    expect(places(fila)).toBe('a (b) c')
    expect(places(arranjarFila(fila, ['a', 'b', 'c'], semMao, 10_100))).toBe('a b c')
  })

  it('come at the end whatever the order, and into it once the hand is away', () => {
    let fila = arranjarFila(three, ['a', 'late', 'b', 'c'], overQueue, 10_000)
    expect(places(fila)).toBe('a b c late')
    fila = arranjarFila(fila, ['a', 'late', 'b', 'c'], overQueue, 20_000)
    expect(places(fila)).toBe('a b c late')
    expect(places(arranjarFila(fila, ['a', 'late', 'b', 'c'], semMao, 20_001))).toBe('a late b c')
  })

  it('become rows while there is room for the next card yet, and not while a hand may be on its way', () => {
    const four = ['a', 'b', 'c', 'd']
    expect(arranjarFila(filaVazia, four, semMao, 0).densa).toBe(true)
    expect(arranjarFila(filaVazia, four, { ...semMao, cabem: 5 }, 0).densa).toBe(false)
    let fila = arranjarFila(three, four, semMao, 10_000)
    expect(fila.densa).toBe(false)
    expect(arranjarFila(fila, four, overQueue, 20_000).densa).toBe(false)
    expect(arranjarFila(fila, four, moving(19_000), 20_000).densa).toBe(false)
    fila = arranjarFila(fila, four, semMao, 20_000)
    expect(fila.densa).toBe(true)
    // And back only where two more have room.
    const three_ = arranjarFila(arranjarFila(fila, ['a', 'b', 'c'], semMao, 30_000), ['a', 'b', 'c'], semMao, 40_000)
    expect([places(three_), three_.densa]).toEqual(['a b c', true])
    const two = arranjarFila(arranjarFila(three_, ['a', 'b'], semMao, 50_000), ['a', 'b'], semMao, 60_000)
    expect(two.densa).toBe(false)
  })

  it('never move what is there while the hand is over the queue, whatever comes and goes', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    fc.assert(
      fc.property(fc.array(fc.subarray(ids), { minLength: 1, maxLength: 30 }), (opens) => {
        let fila = three
        let now = 10_000
        for (const open of opens) {
          const before = fila.vagas.map(({ id }) => id)
          now += 700
          fila = arranjarFila(fila, open, now % 2_100 === 0 ? overQueue : moving(now - 1_000), now)
          expect(fila.vagas.map(({ id }) => id).slice(0, before.length)).toEqual(before)
          expect(fila.densa).toBe(false)
        }
      }),
    )
  })

  it('hold exactly the open calls, in order, once everything is quiet', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    fc.assert(
      fc.property(fc.array(fc.subarray(ids), { maxLength: 20 }), (opens) => {
        let fila = filaVazia
        let now = 0
        for (const open of opens) {
          now += 400
          fila = arranjarFila(fila, open, semMao, now)
        }
        const last = opens.at(-1) ?? []
        for (let wait: number | null = 0; wait !== null && now < 1e6; ) {
          now += wait
          fila = arranjarFila(fila, last, semMao, now)
          wait = proximaMudanca(fila, semMao, now)
        }
        expect(places(fila)).toBe(last.join(' '))
        expect(fila.ativa === null).toBe(last.length === 0)
        expect(last.length === 0 || last.includes(fila.ativa ?? '')).toBe(true)
      }),
    )
  })
})

describe('the call that stands wide', () => {
  it('is left alone by whoever calls', () => {
    expect(arranjarFila({ ...three, ativa: 'b' }, ['0', 'a', 'b', 'c', 'd'], semMao, 10_000).ativa).toBe('b')
  })

  it('is the first that comes to an empty place, and after a reload the one of before', () => {
    const empty = arranjarFila(filaVazia, [], semMao, 0)
    expect(empty.ativa).toBeNull()
    expect(arranjarFila(empty, ['n'], overQueue, 1).ativa).toBe('n')
    expect(arranjarFila(filaVazia, ['a', 'b', 'c'], semMao, 0, 'b').ativa).toBe('b')
    expect(arranjarFila(filaVazia, ['a', 'b', 'c'], semMao, 0, 'gone').ativa).toBe('a')
  })

  it('over, gives way to another only when no hand is on its way on the desk', () => {
    const over = arranjarFila(three, ['b', 'c'], moving(10_000), 10_000)
    expect(over.ativa).toBe('a')
    expect(arranjarFila(over, ['b', 'c'], moving(98_000), 99_000).ativa).toBe('a')
    expect(arranjarFila(over, ['b', 'c'], { ...semMao, focoNaFila: true }, 99_000).ativa).toBe('a')
    expect(arranjarFila(over, ['b', 'c'], { ...semMao, focoNaAtiva: true }, 99_000).ativa).toBe('a')
    expect(arranjarFila(over, ['b', 'c'], semMao, 10_000 + calma - 1).ativa).toBe('a')
    expect(arranjarFila(over, ['b', 'c'], semMao, 10_000 + calma).ativa).toBe('b')
  })

  it('over, does not wait for ever for a pointer that lies still, but for the keyboard', () => {
    const over = arranjarFila(three, ['b', 'c'], moving(10_000), 10_000)
    for (const naFila of [false, true]) {
      const still: Mao = { ...semMao, naFila, mexeuEm: 12_000 }
      expect(arranjarFila(over, ['b', 'c'], still, 12_000 + repouso - 1).ativa).toBe('a')
      expect(proximaMudanca(over, still, 12_000)).toBe(repouso)
      expect(arranjarFila(over, ['b', 'c'], still, 12_000 + repouso).ativa).toBe('b')
    }
    const focus: Mao = { ...overQueue, focoNaFila: true, mexeuEm: 0 }
    expect(arranjarFila(over, ['b', 'c'], focus, 99_000).ativa).toBe('a')
  })

  it('over, and no other there, goes from under a pointer that lies still', () => {
    const one = arranjarFila(filaVazia, ['a'], semMao, 0)
    const over = arranjarFila(one, [], moving(10_000), 10_000)
    expect(arranjarFila(over, [], moving(12_000), 12_000).ativa).toBe('a')
    expect(arranjarFila(over, [], moving(12_000), 12_000 + repouso).ativa).toBeNull()
  })

  it('has neighbours, round and round', () => {
    expect(vizinha(three, 1)).toBe('b')
    expect(vizinha(three, -1)).toBe('c')
    expect(vizinha(arranjarFila(filaVazia, ['a'], semMao, 0), 1)).toBeNull()
    const over = arranjarFila(three, ['b', 'c'], semMao, 1)
    expect(vizinha(over, 1)).toBe('b')
    expect(vizinha({ ...over, ativa: 'c' }, 1)).toBe('b')
  })
})
