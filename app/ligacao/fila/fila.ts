/**
 * Where each call stands. A queue of places at the left, one call wide at the right: nothing that can be clicked moves
 * because of what others do. decisions 0060, 0075
 */

/** Times are milliseconds of a clock that nobody sets. */
export interface Slot {
  id: string
  arrivedAt: number
  /** Since when the call is over; null while it is open. */
  endedAt: number | null
}

export interface Fila {
  slots: readonly Slot[]
  /** The call that stands wide, open or just over. */
  ativa: string | null
  /** Since when the wide one is over. */
  ativaEndedAt: number | null
  /** Rows instead of cards: another card would have no room. */
  densa: boolean
  /** When what stood there last moved, or gave way, without the agent having chosen it. */
  shiftedAt: number
}

/** Where the agent's hand is (the pointer, the keyboard's focus), and how much it can reach without scrolling. */
export interface Hand {
  /** Over the queue, or focus within it. */
  overFila: boolean
  /** Focus within the queue. */
  focusInFila: boolean
  /** When the agent last did anything on the page, by pointer or key: from anywhere a hand may be on its way here. */
  movedAt: number
  /** Focus within the wide call. */
  focusInAtiva: boolean
  /** A finger, which cannot be seen coming. */
  touch: boolean
  /** As many cards fit on the screen. */
  fits: number
}

export const emptyFila: Fila = {
  slots: [],
  ativa: null,
  ativaEndedAt: null,
  densa: false,
  shiftedAt: Number.NEGATIVE_INFINITY,
}
export const noHand: Hand = {
  overFila: false,
  focusInFila: false,
  movedAt: Number.NEGATIVE_INFINITY,
  focusInAtiva: false,
  touch: false,
  fits: 4,
}

/** A place that fell empty, and a queue that would stand otherwise, stay as they are at least so long. */
export const quietMs = 1_500
/** A hand that rests so long is on its way to nothing. */
export const restMs = 3_000
/** A click so soon after something moved was meant for what stood there before. */
export const misclickMs = 400

/**
 * Pure. The queue as it stands after whatever happened. `abertas` are the ids of the open calls in their order, `remembered`
 * the call that stood wide when the page was left. A call that came is put at the end at once; places are given back,
 * sorted and redrawn only when the hand has left the queue and rests, and `quietMs` has passed.
 */
export function arrangeFila(
  fila: Fila,
  abertas: readonly string[],
  hand: Hand,
  now: number,
  remembered?: string | null,
): Fila {
  const open = new Set(abertas)
  const known = new Set(fila.slots.map(({ id }) => id))
  const stood = fila.slots.map((slot) => {
    if (open.has(slot.id)) return slot.endedAt === null ? slot : { ...slot, endedAt: null }
    return slot.endedAt === null ? { ...slot, endedAt: now } : slot
  })
  const came = abertas.filter((id) => !known.has(id)).map((id): Slot => ({ id, arrivedAt: now, endedAt: null }))
  const kept = came.length > 0 ? [...stood, ...came] : stood
  const first = fila.slots.length === 0
  const rests = now - hand.movedAt >= restMs && !(hand.touch && abertas.length > 0)
  const tidied = first || (rests && !hand.overFila) ? tidy(kept, abertas, { fila, hand, now, quietMs }) : null
  return settle(
    fila,
    { ...wide(fila, abertas, hand, now, rests, remembered), slots: kept, densa: fila.densa, ...tidied },
    now,
  )
}

/** Pure. The queue as it stands when the agent asks for it: nothing but open calls, in order. */
export function tidyFila(fila: Fila, abertas: readonly string[], hand: Hand, now: number): Fila {
  const { slots } = arrangeFila(fila, abertas, { ...hand, overFila: true }, now)
  const ativa = fila.ativa !== null && abertas.includes(fila.ativa) ? fila.ativa : (abertas[0] ?? null)
  return settle(fila, { ...tidy(slots, abertas, { fila, hand, now, quietMs: 0 }), ativa, ativaEndedAt: null }, now)
}

