import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { createListeners } from '../../ui/listeners.ts'
import {
  isOpen,
  type LigacoesAction,
  type LigacoesState,
  ligacoesReducer,
  noLigacoes,
  openLigacoes,
} from './ligacoes.ts'

export type LigacoesStore = ReturnType<typeof createLigacoesStore>

/**
 * The reducer's state outside React. Listeners are called at once after a pause, and at most once a frame when many
 * events come: a hundred events do not cause a hundred renders.
 */
export function createLigacoesStore(nextFrame: (act: () => void) => void = onNextFrame) {
  let state = noLigacoes
  let abertas: readonly Ligacao[] | null = null
  const ofAll = createListeners()
  const byId = new Map<string, Set<() => void>>()
  const changed = new Set<string>()
  let quiet = true

  const tell = () => {
    const ids = [...changed]
    changed.clear()
    for (const id of ids) for (const listener of byId.get(id) ?? []) listener()
    ofAll.tell()
  }
  const afterFrame = () => {
    quiet = changed.size === 0
    if (quiet) return
    tell()
    nextFrame(afterFrame)
  }
  const note = (before: LigacoesState, after: LigacoesState) => {
    for (const id of Object.keys(after.entries)) if (before.entries[id] !== after.entries[id]) changed.add(id)
  }
  return {
    /** Current at once, not only after the next render. */
    state: () => state,
    /** The same array until an open call changes. */
    abertas: () => (abertas ??= openLigacoes(state)),
    /** Also finds ended calls. */
    ligacao: (id: string) => state.entries[id]?.ligacao,
    aberta: (id: string) => isOpen(state.entries[id]),
    dispatch: (action: LigacoesAction) => {
      const next = ligacoesReducer(state, action)
      if (next === state) return
      if (action.type === 'evento') changed.add(action.ligacao.id)
      else note(state, next)
      state = next
      abertas = null
      if (!quiet || changed.size === 0) return
      quiet = false
      tell()
      nextFrame(afterFrame)
    },
    subscribe: ofAll.subscribe,
    /** `listener` is called for this call only. */
    subscribeTo: (id: string, listener: () => void) => {
      const those = byId.get(id) ?? new Set()
      byId.set(id, those.add(listener))
      return () => {
        those.delete(listener)
        if (those.size === 0 && byId.get(id) === those) byId.delete(id)
      }
    },
  }
}

/** A hidden tab has no frames, and must know its calls all the same. */
const onNextFrame = (act: () => void) =>
  void (document.visibilityState === 'hidden' ? setTimeout(act, 100) : frameOrSoon(act))

/** Acts on the next frame or after 250 ms, whichever comes first: a tab that is hidden meanwhile gets no frame. */
function frameOrSoon(act: () => void) {
  let done = false
  const once = () => {
    if (done) return
    done = true
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    act()
  }
  const timer = setTimeout(once, 250)
  const frame = requestAnimationFrame(once)
}
