import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { abertosKey } from '../../atendimento/atendimentoQueries.ts'
import { useEditores } from '../../atendimento/editor/Editores.tsx'
import type { Acao } from '../fila/acoesStore.ts'
import { useAcoes, useMesa } from '../fila/useMesa.ts'
import { currentLigacao, sendAcao } from '../linha/ligacaoQueries.ts'

export interface LigacaoActions {
  run: (acao: Acao) => void
  /** The running action, then the waiting ones. */
  pending: readonly Acao['acao'][]
  error: Error | null
  retry: () => void
}

/**
 * What the agent can do with one call: the same chain of actions wherever the call is shown (`acoesStore`). `onAct` is
 * told what is asked for through this hook.
 */
export function useLigacaoActions(id: string, onAct?: (asked: Acao) => void): LigacaoActions {
  const { receive, acoes } = useMesa()
  const { flushAll } = useEditores()
  const queryClient = useQueryClient()
  const { asked, failed } = useAcoes(id)
  const told = useRef(onAct)
  told.current = onAct

  const run = useCallback(
    (asked: Acao) => {
      const perform = async (act: Acao) => {
        if (act.acao === 'fechar') await flushAll()
        try {
          const ligacao = await sendAcao(id, act)
          if (ligacao) receive(ligacao)
        } catch (refusal) {
          const current = currentLigacao(refusal)
          if (current) receive(current)
          throw refusal
        }
        if (act.acao === 'reabrir') enterWindow(id)
        if (act.acao !== 'fechar') return
        void queryClient.invalidateQueries({ queryKey: abertosKey })
        leaveWindow()
      }
      told.current?.(asked)
      void acoes.run(id, asked, perform)
    },
    [id, acoes, receive, flushAll, queryClient],
  )
  return useMemo(
    () => ({
      run,
      pending: asked.map(({ acao }) => acao),
      error: failed?.error ?? null,
      retry: () => failed && run(failed.acao),
    }),
    [run, asked, failed],
  )
}

/** A call that was closed from elsewhere than its window, as by its letter, gives the focus to the desk. */
function leaveWindow() {
  if (document.activeElement === document.body) document.getElementById('conteudo')?.focus({ preventScroll: true })
}

/** After the button that restores a call: the call is shown before the answer comes, and may have been used. */
function enterWindow(id: string) {
  if (!document.activeElement?.matches('body, [data-acao="reabrir"]')) return
  document.querySelector<HTMLElement>(`[data-ligacao="${id}"]`)?.focus({ preventScroll: true })
}
