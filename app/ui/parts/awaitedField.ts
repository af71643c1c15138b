import { useEffect } from 'react'
import { insertAtCursor } from './insertAtCursor.ts'

/** How long a field may take to come after the last letter meant for it, in milliseconds. */
const patience = 10_000
/** How long people go on typing after they lost the field, in milliseconds. */
export const lookUpMs = 1_500

let stopLast = () => {}

/**
 * Call it when you open a field that appears only after an answer, a script or a transition. Until the field has the
 * focus, letters trigger no shortcut; they are kept and then typed into the field. The waiting also ends when a dialog
 * takes the focus, or when the user presses something else: then the letters are dropped. The function that this returns
 * says that the field does not come: the rest of the word triggers no shortcut either. The function tells the letters so
 * far, for the next attempt, which takes them as `letters`. Letters in another field belong to that field, but for
 * `opener`, the field in which the user asked for the new one.
 */
export function awaitField(opener: EventTarget | null = null, letters = ''): () => string {
  stopLast()
  const from = document.activeElement === document.body ? null : document.activeElement
  let at = performance.now()
  let dropped = false
  const ended = new AbortController()
  const stop = () => {
    ended.abort()
    if (!dropped) letters = ''
  }
  const drop = () => {
    dropped = true
    return letters
  }
  const onKey = (event: KeyboardEvent) => {
    const { key, target, timeStamp, isComposing } = event
    if (isComposing || (isField(target) && target !== opener)) return
    if (timeStamp - at > (dropped ? lookUpMs : patience) || /^(Tab|Escape|Arrow)/.test(key)) return stop()
    if ((event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')) return
    if (key === 'Backspace') letters = letters.slice(0, -1)
    else if (key.length === 1) letters += key
    // Enter would press the button that has the focus meanwhile.
    else if (key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    at = timeStamp
  }
  const onFocus = ({ target }: Event) => {
    // `data-espera`: what a dialog shows until its field comes.
    if (
      !isField(target) &&
      !(target instanceof Element && target.closest('[role="dialog"]') && !target.matches('[data-espera]'))
    )
      return
    const words = dropped ? '' : letters
    stop()
    // After the field is completely rendered.
    if (takesWords(target) && words !== '') queueMicrotask(() => insertAtCursor(target, words))
  }
  // The second press of a double click takes the focus nowhere (secondPress.ts), and does not end the waiting.
  const onPress = ({ detail, target }: MouseEvent) =>
    detail > 1 || (target instanceof Node && from?.contains(target)) || stop()
  // On the window, before the shortcuts.
  const way = { capture: true, signal: ended.signal }
  window.addEventListener('keydown', onKey, way)
  window.addEventListener('focusin', onFocus, way)
  window.addEventListener('mousedown', onPress, way)
  stopLast = stop
  return drop
}

/** `awaitField` for the field of a popup, for as long as that is open. */
export function useAwaitedField(opened: boolean): void {
  useEffect(() => {
    if (!opened) return
    const drop = awaitField()
    return () => void drop()
  }, [opened])
}

const isField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null

/** Fields for a time or a number, and checkboxes, take no words. */
const takesWords = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) &&
  target.selectionStart !== null &&
  !target.readOnly
