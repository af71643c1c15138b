import { expect, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails on every barrier that axe finds in the page once it stands still, and where it is wider than its window. */
export async function expectNoBarrier(page: Page): Promise<void> {
  // Brought into each page once; its frames, of which there are none, and what it finds in order are not looked at.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  // What fades in has no contrast yet, and what is drawn anew no name: a barrier is one that stays.
  await expect.poll(() => barriers(page), { message: 'barriers', intervals: [200] }).toEqual([])
  await expectToFit(page)
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

/** What a page is opened with that is looked at `inBothLooks`, and what it has again after each. */
export const wideAndDark = {
  colorScheme: 'dark',
  viewport: { width: 1280, height: 900 },
  reducedMotion: 'reduce',
} as const

/** Each width and each scheme once, in what the page shows now: to load it for each takes longer than the looking. */
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

/** `expectNoBarrier` in both looks, with what opened over the page still there. */
export const expectNoBarriers = (page: Page, opened?: Locator) =>
  inBothLooks(page, async () => {
    if (opened) await expect(opened).toBeVisible()
    await expectNoBarrier(page)
  })

/** Nothing scrolls sideways. */
export async function expectToFit(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, 'pixels wider than the window').toBe(0)
}

/** Letters, words and lines are as far apart as a reader may put them (WCAG 1.4.12). */
export const spaceText = (page: Page) =>
  page.evaluate(() => {
    const apart = new CSSStyleSheet()
    apart.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, apart]
  })

/** None of its words is cut. */
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
