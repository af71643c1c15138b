import type { Page } from '@playwright/test'
import type { Exchange } from './exchange.ts'

/** From just before a notification leaves the exchange until the frame with its window; milliseconds each. */
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
    // Answered after it: by then it watches.
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
/** "Abrir atendimento" of the active window, whoever calls. */
const opens = '[data-ativa] [data-passo] button'

/** From the click on "Abrir atendimento" until the frame with the protocol; milliseconds each. */
export async function clickToProtocol(page: Page, exchange: Exchange, telefones: readonly string[], rounds: number) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    // A key that was used would ring again with its ticket.
    const call = `click-${clicked++}`
    await exchange.notify(call, telefones[round] ?? '')
    await page.locator(opens).first().waitFor()
    // A click this soon after the window came is not believed to be meant for it.
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

/** What runs once the frame that is due has been drawn. */
const afterFrame = (act: string) => `requestAnimationFrame(() => setTimeout(() => { ${act} }))`

const empty = (page: Page) => page.waitForFunction(() => document.querySelector('[data-ligacao]') === null)
