import { type FocusEvent, type MouseEvent, useEffect, useRef } from 'react'

interface Press {
  list: Element
  button: HTMLButtonElement
  /** The row of the button; null for one above the rows. */
  row: Element | null
  rowAt: number
  /** Its place among the row's buttons, counted from the end, which rows have in common. */
  fromEnd: number
  at: number
}

/** So long a press may take to be done, in milliseconds. */
const patience = 30_000
const rows = 'tr, li'

/**
 * Who works by keyboard goes on where they were: when what they pressed in the list goes with its row, or can no longer be
 * pressed above the rows, the focus goes to what took its place, or where nothing did, to the rows below. What others do
 * moves no focus. Looks whenever the caller is drawn.
 */
export function useFocusStays() {
  const pressed = useRef<Press>(undefined)
  useEffect(() => {
    const press = pressed.current
    if (!press || performance.now() - press.at > patience) return
    const { button, row } = press
    // What is pressed in a row stays for the time of its own request.
    if (row ? button.isConnected : !button.matches(':disabled')) return
    if (document.activeElement !== document.body && document.activeElement !== button) return
    const heir = heirOf(press)
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
    pressed.current = { list: currentTarget, button, row, rowAt, fromEnd, at: performance.now() }
  }
  /** The hand went on by itself, and not into what asks whether it was meant. */
  const onBlurCapture = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !relatedTarget.closest('[role="dialog"]')) pressed.current = undefined
  }
  return { onClickCapture, onBlurCapture }
}

const buttonsIn = (element: Element) => [...element.querySelectorAll('button')]

function heirOf({ list, button, row, rowAt, fromEnd }: Press): HTMLElement | undefined {
  if (!row) {
    const all = [...list.querySelectorAll<HTMLElement>('button, input')]
    return all.slice(all.indexOf(button) + 1).find(isFree)
  }
  const standing = [...list.querySelectorAll(rows)]
  const there = row.isConnected ? row : (standing[rowAt] ?? standing.at(-1) ?? list)
  const buttons = buttonsIn(there)
  const here = standing.indexOf(there)
  const further = here < 0 ? [] : standing.slice(here + 1).flatMap(buttonsIn)
  const same = buttons.at(-fromEnd)
  // Nobody is called by a key that was meant for something else.
  const links = there.querySelectorAll<HTMLElement>('a[href]:not([href^="tel:"])')
  return [...(same ? [same] : []), ...buttons, ...links, ...further, ...buttonsIn(list)].find(isFree)
}

const isFree = (element: HTMLElement) =>
  !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })
