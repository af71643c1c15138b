import { type LigacoesAction, type LigacoesState, ligacoesReducer, noLigacoes } from './reducer.ts'

export interface LigacoesStore {
  state: () => LigacoesState
  dispatch: (action: LigacoesAction) => void
  subscribe: (listener: () => void) => () => void
}

/** The reducer's state outside React, so that a snapshot's moment is read exactly and not a render later. */
export function createLigacoesStore(): LigacoesStore {
  let state = noLigacoes
  const listeners = new Set<() => void>()
  return {
    state: () => state,
    dispatch: (action) => {
      const next = ligacoesReducer(state, action)
      if (next === state) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
