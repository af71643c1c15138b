import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { closedByAgent } from '../fila/ligacoes.ts'
import { useMesa } from '../fila/useMesa.ts'

/** The call as it last was while open, with its current ticket. */
export function useLastOpen(ligacao: Ligacao | undefined, aberta: boolean): Ligacao | undefined {
  const last = useRef(ligacao)
  if (aberta) last.current = ligacao
  if (aberta || !ligacao || !last.current) return ligacao
  return { ...last.current, atendimento: ligacao.atendimento ?? last.current.atendimento }
}

type Fase = 'viva' | 'presa' | 'fantasma'

/**
 * A call that ends becomes a ghost, unless the agent's focus is in it: then it stays as it is until the focus leaves.
 * An own click on "Fechar chamada" does not count; words typed here while another tab closes the call do.
 */
export function useFase(janela: RefObject<HTMLElement | null>, ligacao: Ligacao | undefined, aberta: boolean) {
  const { fila } = useMesa()
  const [is, setIs] = useState<Fase>('viva')
  if (aberta && is !== 'viva') setIs('viva')
  if (!aberta && is === 'viva' && ligacao) setIs(holds(janela.current, ligacao) ? 'presa' : 'fantasma')
  const onBlur = ({ target, relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
    if (is !== 'presa' || currentTarget.contains(relatedTarget)) return
    // Only the browser window lost the focus; within the page, the field still has it.
    if (currentTarget.contains(document.activeElement)) return
    // The end of the call disabled the button that had the focus, and newer browsers take the focus from it: nobody left.
    if (!relatedTarget && target.matches(':disabled')) return currentTarget.focus({ preventScroll: true })
    setIs('fantasma')
    fila.update()
  }
  // What had the focus is not in the ghost, or goes with it.
  useLayoutEffect(() => {
    if (is !== 'fantasma' || !janela.current?.contains(document.activeElement)) return
    document.getElementById('conteudo')?.focus({ preventScroll: true })
  }, [janela, is])
  return { is, onBlur }
}

function holds(janela: HTMLElement | null, ligacao: Ligacao): boolean {
  const focused = document.activeElement
  if (!focused || !janela?.contains(focused) || focused === janela) return false
  return focused.matches('input, textarea') || !closedByAgent(ligacao)
}
