import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { abertosKey } from '../../atendimento/atendimentoQueries.ts'
import { useEditores } from '../../atendimento/Editores.tsx'
import { useMesa } from '../fila/useMesa.ts'
import {
  attendLigacao,
  closeLigacao,
  currentLigacao,
  linkCliente,
  openAtendimento,
  reopenLigacao,
} from '../linha/ligacaoQueries.ts'

export type Acao =
  | { acao: 'abrir' | 'atender' | 'fechar' | 'reabrir' }
  /** Who calls, or whose ticket it is. */
  | { acao: 'cliente'; id_cliente: number }

export interface LigacaoActions {
  run: (acao: Acao) => void
  /** What is under way, and what waits for it. */
  pending: readonly Acao['acao'][]
  error: Error | null
  retry: () => void
}

interface Ports {
  onAct: (asked: Acao) => void
  /** The call as the answer or the refusal tells it; null where neither does. */
  onSettled: (ligacao: Ligacao | null) => void
}

/**
 * What the agent can do with one call, one after the other as it was asked for: the socket may draw the next step before
 * the answer to the one before is here, and what is asked for then waits for that answer. The same twice in a row counts
 * once. After a failure nothing that waited is sent: it was meant for a call that stands otherwise. `onAct` is called as
 * an action begins, `onSettled` when it is answered.
 */
export function useLigacaoActions(id: string, ports: Partial<Ports> = {}): LigacaoActions {
  const { receive } = useMesa()
  const { flushAll } = useEditores()
  const queryClient = useQueryClient()
  /** The first is under way. */
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
 * The pressed button is gone: the keyboard goes on from the desk, not from the top of the page. Words that are typed by
 * then, in this call or elsewhere, keep it.
 */
function leaveWindow(id: string) {
  const focused = document.activeElement
  const within = focused?.closest('[data-ligacao]')?.getAttribute('data-ligacao') === id
  if (focused !== document.body && (!within || focused?.matches('input, textarea'))) return
  document.getElementById('conteudo')?.focus({ preventScroll: true })
}
