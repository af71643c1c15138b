'use client'
import { createSafeContext } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { Atendimento } from '#server/ligacao/wire/ligacao'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { quietly } from '../../ui/quietly.ts'
import { abertosIn, abertosKey, atendimentosKey, mudancasAtendimentos, showSavedWords } from '../atendimentoQueries.ts'
import { Editor, type EditorPorts } from './Editor.ts'
import type { Rascunho, Rascunhos } from './palavras.ts'

export const [EditoresContext, useEditores] = createSafeContext<ReturnType<typeof createEditores>>(
  'useEditores outside EditoresProvider',
)

interface Props {
  save: EditorPorts['save']
  children: ReactNode
}

/** The editors are kept above the windows in the tree, so that saving goes on when a window closes. */
export function EditoresProvider({ save, children }: Props) {
  const usuario = useUsuario()
  const queryClient = useQueryClient()

  const [editores] = useState(() =>
    createEditores({
      save: async (...what) => {
        const saved = await save(...what)
        showSavedWords(queryClient, saved)
        const [, { estado, id_motivo }] = what
        // No filter of the lists depends on the words alone.
        const chosen = estado !== undefined || id_motivo !== undefined
        void queryClient.invalidateQueries({ queryKey: chosen ? atendimentosKey : abertosKey })
        return saved
      },
      rascunhos: localRascunhos(usuario.id),
    }),
  )
  // A ticket that is open in a window is not in the list on screen, so its editor is updated here.
  useEffect(
    () =>
      mudancasAtendimentos.subscribe(async (event) => {
        // The first snapshot comes while a page's list is still being fetched for the first time: that is not begun anew.
        const cancelRefetch = event !== 'ligacoes:abertas'
        await queryClient.invalidateQueries({ queryKey: atendimentosKey }, { cancelRefetch })
        for (const each of abertosIn(queryClient)) editores.receive(each)
      }),
    [queryClient, editores],
  )
  useWindowEvent('pagehide', editores.sendAllBeforeLeaving)
  useWindowEvent('visibilitychange', () => {
    if (document.visibilityState === 'hidden') editores.sendAllBeforeLeaving()
  })
  return <EditoresContext value={editores}>{children}</EditoresContext>
}

/** The one editor of a ticket, wherever the ticket is shown. */
export function useEditor(atendimento: Atendimento) {
  const editor = useEditores().of(atendimento)
  const state = useSyncExternalStore(editor.subscribe, editor.state, editor.state)
  useEffect(() => editor.receive(atendimento), [editor, atendimento])
  return { editor, state }
}

function createEditores(ports: EditorPorts) {
  const byId = new Map<number, Editor>()
  return {
    of: (atendimento: Atendimento) => {
      const known = byId.get(atendimento.id)
      if (known) return known
      const editor = new Editor(atendimento, ports)
      byId.set(atendimento.id, editor)
      return editor
    },
    receive: (atendimento: Atendimento) => byId.get(atendimento.id)?.receive(atendimento),
    /** Resolves when all is saved, or when an attempt failed. */
    flushAll: async () => {
      await Promise.all([...byId.values()].map((editor) => editor.flush()))
    },
    /** Whether leaving the page would lose nothing. */
    allKept: () => [...byId.values()].every((editor) => editor.kept),
    sendAllBeforeLeaving: () => {
      for (const editor of byId.values()) editor.sendBeforeLeaving()
    },
  }
}

/**
 * A draft is kept twice: for this tab, which no other tab overwrites or deletes, and for the browser, which outlives the
 * tab. Every access may throw (storage full or forbidden); then no draft is kept.
 */
function localRascunhos(idUsuario: number): Rascunhos {
  const key = (id: number) => `alo:rascunho:${idUsuario}:${id}`
  const readFrom = (storage: Storage, id: number) => rascunhoOf(storage.getItem(key(id)))
  return {
    read: function read(id, take) {
      const own = quietly(() => readFrom(sessionStorage, id))
      const kept = own ?? quietly(() => readFrom(localStorage, id))
      if (own || !isBeingTyped(kept)) take(kept)
      else setTimeout(() => read(id, take), typingMs)
    },
    isKept: (id, texto) => quietly(() => readFrom(localStorage, id)?.texto === texto) ?? false,
    write: (id, rascunho) =>
      void quietly(() => {
        const kept = JSON.stringify({ ...rascunho, em: Date.now() })
        for (const storage of [localStorage, sessionStorage]) storage.setItem(key(id), kept)
      }),
    forget: (id, texto) =>
      void quietly(() => {
        for (const storage of [localStorage, sessionStorage])
          if (texto === null || readFrom(storage, id)?.texto === texto) storage.removeItem(key(id))
      }),
  }
}

/** A draft as it is kept, with the time at which it was written, in epoch milliseconds. */
type Guardado = Rascunho & { em?: number }

/** How long after it was written a draft counts as being typed, in milliseconds. Words are sent after a shorter pause. */
const typingMs = 3_000

/** A clock that was set back must not make a draft wait for ever. */
const isBeingTyped = (kept: Guardado | null) => Math.abs(Date.now() - (kept?.em ?? 0)) < typingMs

/** An earlier version kept the text alone, without the version it was typed on. */
function rascunhoOf(kept: string | null): Guardado | null {
  if (kept === null) return null
  try {
    const rascunho = JSON.parse(kept)
    if (typeof rascunho.texto === 'string') return rascunho
  } catch {}
  return { texto: kept, enviados: [], versao: 0, descricao: '' }
}
