/**
 * The second press of a double click does nothing on the button or switch that the first one pressed, on another button
 * that has come there since, in a menu or list of options, and in or below a window that the first one opened or closed.
 * It would do the deed twice, undo it, or do another: after a choice the menu's other options move up. It takes the
 * focus nowhere, so that a field that the first press opened gets the letters. Returns the function that stops this.
 */
export function ignoreSecondPresses(): () => void {
  let first: { target: Element; layer: Element | null; click?: Event } | null = null
  const onPress = (event: MouseEvent) => {
    const { target, detail, type } = event
    if (!(target instanceof Element)) return
    if (detail <= 1) {
      if (type === 'mousedown') first = { target, layer: layerOf(target) }
      else if (first && detail === 1) first.click = event
      return
    }
    if (!first) return
    const button = target.closest('button, label, [type="checkbox"]')
    // A press that the page refused did nothing: the next one is meant.
    const again = button?.contains(first.target) && !first.click?.defaultPrevented
    const swallowed = again || target.closest(choices) !== null || layerOf(target) !== first.layer
    if (swallowed) event.stopPropagation()
    // A second press in the same text selects a word.
    if (swallowed || (type === 'mousedown' && target !== first.target)) event.preventDefault()
  }
  const onOther = (event: MouseEvent) => {
    const { target, detail } = event
    if (detail <= 1 || !first || !(target instanceof Element)) return
    if (target.closest('button')?.contains(first.target) !== false) return
    event.stopPropagation()
    event.preventDefault()
  }
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  for (const deed of ['mousedown', 'click'] as const) {
    window.addEventListener(deed, onPress, options)
    // React has heard the press by then: where the page refuses it because something moved (useRecusa), it says so.
    document.documentElement.addEventListener(deed, onOther, options)
  }
  return () => ended.abort()
}

const choices = '[role="menuitem"], [role="menuitemradio"], [role="option"]'
/** The menu or window above the page that `element` is in; null for the page itself. */
const layerOf = (element: Element) => element.closest('[data-portal] > *')
