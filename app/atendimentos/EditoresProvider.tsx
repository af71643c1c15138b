'use client'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { painel } from '../api/painel.ts'
import { useLigacoes } from '../ligacoes/LigacoesContext.ts'
import { useUsuario } from '../sessao/UsuarioContext.ts'
import { currentAtendimento } from './currentAtendimento.ts'
import { Editor, type EditorPorts } from './Editor.ts'
import { type Editores, EditoresContext } from './EditoresContext.ts'
import { localRascunhos } from './rascunho.ts'
import { abertosKey } from './useAtendimentosAbertos.ts'

/** Holds the editors above the windows, so that words being saved do not depend on a window staying open. */
export function EditoresProvider({ children }: { children: ReactNode }) {
  const usuario = useUsuario()
  const queryClient = useQueryClient()
  const { receive } = useLigacoes()

  const [editores] = useState(() => {
    const save: EditorPorts['save'] = async (id, body, keepalive) => {
      const answer = await painel.saveAtendimento(id, body, keepalive)
      if (answer.ligacao) receive(answer.ligacao)
      void queryClient.invalidateQueries({ queryKey: abertosKey })
      return answer.atendimento
    }
    return createEditores({ save, current: currentAtendimento, rascunhos: localRascunhos(usuario.id) })
  })

  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && editores.sendAllBeforeLeaving()
    window.addEventListener('pagehide', editores.sendAllBeforeLeaving)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('pagehide', editores.sendAllBeforeLeaving)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [editores])

  return <EditoresContext value={editores}>{children}</EditoresContext>
}

function createEditores(ports: EditorPorts): Editores & { sendAllBeforeLeaving: () => void } {
  const byId = new Map<number, Editor>()
  return {
    of: (atendimento) => {
      const known = byId.get(atendimento.id)
      if (known) return known
      const editor = new Editor(atendimento, ports)
      byId.set(atendimento.id, editor)
      return editor
    },
    flushAll: async () => {
      await Promise.all([...byId.values()].map((editor) => editor.flush()))
    },
    sendAllBeforeLeaving: () => {
      for (const editor of byId.values()) editor.sendBeforeLeaving()
    },
  }
}
