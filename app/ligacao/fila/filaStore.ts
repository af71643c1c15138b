import { shallowEqual } from '@mantine/hooks'
import { createListeners } from '../../ui/listeners.ts'
import { quietly } from '../../ui/quietly.ts'
import { arrangeFila, emptyFila, type Fila, type Hand, neighbourOf, nextChangeIn, noHand, tidyFila } from './fila.ts'
import { closedByAgent } from './ligacoes.ts'
import type { LigacoesStore } from './ligacoesStore.ts'

export type FilaStore = ReturnType<typeof createFilaStore>

/** Arranges the queue again when calls, hand or time change it. */
export function createFilaStore(ligacoes: LigacoesStore) {
  let fila = emptyFila
  let readHand: (() => Hand) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let entered: string | null = null
  const { tell, subscribe } = createListeners()

  const set = (next: Fila) => {
    if (shallowEqual(next, fila)) return
    if (next.ativa !== fila.ativa && next.ativa !== null) remembered.write(next.ativa)
    fila = next
    tell()
  }
  const update = () => {
    const abertas = ligacoes.abertas().map(({ id }) => id)
    const over = fila.ativa === null ? undefined : ligacoes.state().entries[fila.ativa]?.ligacao
    const hand = { ...(readHand?.() ?? noHand), doneWithAtiva: over !== undefined && closedByAgent(over) }
    const now = performance.now()
    set(arrangeFila(fila, abertas, hand, now, fila.ativa === null ? remembered.read() : null))
    clearTimeout(timer)
    const wait = nextChangeIn(fila, hand, now)
    if (wait !== null) timer = setTimeout(update, wait + 10)
  }
  const tidy = () => {
    const abertas = ligacoes.abertas().map(({ id }) => id)
    set(tidyFila(fila, abertas, readHand?.() ?? noHand, performance.now()))
    update()
  }
  const choose = (id: string) => {
    if (!ligacoes.aberta(id) || fila.ativa === id) return
    set({ ...fila, ativa: id, ativaEndedAt: null })
    update()
  }
  ligacoes.subscribe(update)
  return {
    state: () => fila,
    subscribe,
    /** The agent chose the active call; an unknown id changes nothing. */
    choose,
    /** The same, and the call's window takes the focus, now or when the desk comes to the page. */
    enter: (id: string) => {
      // Nothing is drawn that would take it: of a window that stands there already, or of a call that is over.
      entered = (readHand && fila.ativa === id) || !ligacoes.aberta(id) ? null : id
      choose(id)
    },
    /** Whether the window of this call is to take the focus: once. */
    takeEntered: (id: string): boolean => {
      if (entered !== id) return false
      entered = null
      return true
    },
    /** Removes the slots of calls that are over. */
    tidy,
    /** Chooses the call before (-1) or after (1) the active one, and returns its id; null when there is no other. */
    move: (step: 1 | -1) => {
      const id = neighbourOf(fila, step)
      if (id !== null) choose(id)
      return id
    },
    /** `read` tells where the hand is; null when the desk is not on the page. */
    followHand: (read: (() => Hand) | null) => {
      readHand = read
      update()
    },
    /** Call it when the hand moved. */
    update,
  }
}

const key = 'alo:ligacao-ativa'
/**
 * The active call, kept for this tab only. Every access may throw (storage full or forbidden); then the oldest call is
 * active after a reload.
 */
const remembered = {
  read: () => quietly(() => sessionStorage.getItem(key)),
  write: (id: string) => void quietly(() => sessionStorage.setItem(key, id)),
}
