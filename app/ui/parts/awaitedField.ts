import { insertAtCursor } from './insertAtCursor.ts'

/** How long a field may take to come after the last letter meant for it, in milliseconds. */
const patience = 10_000

let stopLast = () => {}

/**
 * Called by what opens a field that comes with an answer, a script or a transition: until the field has the focus, what is
 * typed is no shortcut, and is kept and then typed into it. The focus in a dialog, a hand that goes elsewhere and the
 * function given here end it, too.
 */
export function awaitField(): () => void {
  stopLast()
  const from = document.activeElement === document.body ? null : document.activeElement
  let letters = ''
  let at = performance.now()
  const ended = new AbortController()
  const stop = () => ended.abort()
  const onKey = (event: KeyboardEvent) => {
    const { key, target, timeStamp, isComposing } = event
    if (isComposing || isField(target)) return
    if (timeStamp - at > patience || /^(Tab|Escape|Arrow)/.test(key)) return stop()
    if ((event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')) return
    if (key === 'Backspace') letters = letters.slice(0, -1)
    else if (key.length === 1) letters += key
    // It would press what has the focus meanwhile.
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    at = timeStamp
  }
  const onFocus = ({ target }: Event) => {
    if (!isField(target) && !(target instanceof Element && target.closest('[role="dialog"]'))) return
    stop()
    // Once the field is drawn to its end.
    if (takesWords(target) && letters !== '') queueMicrotask(() => insertAtCursor(target, letters))
  }
  // The second click of a double one goes nowhere else.
  const onPress = ({ target }: Event) => (target instanceof Node && from?.contains(target)) || stop()
  // On the window, before the shortcuts.
  const way = { capture: true, signal: ended.signal }
  window.addEventListener('keydown', onKey, way)
  window.addEventListener('focusin', onFocus, way)
  window.addEventListener('pointerdown', onPress, way)
  stopLast = stop
  return stop
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null

/** A time, a number or a tick is no place for words. */
const takesWords = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  target.selectionStart !== null &&
  !target.readOnly
