import { type RefObject, useEffect } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import type { Acao } from '../fila/acoesStore.ts'
import { useAcoes, useMesa } from '../fila/useMesa.ts'

/**
 * Pure. Whether an open call shows the result of an action. Another fact may come before it: in a ring group, a call is
 * attended first, and has its ticket or its customer a moment later; a call that rings again may have its ticket.
 */
export function isReached(acao: Acao, { cliente, atendimento, atendida_em }: Ligacao): boolean {
  if (acao.acao === 'fechar') return false
  if (acao.acao === 'cliente') return cliente?.id_cliente === acao.id_cliente
  return atendida_em !== null && (acao.acao !== 'abrir' || atendimento !== null)
}

/**
 * After the agent's own action removed the pressed control, wherever on the desk that was, the focus goes to the
 * window's next control, marked `data-proximo-passo`, or to the window. A focus elsewhere, or in a field, is not moved;
 * nor do changes by others move it. What failed and is there all the same, because only its answer was lost, counts too.
 */
export function useNextStepFocus(janela: RefObject<HTMLElement | null>, ligacao: Ligacao | undefined, ativa: boolean) {
  const { acoes } = useMesa()
  const id = ligacao?.id ?? ''
  const { awaited, failed } = useAcoes(id)
  const acao = awaited?.acao ?? failed?.acao
  const reached = ativa && acao !== undefined && ligacao !== undefined && isReached(acao, ligacao)
  useEffect(() => {
    if (!reached) return
    acoes.arrived(id, () => goOn(janela.current))
  }, [acoes, id, janela, reached])
}

function goOn(janela: HTMLElement | null) {
  const focused = document.activeElement
  const here = focused === document.body || janela?.contains(focused)
  if (!here || focused?.matches('input, textarea')) return
  const next = janela?.querySelector<HTMLElement>('[data-proximo-passo]')
  if (next) next.focus()
  else if (focused === document.body) janela?.focus({ preventScroll: true })
}
