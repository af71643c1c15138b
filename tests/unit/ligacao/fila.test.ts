import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arrangeFila,
  emptyFila,
  type Fila,
  type Hand,
  neighbourOf,
  nextChangeIn,
  noHand,
  quietMs,
  restMs,
  tidyFila,
} from '../../../app/ligacao/fila/fila.ts'

const places = ({ slots }: Fila) => slots.map(({ id, endedAt }) => (endedAt === null ? id : `(${id})`)).join(' ')
const overQueue: Hand = { ...noHand, overFila: true, movedAt: 1e9 }
const moving = (movedAt: number): Hand => ({ ...noHand, movedAt })
const three = arrangeFila(emptyFila, ['a', 'b', 'c'], noHand, 0)

describe('the slots of the queue', () => {
  it('are in the order of the calls, the oldest of which is the active call', () => {
    expect(places(three)).toBe('a b c')
    expect(three.ativa).toBe('a')
  })

  it('stay for 1.5 s after their call ends, and longer while the pointer is over the queue', () => {
    expect([quietMs, restMs]).toEqual([1_500, 3_000])
    let fila = arrangeFila(three, ['b', 'c'], noHand, 10_000)
    expect(places(fila)).toBe('(a) b c')
    fila = arrangeFila(fila, ['b', 'c'], noHand, 10_000 + quietMs - 1)
    expect(places(fila)).toBe('(a) b c')
    const held = arrangeFila(fila, ['b', 'c'], overQueue, 99_000)
    expect(places(held)).toBe('(a) b c')
    expect(places(arrangeFila(held, ['b', 'c'], noHand, 99_001))).toBe('b c')
    expect(places(arrangeFila(fila, ['b', 'c'], noHand, 10_000 + quietMs))).toBe('b c')
    expect(places(arrangeFila(three, ['a', 'b'], noHand, 10_000))).toBe('a b (c)')
  })

  it('of ended calls stay while the agent uses pointer or keyboard, and go after 3 s of rest', () => {
    const over = arrangeFila(three, ['b', 'c'], moving(9_000), 10_000)
    for (const now of [11_600, 15_000, 60_000]) {
      expect(places(arrangeFila(over, ['b', 'c'], moving(now - restMs + 1), now))).toBe('(a) b c')
      expect(places(arrangeFila(over, ['b', 'c'], moving(now - restMs), now))).toBe('b c')
    }
    expect(nextChangeIn(over, moving(20_000), 20_000)).toBe(restMs)
    // The pointer has left the queue and may be on its way back.
    const left: Hand = { ...overQueue, overFila: false, movedAt: 30_000 }
    expect(places(arrangeFila(over, ['b', 'c'], left, 30_001))).toBe('(a) b c')
  })

  it('make a new call active at once only if it comes alone and the agent closed the last one', () => {
    const alone = arrangeFila(emptyFila, ['a'], noHand, 0)
    const busy = { ...moving(10_000), focusInAtiva: true }
    const closed = arrangeFila(alone, [], { ...busy, doneWithAtiva: true }, 10_000)
    expect(closed.ativa).toBe('a')
    const came = arrangeFila(closed, ['b'], { ...busy, doneWithAtiva: true }, 10_100)
    expect(came).toMatchObject({ ativa: 'b', shiftedAt: 10_100 })
    // After a cancel the agent may be about to click there, so nothing changes. Between two calls the agent chooses.
    expect(arrangeFila(closed, ['b'], busy, 10_100).ativa).toBe('a')
    expect(arrangeFila(closed, ['b', 'c'], { ...busy, doneWithAtiva: true }, 10_100).ativa).toBe('a')
  })

  it('of ended calls stay on a touch screen until the agent tidies the queue or no call is open', () => {
    const finger: Hand = { ...noHand, touch: true }
    const over = arrangeFila(three, ['b', 'c'], finger, 10_000)
    expect(places(arrangeFila(over, ['b', 'c'], finger, 99_000))).toBe('(a) b c')
    expect(places(tidyFila(over, ['b', 'c'], finger, 99_000))).toBe('b c')
    const none = arrangeFila(over, [], finger, 99_000)
    expect(places(none)).toBe('(b) (c)')
    expect(places(arrangeFila(none, [], finger, 99_000 + quietMs))).toBe('')
  })

  it('of ended calls go at once when the agent tidies the queue, and an ended active call gives way', () => {
    const over = arrangeFila(three, ['b', 'late', 'c'], overQueue, 10_000)
    expect(places(over)).toBe('(a) b c late')
    const tidy = tidyFila(over, ['b', 'late', 'c'], overQueue, 10_001)
    expect([places(tidy), tidy.ativa, tidy.ativaEndedAt, tidy.shiftedAt]).toEqual(['b late c', 'b', null, 10_001])
    expect(tidyFila({ ...over, ativa: 'c' }, ['b', 'late', 'c'], overQueue, 10_001).ativa).toBe('c')
  })

  it('record when something moves without the agent; an arrival, an end or the agent’s choice is no move', () => {
    expect(three.shiftedAt).toBe(Number.NEGATIVE_INFINITY)
    const quiet: Hand = { ...noHand, fits: 6 }
    const came = arrangeFila(three, ['a', 'b', 'c', 'd'], quiet, 10_000)
    const chosen = arrangeFila({ ...came, ativa: 'c' }, ['a', 'b', 'c', 'd'], quiet, 12_000)
    const over = arrangeFila(chosen, ['a', 'c', 'd'], quiet, 13_000)
    expect(over.shiftedAt).toBe(Number.NEGATIVE_INFINITY)
    const gone = arrangeFila(over, ['a', 'c', 'd'], quiet, 13_000 + quietMs)
    expect(gone.shiftedAt).toBe(13_000 + quietMs)
    // `shiftedAt` also changes when the wide call gives way, and when rows replace cards.
    const wideOver = arrangeFila(gone, ['a', 'd'], { ...quiet, overFila: true }, 20_000)
    expect(wideOver.shiftedAt).toBe(13_000 + quietMs)
    expect(arrangeFila(wideOver, ['a', 'd'], { ...quiet, overFila: true }, 22_000)).toMatchObject({
      ...{ ativa: 'a', shiftedAt: 22_000 },
    })
    expect(arrangeFila(gone, ['a', 'c', 'd'], { ...noHand, fits: 2 }, 30_000)).toMatchObject({
      ...{ densa: true, shiftedAt: 30_000 },
    })
  })

  it('keep the place of an ended call that opens again', () => {
    const fila = arrangeFila(three, ['a', 'c'], noHand, 10_000)
    expect(places(fila)).toBe('a (b) c')
    expect(places(arrangeFila(fila, ['a', 'b', 'c'], noHand, 10_100))).toBe('a b c')
  })

  it('of new calls come last while the pointer is over the queue, and in the order of calls after it leaves', () => {
    let fila = arrangeFila(three, ['a', 'late', 'b', 'c'], overQueue, 10_000)
    expect(places(fila)).toBe('a b c late')
    fila = arrangeFila(fila, ['a', 'late', 'b', 'c'], overQueue, 20_000)
    expect(places(fila)).toBe('a b c late')
    expect(places(arrangeFila(fila, ['a', 'late', 'b', 'c'], noHand, 20_001))).toBe('a late b c')
  })

  it('become rows once another card would not fit and the pointer rests, and cards again once two would fit', () => {
    const four = ['a', 'b', 'c', 'd']
    expect(arrangeFila(emptyFila, four, noHand, 0).densa).toBe(true)
    expect(arrangeFila(emptyFila, four, { ...noHand, fits: 5 }, 0).densa).toBe(false)
    let fila = arrangeFila(three, four, noHand, 10_000)
    expect(fila.densa).toBe(false)
    expect(arrangeFila(fila, four, overQueue, 20_000).densa).toBe(false)
    expect(arrangeFila(fila, four, moving(19_000), 20_000).densa).toBe(false)
    fila = arrangeFila(fila, four, noHand, 20_000)
    expect(fila.densa).toBe(true)
    // Rows become cards again only when two more cards would fit.
    const three_ = arrangeFila(arrangeFila(fila, ['a', 'b', 'c'], noHand, 30_000), ['a', 'b', 'c'], noHand, 40_000)
    expect([places(three_), three_.densa]).toEqual(['a b c', true])
    const two = arrangeFila(arrangeFila(three_, ['a', 'b'], noHand, 50_000), ['a', 'b'], noHand, 60_000)
    expect(two.densa).toBe(false)
  })

  it('take room from the open tickets only while the agent is idle and the focus is in no ticket', () => {
    const four = ['a', 'b', 'c', 'd']
    expect(three.folga).toBe(3)
    expect(arrangeFila(three, four, moving(19_000), 20_000).folga).toBe(3)
    expect(arrangeFila(three, four, { ...noHand, focusInPe: true }, 20_000).folga).toBe(3)
    expect(arrangeFila(three, four, noHand, 20_000).folga).toBe(4)
  })

  it('never move while the pointer is over the queue or in use, whatever calls come and go', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    fc.assert(
      fc.property(fc.array(fc.subarray(ids), { minLength: 1, maxLength: 30 }), (opens) => {
        let fila = three
        let now = 10_000
        for (const open of opens) {
          const before = fila.slots.map(({ id }) => id)
          now += 700
          fila = arrangeFila(fila, open, now % 2_100 === 0 ? overQueue : moving(now - 1_000), now)
          expect(fila.slots.map(({ id }) => id).slice(0, before.length)).toEqual(before)
          expect(fila.densa).toBe(false)
        }
      }),
    )
  })

  it('hold exactly the open calls, in order, once everything is quiet', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    fc.assert(
      fc.property(fc.array(fc.subarray(ids), { maxLength: 20 }), (opens) => {
        let fila = emptyFila
        let now = 0
        for (const open of opens) {
          now += 400
          fila = arrangeFila(fila, open, noHand, now)
        }
        const last = opens.at(-1) ?? []
        for (let wait: number | null = 0; wait !== null && now < 1e6; ) {
          now += wait
          fila = arrangeFila(fila, last, noHand, now)
          wait = nextChangeIn(fila, noHand, now)
        }
        expect(places(fila)).toBe(last.join(' '))
        expect(fila.ativa === null).toBe(last.length === 0)
        expect(last.length === 0 || last.includes(fila.ativa ?? '')).toBe(true)
      }),
    )
  })
})

