import { type Ref, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** What hangs on a button: fetched later than the button is drawn. */
export interface Pendente {
  botao: RefObject<HTMLButtonElement | null>
  aberto: boolean
  onChange: (aberto: boolean) => void
}

/** The button of a menu that is fetched when the hand comes near: what to give to either, and whether to draw the menu yet. */
export function useMenuBotao(prepare: () => void, popup: 'menu' | 'dialog' = 'menu') {
  const botao = useRef<HTMLButtonElement>(null)
  const [aberto, setAberto] = useState(false)
  const [asked, setAsked] = useState(false)
  const menu: Pendente = {
    botao,
    aberto,
    onChange: (next) => {
      setAberto(next)
      if (!next) botao.current?.focus({ preventScroll: true })
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

/** Stands in a menu for the button that is drawn elsewhere. */
export function Alvo({ botao, ref }: Pick<Pendente, 'botao'> & { ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') return ref(botao.current) ?? undefined
    if (ref) ref.current = botao.current
  }, [ref, botao])
  return null
}
