import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'

// The page parses this one in half the time.
const minified = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails if axe still finds a barrier once the page has settled, or if the page is wider than its window. */
export async function expectNoBarrier(page: Page): Promise<void> {
  // axe is loaded into each page once. To save time it skips frames (there are none) and reports violations only.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(minified)
    await page.evaluate(rememberColours)
  }
  // An element that fades in lacks contrast for a moment, and one that re-renders its name: only a barrier that stays
  // counts.
  await expect.poll(() => barriers(page), { message: 'barriers', intervals: [200] }).toEqual([])
  await expectToFit(page)
}

interface Colour {
  r: number
  g: number
  b: number
  alpha: number
  parseString(text: string): Colour
}

/** axe parses each colour of a page several times for every text, which is a third of what a run costs. */
function rememberColours(): void {
  const { axe } = window as unknown as { axe: { commons: { color: { Color: { prototype: Colour } } } } }
  const { prototype } = axe.commons.color.Color
  const { parseString } = prototype
  const known = new Map<string, Pick<Colour, 'r' | 'g' | 'b' | 'alpha'>>()
  prototype.parseString = function (text) {
    const parsed = known.get(text)
    if (parsed) return Object.assign(this, parsed)
    const { r, g, b, alpha } = parseString.call(this, text)
    known.set(text, { r, g, b, alpha })
    return this
  }
}

const barriers = (page: Page) =>
  page.evaluate(async (tags) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: tags,
      resultTypes: ['violations'],
      preload: false,
      iframes: false,
    })
    return violations.map(({ id, nodes }) => [
      id,
      ...nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`),
    ])
  }, tags)

/** Options to open a page with before `inBothLooks`, which ends in this look again. */
export const wideAndDark = {
  colorScheme: 'dark',
  viewport: { width: 1280, height: 900 },
  reducedMotion: 'reduce',
} as const

/** Looks at the open page narrow and light, then wide and dark. Loading the page anew for each would take longer. */
export async function inBothLooks(page: Page, look: (width: number) => Promise<void>): Promise<void> {
  for (const { colorScheme, viewport } of [
    { colorScheme: 'light', viewport: { width: 400, height: 900 } } as const,
    wideAndDark,
  ]) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    await look(viewport.width)
  }
}

/** `expectNoBarrier` in both looks. `opened` (a menu, a dialog) must stay visible in both. */
export const expectNoBarriers = (page: Page, opened?: Locator) =>
  inBothLooks(page, async () => {
    if (opened) await expect(opened).toBeVisible()
    await expectNoBarrier(page)
  })

/** Expects that the page does not scroll sideways, once it has taken on the window's size. */
export const expectToFit = (page: Page) =>
  expect
    .poll(
      () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      'pixels wider than the window',
    )
    .toBe(0)

/** Sets the widest spacing of letters, words and lines that a page must support (WCAG 1.4.12). */
export const spaceText = (page: Page) =>
  page.evaluate(() => {
    const apart = new CSSStyleSheet()
    apart.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, apart]
  })

/** Expects that no text in the element is cut off. */
export const expectWhole = (part: Locator) =>
  expect
    .poll(() =>
      part.evaluateAll((parts) =>
        parts
          .flatMap((each) => [each, ...each.querySelectorAll('*')])
          .filter((each) => getComputedStyle(each).overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1)
          .map((each) => each.textContent),
      ),
    )
    .toEqual([])
