import { type RefObject, useEffect, useRef } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { awaitField } from '../../ui/parts/awaitedField.ts'
import type { Acao, LigacaoActions } from './useLigacaoActions.ts'

/** A key of the facts on which the next step depends: it changes when the step does. */
export const passoDe = ({ cliente, atendimento, atendida_em }: Ligacao) =>
  `${cliente?.id_cliente}:${atendimento?.id}:${atendida_em !== null}`

/**
 * After the agent's own action removed the pressed control (`passo` changed), the focus goes to the window's next
 * control, marked `data-proximo-passo`, or to the window. A focus elsewhere, or in a field, is not moved; nor do
 * changes by others move it.
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
    /** The change is drawn a moment later, and the focus moves then. */
    onSettled: (ligacao: Ligacao | null) => {
      if (!ligacao || passoDe(ligacao) === takenAt.current) takenAt.current = null
    },
  }
}

/** How long a field may take from the answer that brings it, in milliseconds. */
const drawnWithin = 3_000

/** Keeps what is typed after the action that brings the notes, until the action is refused or the field is late. */
export function useAwaitedStep({ pending, error }: LigacaoActions, comNotas: boolean) {
  const stop = useRef(() => {})
  const coming = pending.includes('abrir') || (comNotas && pending.includes('cliente'))
  useEffect(() => {
    if (!coming) return
    const stopped = awaitField()
    stop.current = stopped
    return () => void setTimeout(stopped, drawnWithin)
  }, [coming])
  useEffect(() => {
    if (error) stop.current()
  }, [error])
}
