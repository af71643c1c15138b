import type { Page } from '@playwright/test'
import type { Exchange } from './exchange.ts'

/**
 * Milliseconds of each round, from just before the exchange sends a notification until the frame that shows its window.
 */
export async function ringToWindow(page: Page, exchange: Exchange, telefones: readonly string[], rounds: number) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const call = `ring-${round}`
    const drawn = page.evaluate(`new Promise((resolve, reject) => {
      setTimeout(() => reject(new Error('no window came')), 10_000)
      const look = () => {
        if (!document.querySelector('[data-ligacao][data-ativa][data-fase=viva]')) return
        watching.disconnect()
        ${afterFrame('resolve(performance.timeOrigin + performance.now())')}
      }
      const watching = new MutationObserver(look)
      watching.observe(document.body, { childList: true, subtree: true, attributes: true })
    })`)
    // The page handles this after the script above, so the observer is active when it returns.
    await page.evaluate('0')
    const sent = performance.timeOrigin + performance.now()
    await exchange.notify(call, telefones[round] ?? '')
    times.push(Number(await drawn) - sent)
    await exchange.cancel(call)
    await empty(page)
  }
  return times
}

let clicked = 0
const refusedMs = 600
/** The button "Abrir atendimento" of the active window. */
const opens = '[data-ativa] [data-passo] button'

/** Milliseconds of each round, from the click on "Abrir atendimento" until the frame that shows the protocol number. */
export async function clickToProtocol(page: Page, exchange: Exchange, telefones: readonly string[], rounds: number) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    // Each round needs a new call key: a call with a used key would ring again together with its ticket.
    const call = `click-${clicked++}`
    await exchange.notify(call, telefones[round] ?? '')
    await page.locator(opens).first().waitFor()
    // The desk ignores clicks just after a window appeared, because they were meant for something else.
    await page.waitForTimeout(refusedMs)
    times.push(
      Number(
        await page.evaluate(`new Promise((resolve, reject) => {
          setTimeout(() => reject(new Error('no protocol came')), 10_000)
          const began = performance.now()
          const look = () => {
            if (!document.querySelector('[data-ativa] [data-protocolo]')) return
            watching.disconnect()
            ${afterFrame('resolve(performance.now() - began)')}
          }
          const watching = new MutationObserver(look)
          watching.observe(document.body, { childList: true, subtree: true })
          document.querySelector('${opens}').click()
        })`),
      ),
    )
    await page.evaluate('document.activeElement.blur()')
    await exchange.cancel(call)
    await empty(page)
  }
  return times
}

/** Code that runs `act` once the next frame has been drawn. */
const afterFrame = (act: string) => `requestAnimationFrame(() => setTimeout(() => { ${act} }))`

const empty = (page: Page) => page.waitForFunction(() => document.querySelector('[data-ligacao]') === null)
