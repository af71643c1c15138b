import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { abertosKey } from '../../atendimento/atendimentoQueries.ts'
import { useEditores } from '../../atendimento/editor/Editores.tsx'
import { useMesa } from '../fila/useMesa.ts'
import {
  attendLigacao,
  closeLigacao,
  currentLigacao,
  linkCliente,
  openAtendimento,
  reopenLigacao,
} from '../linha/ligacaoQueries.ts'

export type Acao = { acao: 'abrir' | 'atender' | 'fechar' | 'reabrir' } | { acao: 'cliente'; id_cliente: number }

export interface LigacaoActions {
  run: (acao: Acao) => void
  /** The running action, then the waiting ones. */
  pending: readonly Acao['acao'][]
  error: Error | null
  retry: () => void
}

interface Ports {
  onAct: (asked: Acao) => void
  /** The call from the answer or from the refusal; null when neither has it. */
  onSettled: (ligacao: Ligacao | null) => void
}

/**
 * What the agent can do with one call. Actions run one after the other: the socket may draw the next step before the
 * previous answer is here. The same action twice in a row counts once. After a failure the waiting ones are dropped:
 * they were meant for another state.
 */
export function useLigacaoActions(id: string, ports: Partial<Ports> = {}): LigacaoActions {
  const { receive } = useMesa()
  const { flushAll } = useEditores()
  const queryClient = useQueryClient()
  /** The first one is running. */
  const asked = useRef<readonly Acao[]>([])
  const [pending, setPending] = useState<LigacaoActions['pending']>([])
  const told = useRef(ports)
  told.current = ports

  const { mutateAsync, variables, error } = useMutation({
    mutationFn: async (act: Acao): Promise<Ligacao | null> => {
      if (act.acao === 'cliente') return linkCliente(id, act.id_cliente)
      if (act.acao === 'abrir') return openAtendimento(id)
      if (act.acao === 'atender') return attendLigacao(id)
      if (act.acao === 'reabrir') return reopenLigacao(id)
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
    onSettled: (ligacao, refusal) => told.current.onSettled?.(ligacao ?? currentLigacao(refusal)),
  })

  const run = useCallback(
    async (act: Acao) => {
      const keep = (acts: readonly Acao[]) => {
        asked.current = acts
        setPending(acts.map(({ acao }) => acao))
      }
      if (isSame(asked.current.at(-1), act)) return
      keep([...asked.current, act])
      if (asked.current.length > 1) return
      for (let next: Acao | undefined = act; next; next = asked.current[0]) {
        told.current.onAct?.(next)
        const done = await mutateAsync(next).then(
          () => true,
          () => false,
        )
        keep(done ? asked.current.slice(1) : [])
      }
    },
    [mutateAsync],
  )
  return useMemo(
    () => ({ run, pending, error, retry: () => variables && run(variables) }),
    [run, pending, error, variables],
  )
}

const isSame = (one: Acao | undefined, other: Acao) =>
  one?.acao === 'cliente' && other.acao === 'cliente' ? one.id_cliente === other.id_cliente : one?.acao === other.acao

/**
 * The pressed button disappears, so the focus goes to the desk, not to the top of the page. A field that is being typed
 * in keeps it.
 */
function leaveWindow(id: string) {
  const focused = document.activeElement
  const within = focused?.closest('[data-ligacao]')?.getAttribute('data-ligacao') === id
  if (focused !== document.body && (!within || focused?.matches('input, textarea'))) return
  document.getElementById('conteudo')?.focus({ preventScroll: true })
}
