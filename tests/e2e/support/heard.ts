import type { Page } from '@playwright/test'

/** What a page made heard: when it began which notes, and its notices of the system's. */
interface Heard {
  /** By a clock that nobody sets. */
  notes: number[]
  notices: string[]
  closed: number
}

/**
 * Counts the notes that a page begins to play, and its notices of the system's, from a reload on. `noticesAllowed`: a
 * browser without a screen refuses notices whoever allows them, so that the permission is said here.
 */
export async function listen(page: Page, { noticesAllowed = false } = {}): Promise<void> {
  await page.addInitScript((noticesAllowed) => {
    const heard: Heard = { notes: [], notices: [], closed: 0 }
    Object.assign(window, { heard })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...args) {
      heard.notes.push(performance.now())
      return start.apply(this, args)
    }
    const Own = window.Notification
    window.Notification = class extends Own {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        heard.notices.push(title)
      }
      override close() {
        heard.closed += 1
        super.close()
      }
    }
    if (noticesAllowed)
      Object.defineProperties(window.Notification, {
        permission: { value: 'granted' },
        requestPermission: { value: async () => 'granted' },
      })
  }, noticesAllowed)
  await page.reload()
}

export const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard }).heard)
export const notes = async (page: Page) => (await heard(page)).notes.length

/** Who rings now, and who waits for it, among this browser's tabs. */
export const ringing = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    const ours = (locks: LockInfo[]) => locks.filter(({ name }) => name === 'alo:toque').length
    return { held: ours(held), pending: ours(pending) }
  })
