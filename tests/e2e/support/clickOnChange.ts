import type { Locator } from '@playwright/test'

/**
 * From now on, clicks in the middle of the element as soon as something else stands there: no hand can stop faster.
 * Returns a function that waits for the click.
 */
export async function clickOnChange(at: Locator): Promise<() => Promise<void>> {
  const aim = await at.evaluateHandle((aimed) => {
    const { left, top, width, height } = aimed.getBoundingClientRect()
    const [clientX, clientY] = [left + width / 2, top + height / 2]
    const there = () => document.elementFromPoint(clientX, clientY)
    const before = there()
    const text = before?.textContent
    const clicked = new Promise<void>((resolve) => {
      const watching = new MutationObserver(() => {
        const under = there()
        if (under === before && under?.textContent === text) return
        watching.disconnect()
        const click = { bubbles: true, cancelable: true, detail: 1, clientX, clientY }
        for (const part of ['mousedown', 'mouseup', 'click']) under?.dispatchEvent(new MouseEvent(part, click))
        resolve()
      })
      watching.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true })
    })
    return { clicked }
  })
  return () => aim.evaluate(({ clicked }) => clicked)
}
