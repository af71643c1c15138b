import type { Page } from '@playwright/test'

/** Sounds and system notifications of a page. */
interface Heard {
  /** The start of each note, in milliseconds of `performance.now()`, which no change of the clock affects. */
  notes: number[]
  notices: string[]
  closed: number
}

/**
 * From the next load on, records the notes that a page plays and its system notifications. `noticesAllowed` fakes the
 * permission, because a headless browser always refuses notifications.
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
}

export const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard }).heard)
export const notes = async (page: Page) => (await heard(page)).notes.length

/** How many of this browser's tabs ring (hold the lock), and how many wait to ring. */
export const ringing = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    const ours = (locks: LockInfo[]) => locks.filter(({ name }) => name === 'alo:toque').length
    return { held: ours(held), pending: ours(pending) }
  })
