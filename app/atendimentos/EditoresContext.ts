import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { Atendimento } from '#server/atendimento/wire'
import type { Editor } from './Editor.ts'

export interface Editores {
  of: (atendimento: Atendimento) => Editor
  /** Saves every unsaved word; resolves when done or given up for the moment. */
  flushAll: () => Promise<void>
}

export const EditoresContext = createContext<Editores | null>(null)

export function useEditores(): Editores {
  const editores = useContext(EditoresContext)
  if (!editores) throw new Error('useEditores outside EditoresProvider')
  return editores
}

/** The one editor of a ticket, wherever it is shown, kept up with what the server tells of the ticket. */
export function useEditor(atendimento: Atendimento) {
  const editor = useEditores().of(atendimento)
  const state = useSyncExternalStore(editor.subscribe, editor.state, editor.state)
  useEffect(() => editor.receive(atendimento), [editor, atendimento])
  return { editor, state }
}
