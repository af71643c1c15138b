import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { createListeners } from '../../ui/listeners.ts'
import { type LigacoesAction, type LigacoesState, ligacoesReducer, noLigacoes, openLigacoes } from './ligacoes.ts'

export interface LigacoesStore {
  /** Current at once, not only after the next render. */
  state: () => LigacoesState
  /** The same array until an open call changes. */
  abertas: () => readonly Ligacao[]
  /** Also finds ended calls. */
  ligacao: (id: string) => Ligacao | undefined
  aberta: (id: string) => boolean
  dispatch: (action: LigacoesAction) => void
  subscribe: (listener: () => void) => () => void
  /** Called for this call only. */
  subscribeTo: (id: string, listener: () => void) => () => void
}

/**
 * The reducer's state outside React. Listeners are called at once after a pause, and at most once a frame when many
 * events come: a hundred events do not cause a hundred renders.
 */
export function createLigacoesStore(nextFrame: (act: () => void) => void = onNextFrame): LigacoesStore {
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
    state: () => state,
    abertas: () => (abertas ??= openLigacoes(state)),
    ligacao: (id) => state.entries[id]?.ligacao,
    aberta: (id) => {
      const entry = state.entries[id]
      return entry !== undefined && entry.ligacao.estado === 'aberta' && !entry.ausente
    },
    dispatch: (action) => {
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
    subscribeTo: (id, listener) => {
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
