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

/**
 * What the agent can do with one call. One action at a time: a second click while one is under way does nothing. `onAct`
 * is called as an action begins.
 */
export function useLigacaoActions(id: string, onAct: () => void): LigacaoActions {
  const { receive } = useMesa()
  const { flushAll } = useEditores()
  const queryClient = useQueryClient()
  const busy = useRef(false)

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
      // The pressed button is gone: the keyboard goes on from the desk, not from the top of the page.
      if (acao === 'fechar') document.getElementById('conteudo')?.focus({ preventScroll: true })
    },
    onError: (refusal) => {
      const current = currentLigacao(refusal)
      if (current) receive(current)
    },
    onSettled: () => {
      busy.current = false
    },
  })

  const act = useRef(onAct)
  act.current = onAct
  const run = useCallback(
    (asked: Acao) => {
      if (busy.current) return
      busy.current = true
      act.current()
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
