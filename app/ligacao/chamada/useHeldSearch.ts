import { type FocusEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Ligacao } from '#server/ligacao/wire/ligacao'
import type { Acao } from '../fila/acoesStore.ts'

type Quem = Pick<Ligacao, 'cliente' | 'candidatos'>

/**
 * Keeps the search field while the agent types in it, if the exchange or another tab identifies the caller meanwhile.
 * After the agent's own choice the field is not kept.
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

  // No blur event tells that a focused element was removed.
  useEffect(() => {
    if (held && !has(janela.current, document.activeElement, beside)) setHeld(null)
  })
  const { cliente = null, candidatos = [] } = held ?? ligacao ?? {}
  return {
    cliente,
    candidatos,
    /** Any own action releases the field, except a choice, which may be refused. */
    onAct: (asked: Acao) => {
      if (asked.acao === 'cliente') chosen.current = asked.id_cliente
      else setHeld(null)
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      if (!held) return
      // Pressing a button beside the field must work first; the browser window may also lose the focus.
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
