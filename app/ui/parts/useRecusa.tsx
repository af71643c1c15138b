import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import classes from './recusa.module.css'

interface Shift {
  /** When something last moved by itself, on the page's clock. */
  shiftedAt: () => number
  /** What had the focus then: keys keep acting on it, wherever it moves. */
  focus?: () => Element | null
}

/** A click so soon after a change was meant for what stood there before. In milliseconds. */
export const misclickMs = 400
/** How long the notice stays, in milliseconds. */
const said = 3_000

/**
 * A click right after something moved was meant for what stood there before: inside the element with `guard` it does
 * nothing, and `aviso` says so near the pointer, covering nothing clickable.
 */
export function useRecusa({ shiftedAt, focus }: Shift): { guard: object; aviso: ReactNode } {
  const [refused, setRefused] = useState<CSSProperties | null>(null)
  const pressed = useRef(false)
  useEffect(() => {
    if (!refused) return
    const timer = setTimeout(() => setRefused(null), said)
    return () => clearTimeout(timer)
  }, [refused])

  const tooSoon = ({ timeStamp, nativeEvent: { view } }: MouseEvent) => {
    // The floating window has a clock of its own.
    const ahead = (view ?? window).performance.timeOrigin - performance.timeOrigin
    return timeStamp + ahead - shiftedAt() < misclickMs
  }
  const refuse = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const guard = {
    // The press would focus a field, and the next words would go to the wrong call.
    onMouseDownCapture: (event: MouseEvent) => {
      setRefused(null)
      pressed.current = tooSoon(event)
      if (pressed.current) refuse(event)
    },
    onClickCapture: (event: MouseEvent) => {
      const byKey = event.detail === 0
      const target = event.target as Element
      if (byKey ? !tooSoon(event) || goesOn(focus?.() ?? null, target) : !pressed.current && !tooSoon(event)) return
      refuse(event)
      const { left, bottom } = target.getBoundingClientRect()
      const [x, y] = byKey ? [left, bottom] : [event.clientX, event.clientY]
      setRefused({ '--x': `${x}px`, '--y': `${y}px` })
    },
  }
  const aviso = (
    <div role="status" className={classes.recusa} style={refused ?? {}}>
      {refused && 'A tela acabou de mudar, e nada foi acionado. Confira e tente de novo.'}
    </div>
  )
  return { guard, aviso }
}

/**
 * When `shown` last became something else, measured when that was drawn: on a slow computer drawing takes longer than a
 * hand. Its first appearance does not count, because nothing (`empty`) stood there before.
 */
export function useShiftedAt(shown: unknown, empty: boolean): () => number {
  const last = useRef({ shown, empty: true, since: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    const { shown: before, empty: nothing, since } = last.current
    last.current = { shown, empty, since: before === shown || nothing ? since : performance.now() }
  })
  return () => last.current.since
}

/** The same for content that `shown` identifies, such as the ids of a list. */
export function useRecusaAfter(shown: string, focus?: Shift['focus']) {
  const shiftedAt = useShiftedAt(shown, shown === '')
  return useRecusa({ shiftedAt, ...(focus && { focus }) })
}

/**
 * The same for a list of search results. Clicks do nothing while the list still answers an earlier search, because it
 * is about to be replaced, nor right after a new list came, because the user aimed at the old one.
 */
export function useRecusaOfAnswers(found: readonly unknown[], settled: boolean) {
  const shiftedAt = useShiftedAt(settled && found, found.length === 0)
  return useRecusa({
    shiftedAt: () => (settled ? shiftedAt() : Number.POSITIVE_INFINITY),
    focus: () => document.activeElement,
  })
}

/**
 * Whether a key may act on `target`: it acts within the call whose element had the focus before things moved. "z" aims
 * at no place: it restores the call that the user themself closed last.
 */
function goesOn(before: Element | null, target: Element): boolean {
  if (target.closest('[data-encerrada^="1 "]')) return true
  if (!before || before === document.body || before !== document.activeElement) return false
  // In a dialog, the keys of a list's search field click the options of the list.
  return (before.closest('[data-ligacao], [data-busca], article, [role="dialog"]') ?? before).contains(target)
}
