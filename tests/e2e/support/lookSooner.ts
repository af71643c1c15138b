import type { Page } from '@playwright/test'

/** From the next load on, what the page asks for anew every so many milliseconds comes each half second. */
export const lookSooner = (page: Page, every: number) =>
  page.addInitScript((every) => {
    const { setInterval } = window
    const sooner = (act: TimerHandler, ms?: number, ...more: unknown[]) =>
      setInterval(act, ms === every ? 500 : ms, ...more)
    Object.assign(window, { setInterval: sooner })
  }, every)
