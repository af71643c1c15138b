import { type Ref, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** A popup whose code is fetched after its button is drawn. */
export interface Pendente {
  botao: RefObject<HTMLButtonElement | null>
  aberto: boolean
  onChange: (aberto: boolean) => void
}

/** The button of a popup that is fetched when the pointer or the focus comes near. */
export function useMenuBotao(prepare: () => void, popup: 'menu' | 'dialog' = 'menu') {
  const botao = useRef<HTMLButtonElement>(null)
  const [aberto, setAberto] = useState(false)
  const [asked, setAsked] = useState(false)
  const menu: Pendente = {
    botao,
    aberto,
    onChange: (next) => {
      setAberto(next)
      // Only if the focus is in the popup or nowhere: an element that has taken it meanwhile keeps it.
      const at = document.activeElement
      if (!next && (at === document.body || at?.closest('[role="menu"], [role="dialog"]:not([aria-modal])')))
        botao.current?.focus({ preventScroll: true })
    },
  }
  return {
    asked,
    menu,
    button: {
      ref: botao,
      'aria-haspopup': popup,
      'aria-expanded': aberto,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: () => {
        setAsked(true)
        setAberto(!aberto)
      },
    },
  }
}

/** The target of a popup: it stands for the button, which is drawn elsewhere. */
export function Alvo({ botao, ref }: Pick<Pendente, 'botao'> & { ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') return ref(botao.current) ?? undefined
    if (ref) ref.current = botao.current
  }, [ref, botao])
  return null
}
