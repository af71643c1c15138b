import { expect, type Page } from '@playwright/test'

/** The header's second line, which shows who rings. */
export const linha = (page: Page) => page.getByRole('list', { name: 'Chamadas em curso' })

/** Expects at each width that the caller's number is whole, no header button is covered or cut, and the page fits. */
export async function expectCallerInSight(page: Page, numero: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => hidden(page, numero), { message: `hidden at ${width} px` }).toEqual([])
  }
}

const hidden = (page: Page, numero: string) =>
  linha(page).evaluate((list, numero) => {
    const { clientWidth, scrollWidth } = document.documentElement
    /** Whether no ancestor and not the window clips the box on the left or the right. */
    const isWhole = ({ left, right }: DOMRect, within: Element | null): boolean => {
      if (!within) return left > -0.5 && right < clientWidth + 0.5
      const box = within.getBoundingClientRect()
      const cuts = getComputedStyle(within).overflowX !== 'visible'
      return (
        !(cuts && (left < box.left - 0.5 || right > box.right + 0.5)) &&
        isWhole({ left, right } as DOMRect, within.parentElement)
      )
    }
    const name = list.querySelector('strong')
    const words = document.createRange()
    if (name) words.selectNodeContents(name)
    const nameIsWhole = name?.textContent === numero && isWhole(words.getBoundingClientRect(), name)
    const banner = list.closest('header')
    const hidden = [...(banner?.querySelectorAll('button, a') ?? [])].filter((button) => {
      const box = button.getBoundingClientRect()
      if (box.width < 2) return false
      // An element over a button would take its clicks.
      const covered = [box.left + 4, box.right - 4].some(
        (x) => !button.contains(document.elementFromPoint(x, box.top + box.height / 2)),
      )
      return covered || !isWhole(box, button.parentElement)
    })
    return [
      ...(nameIsWhole ? [] : [`${name?.textContent} of ${numero}`]),
      ...hidden.map((button) => button.getAttribute('aria-label') ?? button.textContent),
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px of the page`] : []),
    ]
  }, numero)
