import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arranjarFila,
  calma,
  type Fila,
  filaVazia,
  type Mao,
  proximaMudanca,
  repouso,
  semMao,
  vizinha,
} from '../../app/ligacao/fila.ts'

const places = ({ vagas }: Fila) => vagas.map(({ id, fim }) => (fim === null ? id : `(${id})`)).join(' ')
const overQueue: Mao = { ...semMao, naFila: true, mexeuEm: 1e9 }
const overWide = (mexeuEm: number): Mao => ({ ...semMao, sobreAtiva: true, mexeuEm })
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

  it('become rows when there are many, and not under the hand', () => {
    const five = ['a', 'b', 'c', 'd', 'e']
    expect(arranjarFila(filaVazia, five, semMao, 0).densa).toBe(true)
    let fila = arranjarFila(three, five, semMao, 10_000)
    expect(fila.densa).toBe(false)
    expect(arranjarFila(fila, five, overQueue, 20_000).densa).toBe(false)
    fila = arranjarFila(fila, five, semMao, 20_000)
    expect(fila.densa).toBe(true)
    expect(arranjarFila(fila, ['a', 'b', 'c', 'd'], semMao, 30_000).densa).toBe(true)
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
          fila = arranjarFila(fila, open, overQueue, now)
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
    const over = arranjarFila(three, ['b', 'c'], overWide(10_000), 10_000)
    expect(over.ativa).toBe('a')
    expect(arranjarFila(over, ['b', 'c'], overWide(98_000), 99_000).ativa).toBe('a')
    expect(arranjarFila(over, ['b', 'c'], overQueue, 99_000).ativa).toBe('a')
    expect(arranjarFila(over, ['b', 'c'], { ...semMao, focoNaAtiva: true }, 99_000).ativa).toBe('a')
    expect(arranjarFila(over, ['b', 'c'], semMao, 10_000 + calma - 1).ativa).toBe('a')
    expect(arranjarFila(over, ['b', 'c'], semMao, 10_000 + calma).ativa).toBe('b')
  })

  it('over, does not wait for ever for a pointer that lies still, but for the keyboard', () => {
    const over = arranjarFila(three, ['b', 'c'], overWide(10_000), 10_000)
    for (const where of ['sobreAtiva', 'naFila'] as const) {
      const still: Mao = { ...semMao, [where]: true, mexeuEm: 12_000 }
      expect(arranjarFila(over, ['b', 'c'], still, 12_000 + repouso - 1).ativa).toBe('a')
      expect(proximaMudanca(over, still, 12_000)).toBe(repouso)
      expect(arranjarFila(over, ['b', 'c'], still, 12_000 + repouso).ativa).toBe('b')
    }
    const focus: Mao = { ...overQueue, focoNaFila: true, mexeuEm: 0 }
    expect(arranjarFila(over, ['b', 'c'], focus, 99_000).ativa).toBe('a')
  })

  it('over, and no other there, goes from under a pointer that lies still', () => {
    const one = arranjarFila(filaVazia, ['a'], semMao, 0)
    const over = arranjarFila(one, [], overWide(10_000), 10_000)
    expect(arranjarFila(over, [], overWide(12_000), 12_000).ativa).toBe('a')
    expect(arranjarFila(over, [], overWide(12_000), 12_000 + repouso).ativa).toBeNull()
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
