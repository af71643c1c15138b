import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import type { Acao } from './useLigacaoActions.ts'

type Quem = Pick<Ligacao, 'cliente' | 'candidatos'>

/**
 * Who calls, as the search has it in which the agent types: a customer whom the exchange or another tab names meanwhile
 * takes the field away only when the focus leaves it. Her own choice holds nothing.
 */
export function useHeldSearch(janela: RefObject<HTMLElement | null>, ligacao: Quem | undefined) {
  const drawn = useRef(ligacao)
  const chosen = useRef<number | null>(null)
  const [held, setHeld] = useState<Quem | null>(null)
  const own = chosen.current !== null && ligacao?.cliente?.id_cliente === chosen.current
  if (held && own) setHeld(null)
  if (!held) {
    const before = drawn.current
    const other = before && !own && keyOf(before) !== keyOf(ligacao)
    if (other && has(janela.current, document.activeElement, field)) setHeld(before)
    else drawn.current = ligacao
  }

  // Nobody is told when what had the focus is drawn no more.
  useEffect(() => {
    if (held && !has(janela.current, document.activeElement, beside)) setHeld(null)
  })
  const { cliente = null, candidatos = [] } = held ?? ligacao ?? {}
  return {
    cliente,
    candidatos,
    /** Her own step is as good as leaving, but for a choice, which may be refused. */
    onAct: (asked: Acao) => {
      if (asked.acao === 'cliente') chosen.current = asked.id_cliente
      else setHeld(null)
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      if (!held) return
      // A button beside the field is pressed before it gives way; the browser's own window may lose the focus, too.
      if (!has(currentTarget, relatedTarget ?? document.activeElement, beside)) setHeld(null)
    },
  }
}

const field = '[data-busca] input'
const beside = `${field}, [data-passo] button`

const has = (janela: HTMLElement | null, focused: Element | null, what: string) =>
  janela?.contains(focused) && focused?.matches(what)

const keyOf = (quem: Quem | undefined) =>
  [quem?.cliente, ...(quem?.candidatos ?? [])].map((each) => each?.id_cliente).join()
