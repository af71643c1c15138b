/**
 * Where each call stands. Slots at the left, the active call wide at the right: nothing that can be clicked moves
 * because of what others do. decisions 0060, 0075
 */

/** Times are milliseconds of `performance.now()`. */
interface Slot {
  id: string
  arrivedAt: number
  /** Null while the call is open. */
  endedAt: number | null
}

export interface Fila {
  slots: readonly Slot[]
  /** The id of the active call, which is shown wide; it is open or has just ended. */
  ativa: string | null
  /** Null while the active call is open. */
  ativaEndedAt: number | null
  /** Rows instead of cards: another card would not fit. */
  densa: boolean
  /** For how many slots the open tickets below the queue leave room. */
  folga: number
  /** When something last moved without the agent. */
  shiftedAt: number
}

/** Where the agent's pointer and focus are. */
export interface Hand {
  /** The agent closed the active call themself, so they need it no longer. */
  doneWithAtiva?: boolean
  /** The pointer is over the queue, or the focus is in it. */
  overFila: boolean
  focusInFila: boolean
  /** When the agent last used the pointer or the keyboard: the hand may be on its way here. */
  movedAt: number
  /** The focus is in the active call. */
  focusInAtiva: boolean
  /** The focus is in the open tickets below the queue, which must not move while the agent writes in them. */
  focusInPe: boolean
  /** A touch screen: a finger cannot be seen coming. */
  touch: boolean
  /** How many cards fit on the screen. */
  fits: number
}

export const emptyFila: Fila = {
  slots: [],
  ativa: null,
  ativaEndedAt: null,
  densa: false,
  folga: 1,
  shiftedAt: Number.NEGATIVE_INFINITY,
}
export const noHand: Hand = {
  overFila: false,
  focusInFila: false,
  movedAt: Number.NEGATIVE_INFINITY,
  focusInAtiva: false,
  focusInPe: false,
  touch: false,
  fits: 4,
}

/** How long an empty slot, or an order that should change, stays as it is, in milliseconds. */
export const quietMs = 1_500
/** A hand that has rested this long, in milliseconds, is not on its way to anything. */
export const restMs = 3_000

/**
 * Pure. The queue after any event. `abertas` are the ids of the open calls in order, `remembered` the active call
 * before a reload. A new call is added at the end at once. Slots are removed, sorted and redrawn only when the hand has
 * left the queue and rests, and `quietMs` has passed.
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
    {
      ...wide(fila, abertas, hand, now, rests, remembered),
      slots: kept,
      densa: fila.densa,
      folga: fila.folga,
      ...tidied,
    },
    now,
  )
}

/** Pure. The queue when the agent asks to tidy it: only open calls, in order. */
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

/** Removes slots that were empty long enough, sorts, and chooses cards or rows. */
function tidy(stood: readonly Slot[], abertas: readonly string[], { fila, hand, now, quietMs }: Pace) {
  const first = fila.slots.length === 0
  const slots = stood.filter(({ endedAt }) => endedAt === null || now - endedAt < quietMs)
  const settled = first || slots.every(({ arrivedAt }) => now - arrivedAt >= quietMs)
  const place = new Map(abertas.map((id, at) => [id, at]))
  if (settled && slots.every(({ endedAt }) => endedAt === null))
    slots.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  // Rows are chosen before a new call no longer fits, so that its arrival moves nothing.
  const densa = fila.densa ? slots.length > hand.fits - 2 : slots.length >= hand.fits
  const folga = hand.focusInPe ? fila.folga : Math.max(1, slots.length)
  return { slots, densa: settled ? densa : fila.densa, folga }
}

/** Keeps equal slots the same objects, and notes when something moved. */
function settle(fila: Fila, next: Omit<Fila, 'shiftedAt'>, now: number): Fila {
  const placed = fila.slots.every(({ id }, place) => id === next.slots[place]?.id)
  const same = next.slots.length === fila.slots.length && next.slots.every((slot, place) => slot === fila.slots[place])
  const gaveWay = fila.ativa !== null && next.ativa !== fila.ativa
  const moved = !placed || gaveWay || (fila.slots.length > 0 && next.densa !== fila.densa)
  return { ...next, slots: same ? fila.slots : next.slots, shiftedAt: moved ? now : fila.shiftedAt }
}

/**
 * The active call stays while it is open. After its end it stays until the focus has left it, and is replaced by
 * another call only while the hand rests, because then things change in two places. A resting pointer holds nothing
 * back, wherever it is: otherwise the next call could wait for ever. After the agent closed the active call, a single
 * other call becomes active at once: beside an empty pane it would be missed.
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
  if (hand.doneWithAtiva && abertas.length === 1) return { ativa: next, ativaEndedAt: null }
  const held = !rests || hand.focusInAtiva || (next !== null && hand.focusInFila)
  return held || now - ativaEndedAt < quietMs ? { ativa, ativaEndedAt } : { ativa: next, ativaEndedAt: null }
}

/** Pure. In how many milliseconds time alone may change the queue; null when it cannot. */
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

/** Pure. The open call before (-1) or after (1) the active one, in a circle; null when there is no other. */
export function neighbourOf({ slots, ativa }: Fila, step: 1 | -1): string | null {
  const live = slots.filter(({ id, endedAt }) => endedAt === null || id === ativa).map(({ id }) => id)
  const at = ativa === null ? -1 : live.indexOf(ativa)
  if (live.length === 0) return null
  const id = at < 0 ? live.at(step === 1 ? 0 : -1) : live[(at + step + live.length) % live.length]
  return id === undefined || id === ativa ? null : id
}
