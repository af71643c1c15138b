import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { abertosKey } from '../atendimento/atendimentoQueries.ts'
import { useEditores } from '../atendimento/Editores.tsx'
import { useLigacoes } from './LigacoesProvider.tsx'
import { closeLigacao, linkCliente, openAtendimento } from './ligacaoQueries.ts'

export interface LigacaoAction<T = void> {
  pending: boolean
  run: (argument: T) => void
}

/** What the agent can do with one call. One action at a time: a second click while one is under way does nothing. */
export function useLigacaoActions(ligacao: Ligacao, onAct: () => void) {
  const { receive } = useLigacoes()
  const { flushAll } = useEditores()
  const queryClient = useQueryClient()
  const busy = useRef(false)
  const { id } = ligacao
  const onSettled = () => {
    busy.current = false
  }

  const close = useMutation({
    onSettled,
    mutationFn: async () => {
      await flushAll()
      return closeLigacao(id)
    },
    onSuccess: (closed) => {
      receive(closed)
      void queryClient.invalidateQueries({ queryKey: abertosKey })
      // The pressed button is gone: the keyboard goes on from the desk, not from the top of the page.
      document.getElementById('conteudo')?.focus({ preventScroll: true })
    },
  })
  const link = useMutation({
    onSettled,
    mutationFn: (id_cliente: number) => linkCliente(id, id_cliente),
    onSuccess: receive,
  })
  const open = useMutation({
    onSettled,
    mutationFn: () => openAtendimento(id),
    onSuccess: (answer) => {
      if (answer.ligacao) receive(answer.ligacao)
      void queryClient.invalidateQueries({ queryKey: abertosKey })
    },
  })

  const all = [close, link, open]
  const alone = <T>(act: (argument: T) => void) => {
    return (argument: T) => {
      if (busy.current) return
      busy.current = true
      for (const mutation of all) mutation.reset()
      onAct()
      act(argument)
    }
  }

  const failed = all.find((mutation) => mutation.isError)
  return {
    close: { pending: close.isPending, run: alone<void>(() => close.mutate()) },
    link: { pending: link.isPending, run: alone<number>((id_cliente) => link.mutate(id_cliente)) },
    open: { pending: open.isPending, run: alone<void>(() => open.mutate()) },
    error: failed?.error ?? null,
    retry: close.isError
      ? () => close.mutate()
      : open.isError
        ? () => open.mutate()
        : () => link.variables !== undefined && link.mutate(link.variables),
  }
}

export type LigacaoActions = ReturnType<typeof useLigacaoActions>
