import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from '../e2e/support/test.ts'

const folder = join('tests', 'e2e', 'screenshots')
const widths = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 400, height: 800 },
] as const
const schemes = ['light', 'dark'] as const
/** Bytes of the largest allowed picture. A larger one means a photograph or noise on the screen. */
const most = 80_000

/** Stops the transitions that a change of width or color scheme starts. */
const still = '*, *::before, *::after { transition: none !important }'

/** Takes the screen in every width and color scheme, and leaves it wide. */
export async function take(page: Page, name: string): Promise<void> {
  for (const size of widths) {
    await page.setViewportSize(size)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('.mantine-Loader-root, .mantine-Skeleton-root, [data-loading]')).toHaveCount(0)
      const file = join(folder, `${size.width}-${colorScheme}`, `${name}.png`)
      mkdirSync(dirname(file), { recursive: true })
      const shot = await page.screenshot({ scale: 'css', animations: 'disabled', caret: 'hide', style: still })
      await write(shot, file)
      expect(statSync(file).size, file).toBeLessThan(most)
    }
  }
  await page.setViewportSize(widths[0])
}

/**
 * Writes a PNG with a palette of few colours, unless the existing file looks the same. One different pixel may change
 * the whole palette, so files are compared by their pixels: a changed word changes some pixels much, a changed colour
 * many pixels a little, a changed palette neither.
 */
async function write(shot: Buffer, file: string): Promise<void> {
  const picture = sharp(shot).png({ palette: true, colours: 48, effort: 10, compressionLevel: 9, dither: 0 })
  const png = await picture.toBuffer()
  if (existsSync(file) && (await looksTheSame(png, file))) return
  writeFileSync(file, png)
}

async function looksTheSame(png: Buffer, file: string): Promise<boolean> {
  const [one, other] = await Promise.all([png, file].map((each) => sharp(each).removeAlpha().raw().toBuffer()))
  if (!one || one.length !== other?.length) return false
  let [most, sum] = [0, 0]
  for (const [at, value] of one.entries()) {
    const apart = Math.abs(value - (other[at] ?? 0))
    most = Math.max(most, apart)
    sum += apart
  }
  return most <= 64 && sum / one.length <= 0.25
}
