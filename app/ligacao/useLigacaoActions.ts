import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { abertosKey } from '../atendimento/atendimentoQueries.ts'
import { useEditores } from '../atendimento/Editores.tsx'
import { useMesa } from './LigacoesProvider.tsx'
import {
  attendLigacao,
  closeLigacao,
  currentLigacao,
  linkCliente,
  openAtendimento,
  reopenLigacao,
} from './ligacaoQueries.ts'

export type Acao =
  | { acao: 'abrir' | 'atender' | 'fechar' | 'reabrir' }
  /** Who calls, or whose ticket it is. */
  | { acao: 'cliente'; id_cliente: number }

export interface LigacaoActions {
  run: (acao: Acao) => void
  /** What is under way. */
  pending: Acao['acao'] | null
  error: Error | null
  retry: () => void
}

interface Ports {
  onAct: (asked: Acao) => void
  /** The call as the answer or the refusal tells it; null where neither does. */
  onSettled: (ligacao: Ligacao | null) => void
}

/**
 * What the agent can do with one call. One action at a time: a second click while one is under way does nothing. `onAct`
 * is called as an action begins, `onSettled` when it is answered.
 */
export function useLigacaoActions(id: string, ports: Partial<Ports> = {}): LigacaoActions {
  const { receive } = useMesa()
  const { flushAll } = useEditores()
  const queryClient = useQueryClient()
  const busy = useRef(false)
  const told = useRef(ports)
  told.current = ports

  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (asked: Acao): Promise<Ligacao | null> => {
      if (asked.acao === 'cliente') return linkCliente(id, asked.id_cliente)
      if (asked.acao === 'abrir') return openAtendimento(id)
      if (asked.acao === 'atender') return attendLigacao(id)
      if (asked.acao === 'reabrir') return reopenLigacao(id)
      await flushAll()
      return closeLigacao(id)
    },
    onSuccess: (ligacao, { acao }) => {
      if (ligacao) receive(ligacao)
      if (acao === 'fechar') void queryClient.invalidateQueries({ queryKey: abertosKey })
      if (acao === 'fechar') leaveWindow(id)
    },
    onError: (refusal) => {
      const current = currentLigacao(refusal)
      if (current) receive(current)
    },
    onSettled: (ligacao, refusal) => {
      busy.current = false
      told.current.onSettled?.(ligacao ?? currentLigacao(refusal))
    },
  })

  const run = useCallback(
    (asked: Acao) => {
      if (busy.current) return
      busy.current = true
      told.current.onAct?.(asked)
      mutate(asked)
    },
    [mutate],
  )
  const pending = isPending ? variables.acao : null
  return useMemo(
    () => ({ run, pending, error, retry: () => variables && run(variables) }),
    [run, pending, error, variables],
  )
}

/**
 * The pressed button is gone: the keyboard goes on from the desk, not from the top of the page. Words that are typed by
 * then, in this call or elsewhere, keep it.
 */
function leaveWindow(id: string) {
  const focused = document.activeElement
  const within = focused?.closest('[data-ligacao]')?.getAttribute('data-ligacao') === id
  if (focused !== document.body && (!within || focused?.matches('input, textarea'))) return
  document.getElementById('conteudo')?.focus({ preventScroll: true })
}
