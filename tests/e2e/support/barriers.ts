import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails on every barrier that axe finds in the page as it stands, and where it is wider than its window. */
export async function expectNoBarrier(page: Page): Promise<void> {
  // No page has frames, so that none has to be opened beside it to sum up theirs.
  const { violations } = await new AxeBuilder({ page }).withTags(tags).setLegacyMode().analyze()
  const told = violations.map(({ id, nodes }) => [
    id,
    ...nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`),
  ])
  expect(told, 'barriers').toEqual([])
  await expectToFit(page)
}

/** Nothing scrolls sideways. */
export async function expectToFit(page: Page): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, 'pixels wider than the window').toBe(0)
}