interface Pace {
  fila: Fila
  hand: Hand
  now: number
  quietMs: number
}

/** The places without those that were empty long enough, in order, as cards or rows. */
function tidy(stood: readonly Slot[], abertas: readonly string[], { fila, hand, now, quietMs }: Pace) {
  const first = fila.slots.length === 0
  const slots = stood.filter(({ endedAt }) => endedAt === null || now - endedAt < quietMs)
  const settled = first || slots.every(({ arrivedAt }) => now - arrivedAt >= quietMs)
  const place = new Map(abertas.map((id, at) => [id, at]))
  if (settled && slots.every(({ endedAt }) => endedAt === null))
    slots.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  // Before a call that comes has no room, not after: then nothing has to move for it.
  const densa = fila.densa ? slots.length > hand.fits - 2 : slots.length >= hand.fits
  return { slots, densa: settled ? densa : fila.densa }
}

/** What is as it was stays the same object, and what moved is noted. */
function settle(fila: Fila, next: Omit<Fila, 'shiftedAt'>, now: number): Fila {
  const placed = fila.slots.every(({ id }, place) => id === next.slots[place]?.id)
  const same = next.slots.length === fila.slots.length && next.slots.every((slot, place) => slot === fila.slots[place])
  const gaveWay = fila.ativa !== null && next.ativa !== fila.ativa
  const moved = !placed || gaveWay || (fila.slots.length > 0 && next.densa !== fila.densa)
  return { ...next, slots: same ? fila.slots : next.slots, shiftedAt: moved ? now : fila.shiftedAt }
}

/**
 * The wide call stays while it is open. Once it is over it stays until the focus has left it, and gives way to another call
 * only while the hand rests: where it stood, and where the other stood in the queue, things change. A pointer that lies
 * still is on its way to nothing, wherever it lies, and nobody waits for ever because of it.
 */
function wide(
  fila: Fila,
  abertas: readonly string[],
  hand: Hand,
  now: number,
  rests: boolean,
  remembered?: string | null,
): Pick<Fila, 'ativa' | 'ativaEndedAt'> {
  const [oldest = null] = abertas
  const next = remembered && abertas.includes(remembered) ? remembered : oldest
  const { ativa } = fila
  if (ativa === null) return { ativa: next, ativaEndedAt: null }
  if (abertas.includes(ativa)) return { ativa, ativaEndedAt: null }
  const ativaEndedAt = fila.ativaEndedAt ?? now
  const held = !rests || hand.focusInAtiva || (next !== null && hand.focusInFila)
  return held || now - ativaEndedAt < quietMs ? { ativa, ativaEndedAt } : { ativa: next, ativaEndedAt: null }
}

/** Pure. In how many milliseconds the passing of time alone may change the queue; null when it cannot. */
export function nextChangeIn(fila: Fila, hand: Hand, now: number): number | null {
  const dues = fila.slots.flatMap(({ arrivedAt, endedAt }) => [
    arrivedAt + quietMs,
    ...(endedAt === null ? [] : [endedAt + quietMs]),
  ])
  if (fila.ativaEndedAt !== null) dues.push(fila.ativaEndedAt + quietMs)
  if (dues.length > 0) dues.push(hand.movedAt + restMs)
  const coming = dues.filter((due) => due > now)
  return coming.length > 0 ? Math.min(...coming) - now : null
}

/** Pure. The open call before (-1) or after (1) the wide one, round and round; null where there is no other. */
export function neighbourOf({ slots, ativa }: Fila, step: 1 | -1): string | null {
  const live = slots.filter(({ id, endedAt }) => endedAt === null || id === ativa).map(({ id }) => id)
  const at = ativa === null ? -1 : live.indexOf(ativa)
  if (live.length === 0) return null
  const id = at < 0 ? live.at(step === 1 ? 0 : -1) : live[(at + step + live.length) % live.length]
  return id === undefined || id === ativa ? null : id
}
