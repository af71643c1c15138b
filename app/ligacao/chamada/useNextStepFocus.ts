import { type RefObject, useEffect, useRef } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import type { Acao } from './useLigacaoActions.ts'

/** What the next step depends on. */
export const passoDe = ({ cliente, atendimento, atendida_em }: Ligacao) =>
  `${cliente?.id_cliente}:${atendimento?.id}:${atendida_em !== null}`

/**
 * After the agent's own step took the pressed control away (`passo` changed since it was taken), the keyboard goes on at
 * the window's next control, marked `data-proximo-passo`, or else in the window. Never moves a focus that stands elsewhere
 * meanwhile, nor one in a field; and what others change after an answer that changed nothing moves nothing.
 */
export function useNextStepFocus(janela: RefObject<HTMLElement | null>, passo: string | undefined, ativa: boolean) {
  const takenAt = useRef<string | null>(null)
  useEffect(() => {
    if (takenAt.current === null || takenAt.current === passo || !ativa) return
    takenAt.current = null
    const focused = document.activeElement
    const here = focused === document.body || janela.current?.contains(focused)
    if (!here || focused?.matches('input, textarea')) return
    const next = janela.current?.querySelector<HTMLElement>('[data-proximo-passo]')
    if (next) next.focus()
    else if (focused === document.body) janela.current?.focus({ preventScroll: true })
  }, [janela, passo, ativa])
  return {
    onAct: ({ acao }: Acao) => {
      if (acao === 'abrir' || acao === 'cliente' || acao === 'atender') takenAt.current = passo ?? null
    },
    /** An answer that tells of another step is drawn in a moment. */
    onSettled: (ligacao: Ligacao | null) => {
      if (!ligacao || passoDe(ligacao) === takenAt.current) takenAt.current = null
    },
  }
}
