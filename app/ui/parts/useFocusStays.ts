import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react'

interface Press {
  list: Element
  button: HTMLButtonElement
  /** The row of the button; null for one above the rows. */
  row: Element | null
  rowAt: number
  /** The button's place in the row, counted from the end: all rows end with the same buttons. */
  fromEnd: number
  at: number
  whole: HTMLElement | null
}

/** How long the action of a press may take, in milliseconds. */
const patience = 30_000
const rows = 'tr, li'

/**
 * Keeps the place of somebody who works by keyboard. When the button that they pressed disappears, alone or with its
 * row, the focus moves to what took its place, or to the rows below if nothing did. From a button above the rows that
 * becomes disabled it moves to what stands before: the rows that the button acted on are about to disappear. After the
 * last row it moves to the whole dialog or page: a reader who goes on by Tab does not start at the top.
 * Changes by other users move no focus. Checked at every render of the caller.
 */
export function useFocusStays() {
  const pressed = useRef<Press>(undefined)
  useEffect(() => {
    const press = pressed.current
    if (!press || performance.now() - press.at > patience) return
    const { list, button, row, whole } = press
    // A button in a row stays in sight while its own request is under way.
    if (row ? isSeen(button) : !button.matches(':disabled')) return
    if (document.activeElement !== document.body && document.activeElement !== button) return
    const heir = heirOf(press) ?? (row && !buttonsIn(list).some(({ isConnected }) => isConnected) ? whole : undefined)
    if (!heir) return
    pressed.current = undefined
    heir.focus({ preventScroll: true })
  })
  const onClickCapture = ({ target, currentTarget }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('button') : null
    if (!button || !currentTarget.contains(button)) return
    const row = button.closest(`${rows}, [data-lembrete]`)
    const rowAt = [...currentTarget.querySelectorAll(rows)].indexOf(row ?? button)
    const fromEnd = row ? buttonsIn(row).toReversed().indexOf(button) + 1 : 0
    const whole = currentTarget.closest<HTMLElement>('[role="dialog"]') ?? document.getElementById('conteudo')
    pressed.current = { list: currentTarget, button, row, rowAt, fromEnd, at: performance.now(), whole }
  }
  /** The user moved the focus elsewhere, and not into the dialog that asks for confirmation. */
  const onBlurCapture = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !relatedTarget.closest('[role="dialog"]')) pressed.current = undefined
  }
  return { onClickCapture, onBlurCapture }
}

const buttonsIn = (element: Element) => [...element.querySelectorAll('button')]

function heirOf({ list, button, row, rowAt, fromEnd }: Press): HTMLElement | undefined {
  if (!row) {
    const all = [...list.querySelectorAll<HTMLElement>('button, input')]
    return all.slice(0, all.indexOf(button)).findLast(isFree)
  }
  const standing = [...list.querySelectorAll(rows)]
  const there = row.isConnected ? row : (standing[rowAt] ?? standing.at(-1) ?? list)
  const buttons = buttonsIn(there)
  const here = standing.indexOf(there)
  const further = here < 0 ? [] : standing.slice(here + 1).flatMap(buttonsIn)
  const same = buttons.at(-fromEnd)
  // No `tel:` link: a key that was meant for something else must not call anybody.
  const links = there.querySelectorAll<HTMLElement>('a[href]:not([href^="tel:"])')
  return [...(same ? [same] : []), ...buttons, ...links, ...further, ...buttonsIn(list)].find(isFree)
}

const isSeen = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true })
const isFree = (element: HTMLElement) => !element.matches(':disabled') && isSeen(element)