describe('the active call', () => {
  it('stays the same when new calls come', () => {
    expect(arrangeFila({ ...three, ativa: 'b' }, ['0', 'a', 'b', 'c', 'd'], noHand, 10_000).ativa).toBe('b')
  })

  it('is the first call of an empty queue; after a reload it is the one from before if that is still open', () => {
    const empty = arrangeFila(emptyFila, [], noHand, 0)
    expect(empty.ativa).toBeNull()
    expect(arrangeFila(empty, ['n'], overQueue, 1).ativa).toBe('n')
    expect(arrangeFila(emptyFila, ['a', 'b', 'c'], noHand, 0, 'b').ativa).toBe('b')
    expect(arrangeFila(emptyFila, ['a', 'b', 'c'], noHand, 0, 'gone').ativa).toBe('a')
  })

  it('that has ended gives way after 1.5 s, unless the agent uses the page or has the focus in it or the queue', () => {
    const over = arrangeFila(three, ['b', 'c'], moving(10_000), 10_000)
    expect(over.ativa).toBe('a')
    expect(arrangeFila(over, ['b', 'c'], moving(98_000), 99_000).ativa).toBe('a')
    expect(arrangeFila(over, ['b', 'c'], { ...noHand, focusInFila: true }, 99_000).ativa).toBe('a')
    expect(arrangeFila(over, ['b', 'c'], { ...noHand, focusInAtiva: true }, 99_000).ativa).toBe('a')
    expect(arrangeFila(over, ['b', 'c'], noHand, 10_000 + quietMs - 1).ativa).toBe('a')
    expect(arrangeFila(over, ['b', 'c'], noHand, 10_000 + quietMs).ativa).toBe('b')
  })

  it('that has ended gives way under a pointer that lies still for 3 s, but not while the focus is in the queue', () => {
    const over = arrangeFila(three, ['b', 'c'], moving(10_000), 10_000)
    for (const overFila of [false, true]) {
      const still: Hand = { ...noHand, overFila, movedAt: 12_000 }
      expect(arrangeFila(over, ['b', 'c'], still, 12_000 + restMs - 1).ativa).toBe('a')
      expect(nextChangeIn(over, still, 12_000)).toBe(restMs)
      expect(arrangeFila(over, ['b', 'c'], still, 12_000 + restMs).ativa).toBe('b')
    }
    const focus: Hand = { ...overQueue, focusInFila: true, movedAt: 0 }
    expect(arrangeFila(over, ['b', 'c'], focus, 99_000).ativa).toBe('a')
  })

  it('that has ended with no other call open goes once the pointer lies still, even with the focus in the queue', () => {
    const one = arrangeFila(emptyFila, ['a'], noHand, 0)
    const over = arrangeFila(one, [], moving(10_000), 10_000)
    expect(arrangeFila(over, [], moving(12_000), 12_000).ativa).toBe('a')
    expect(arrangeFila(over, [], moving(12_000), 12_000 + restMs).ativa).toBeNull()
    // Nor does it stay for the keyboard, which has nowhere else to go.
    const focus: Hand = { ...overQueue, focusInFila: true, movedAt: 12_000 }
    expect(arrangeFila(over, [], focus, 12_000 + restMs).ativa).toBeNull()
    // Its slot may be gone already, and then time alone still has to take the window away.
    expect(nextChangeIn({ ...over, slots: [] }, moving(20_000), 20_000)).toBe(restMs)
  })

  it('has a next and a previous call, which wrap around and skip ended calls', () => {
    expect(neighbourOf(three, 1)).toBe('b')
    expect(neighbourOf(three, -1)).toBe('c')
    expect(neighbourOf(arrangeFila(emptyFila, ['a'], noHand, 0), 1)).toBeNull()
    const over = arrangeFila(three, ['b', 'c'], noHand, 1)
    expect(neighbourOf(over, 1)).toBe('b')
    expect(neighbourOf({ ...over, ativa: 'c' }, 1)).toBe('b')
    expect(neighbourOf(arrangeFila({ ...three, ativa: 'b' }, ['a', 'c'], noHand, 1), 1)).toBe('c')
  })
})
