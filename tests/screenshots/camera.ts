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
/** A picture that weighs more says that there is a photograph on the screen, or noise. */
const most = 80_000

/** What a change of width or scheme sets in motion. */
const still = '*, *::before, *::after { transition: none !important }'

/** The screen as it stands, in every width and scheme. It is left wide. */
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
 * As a palette PNG of few colours, unless the picture that is there looks the same: a pixel that was drawn otherwise is
 * another palette everywhere. A word changes some pixels much, a colour many a little; a palette does neither.
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
