import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectToFit } from './support/barriers.ts'
import { clearDesk, movableClock, restHand } from './support/clearDesk.ts'
import { clickOnChange } from './support/clickOnChange.ts'
import { holdBack } from './support/holdBack.ts'
import {
  anyChamada,
  cancel,
  chamada,
  connected,
  expect,
  palavras,
  type RunningDesk,
  ring,
  test,
} from './support/test.ts'

// A click on its way to a call must hit that call or nothing, whatever moves meanwhile.

const telefones = ['37999912222', '37998889997', '37998889998', '37998889999', '37998889996'] as const
const shown = ['(37) 99991-2222', '(37) 99888-9997', '(37) 99888-9998', '(37) 99888-9999', '(37) 99888-9996'] as const
const abrir = (page: Page, telefone: string) =>
  chamada(page, telefone).getByRole('button', { name: 'Abrir atendimento', exact: true })
const tickets = async (desk: RunningDesk): Promise<string[]> =>
  (await desk.database.pool.query('SELECT telefone FROM atendimento JOIN ligacao ON ligacao.id = ligacao_id')).rows.map(
    ({ telefone }) => telefone,
  )

async function ringAll(desk: RunningDesk, page: Page, among: readonly string[]) {
  for (const telefone of among) await ring(desk, telefone)
  await expect(anyChamada(page)).toHaveCount(among.length)
}

async function centreOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not drawn')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** For polls that move the page's clock on by a little each time. */
const often = { intervals: [50] }

/** Stops the page's clock so many milliseconds later. */
const pauseIn = async (page: Page, ms: number) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + ms)

/** Moves the pointer near the queue for four seconds of the page's clock. */
async function moveAbout(page: Page) {
  for (let step = 0; step < 8; step++) {
    await page.mouse.move(900 + step, 300)
    await page.clock.runFor(500)
  }
}

/**
 * Once, it takes half a second until such an element has come or gone, as on a slow computer. Returns a function that
 * ends this: on a stopped clock half a second would never pass.
 */
async function drawSlowly(page: Page, selector: string): Promise<() => Promise<void>> {
  const drawing = await page.evaluateHandle((selector) => {
    const drawing = { slow: true }
    for (const change of ['appendChild', 'insertBefore', 'removeChild'] as const) {
      const make = Node.prototype[change]
      Node.prototype[change] = function (this: Node, ...given: unknown[]) {
        if (drawing.slow && given[0] instanceof Element && given[0].matches(selector)) {
          drawing.slow = false
          for (const end = performance.now() + 500; performance.now() < end; );
        }
        return Reflect.apply(make, this, given)
      }
    }
    return drawing
  }, selector)
  return () =>
    drawing.evaluate((drawing) => {
      drawing.slow = false
    })
}

/** Clicks at that point as soon as such an element is drawn: the fastest click possible. */
const clickOnceDrawn = (page: Page, selector: string, { x: clientX, y: clientY }: { x: number; y: number }) =>
  page.evaluate(
    ({ selector, ...at }) => {
      const watching = new MutationObserver(() => {
        if (!document.querySelector(selector)) return
        watching.disconnect()
        const under = document.elementFromPoint(at.clientX, at.clientY)
        const click = { bubbles: true, cancelable: true, view: window, detail: 1, ...at }
        for (const part of ['mousedown', 'mouseup', 'click']) under?.dispatchEvent(new MouseEvent(part, click))
      })
      watching.observe(document.body, { childList: true, subtree: true, attributes: true })
    },
    { selector, clientX, clientY },
  )

/** Clicks at that point again as soon as the ticket appears: the fastest second click possible. */
const clickAtTicket = (page: Page, { x: clientX, y: clientY }: { x: number; y: number }) =>
  page.evaluate(
    (at) => {
      const watching = new MutationObserver(() => {
        if (!document.querySelector('[data-ativa] [data-protocolo]')) return
        watching.disconnect()
        const click = { bubbles: true, cancelable: true, view: window, detail: 2, ...at }
        const under = document.elementFromPoint(at.clientX, at.clientY)
        for (const part of ['mousedown', 'mouseup', 'click']) under?.dispatchEvent(new MouseEvent(part, click))
      })
      watching.observe(document.body, { childList: true, subtree: true })
    },
    { clientX, clientY },
  )

test('places are kept while the hand moves, and tidied once it rests or asks for it', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { prepare: movableClock })

  await test.step('a fifth call turns cards into rows only once the pointer rests; a low screen has rows for three calls', async () => {
    await ana.setViewportSize({ width: 1280, height: 700 })
    await ringAll(desk, ana, telefones.slice(0, 4))
    const place = await chamada(ana, shown[3]).boundingBox()
    await ring(desk, telefones[4])
    await expect(anyChamada(ana)).toHaveCount(5)
    await moveAbout(ana)
    expect(await chamada(ana, shown[3]).boundingBox()).toEqual(place)
    await expect(ana.locator('[data-densa]')).toHaveCount(0)
    // Once the pointer rests, the cards become rows, so that a sixth call has space.
    await restHand(ana)
    await expect(ana.locator('[data-densa]')).toBeVisible()
    // How a call ended stands beside the name, not on it.
    await ring(desk, telefones[4], { ligacao_params: { call_id: telefones[4], evento: 'atendida' } })
    await chamada(ana, shown[4]).getByRole('button', { name: 'Fechar chamada' }).focus()
    await cancel(desk, telefones[4])
    const como = await ana.getByRole('main').getByText('Encerrada pela central').boundingBox()
    const nome = await ana
      .locator('[data-fase="presa"]')
      .getByRole('button', { name: /^Passar/ })
      .boundingBox()
    expect(como?.x).toBeGreaterThan((nome?.x ?? Infinity) + (nome?.width ?? 0))

    await clearDesk(desk, ana)
    await ana.setViewportSize({ width: 1280, height: 440 })
    await ringAll(desk, ana, ['3732211001', '3732211002', '3732211003'])
    await expect(ana.locator('[data-densa]')).toBeVisible()
  })

  await test.step('after a cancel the other calls keep their places until "Arrumar", so that a click hits its call', async () => {
    await clearDesk(desk, ana)
    await ana.setViewportSize({ width: 1280, height: 800 })
    const [, second, third] = shown
    await ringAll(desk, ana, telefones.slice(0, 4))
    await expect(ana.locator('[data-densa]')).toHaveCount(0)
    const place = await chamada(ana, third).boundingBox()
    const aim = await centreOf(abrir(ana, third))
    await ana.mouse.move(900, 300)
    await cancel(desk, telefones[1])
    await expect(chamada(ana, second)).toHaveCount(0)
    await moveAbout(ana)
    expect(await chamada(ana, third).boundingBox()).toEqual(place)
    await ana.mouse.move(aim.x, aim.y, { steps: 5 })
    await ana.mouse.click(aim.x, aim.y)
    await expect.poll(() => tickets(desk)).toEqual([telefones[2]])
    await expect(chamada(ana, third)).toContainText('Protocolo')

    // The gap is still there, and closes when the agent clicks "Arrumar".
    const last = (await centreOf(chamada(ana, shown[3]))).y
    await ana.getByRole('button', { name: 'Arrumar', exact: true }).click()
    expect((await centreOf(chamada(ana, shown[3]))).y).toBeLessThan(last)
    await expect(ana.getByRole('button', { name: 'Arrumar' })).toHaveCount(0)
  })
})

test('a click or a key just after a call went acts on no other call', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { prepare: movableClock })

  await test.step('after the agent closed a call, the only new one becomes wide at once, even while the pointer moves', async () => {
    const [first, second] = shown
    await ringAll(desk, ana, telefones.slice(0, 1))
    await chamada(ana, first).getByRole('button', { name: 'Fechar chamada' }).click()
    await expect(chamada(ana, first)).toHaveCount(0)
    await ring(desk, telefones[1])
    let step = 0
    const standsWide = async () => {
      await ana.mouse.move(900 + (step++ % 40), 300)
      return (await chamada(ana, second).getAttribute('data-ativa')) !== null
    }
    await expect.poll(standsWide, { intervals: [100], timeout: 5_000 }).toBe(true)
  })

  await test.step('a click on the name of a call that somebody else just ended acts on nothing, and says so', async () => {
    await clearDesk(desk, ana)
    const [, second] = shown
    await ringAll(desk, ana, telefones.slice(0, 3))
    const nome = chamada(ana, second).getByRole('button', { name: /^Passar para/ })
    const aim = await centreOf(nome)
    const left = (await nome.boundingBox())?.x ?? 0
    await ana.mouse.move(left + 20, aim.y)
    const quickly = await drawSlowly(ana, '[class*="fantasma"]')
    await clickOnceDrawn(ana, '[data-fase="fantasma"]', { x: left + 20, y: aim.y })
    await cancel(desk, telefones[1])
    await expect(ana.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
    await quickly()
    // The place is still there: nothing tidied the queue.
    await expect(ana.getByRole('button', { name: 'Arrumar', exact: true })).toBeVisible()
  })

  await test.step('a second click where the next call has just become wide does not close that one, however long its drawing took', async () => {
    await clearDesk(desk, ana)
    await ringAll(desk, ana, telefones.slice(1, 3))
    const next = chamada(ana, shown[2])
    const fechar = chamada(ana, shown[1]).getByRole('button', { name: 'Fechar chamada' })
    const quickly = await drawSlowly(ana, '[data-ligacao]')
    await clickOnceDrawn(
      ana,
      `[data-ativa][data-ligacao="${await next.getAttribute('data-ligacao')}"]`,
      await centreOf(fechar),
    )
    await fechar.click()
    await expect(ana.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
    await quickly()
    await expect(next.getByRole('button', { name: 'Fechar chamada' })).toBeVisible()
  })

  await test.step('a click or a key right after calls have moved does nothing, and the desk says so', async () => {
    await clearDesk(desk, ana)
    const [, second, third] = shown
    await ringAll(desk, ana, telefones.slice(0, 3))
    const aim = await centreOf(abrir(ana, second))
    await chamada(ana, third).hover({ position: { x: 8, y: 8 } })
    await cancel(desk, telefones[1])
    const arrumar = ana.getByRole('button', { name: 'Arrumar', exact: true })
    await expect(arrumar).toBeVisible()
    const button = await centreOf(arrumar)
    await pauseIn(ana, 2_000)
    await ana.mouse.click(button.x, button.y)
    // Now the third call's button is at the place of the second call's button.
    expect(await centreOf(abrir(ana, third))).toEqual(aim)
    await ana.mouse.click(aim.x, aim.y)
    const said = ana.getByRole('status').filter({ hasText: 'nada foi acionado' })
    await expect(said).toBeVisible()
    await ana.mouse.move(900, 300)
    await ana.keyboard.press('x')
    await expect(said).toBeVisible()
    await ana.clock.runFor(500)
    await ana.clock.resume()
    expect(await tickets(desk)).toEqual([])
    await expect(anyChamada(ana)).toHaveCount(2)
    await ana.mouse.click(aim.x, aim.y)
    await expect(said).toHaveCount(0)
    await expect.poll(() => tickets(desk)).toEqual([telefones[2]])
  })
})

test('a second click where something has just appeared, gone or changed does nothing', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { viewport: { width: 768, height: 1024 }, prepare: movableClock })

  await test.step('a second click where a suggested customer has just appeared links nobody', async () => {
    await desk.pbx('notificar', { ramal: 101, telefone: '21995670968' })
    const open = await centreOf(anyChamada(ana).getByRole('button', { name: 'Abrir atendimento' }))
    await clickAtTicket(ana, open)
    await ana.mouse.click(open.x, open.y)
    await expect(ana.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
    await expect(ana.getByText('Atendimento ainda sem cliente: procure de quem é.')).toBeVisible()
    await desk.database.pool.query('DELETE FROM atendimento')
  })

  for (const width of [1280, 400])
    await test.step(`at ${width} px a second click where a button has just gone or changed does nothing`, async () => {
      await ana.setViewportSize({ width, height: 800 })
      const said = ana.getByRole('status').filter({ hasText: 'nada foi acionado' })
      // A known caller: at 400 px this call is long, and its buttons are at the bottom edge before and after.
      const call = chamada(ana)
      for (const how of ['clicked', 'told']) {
        const notify = (evento?: string) =>
          desk.pbx('notificar', {
            ramal: 101,
            telefone: telefones[0],
            ligacao_params: { call_id: `${how} ${width}`, ...(evento && { evento }) },
          })
        await clearDesk(desk, ana)
        await notify()
        await expect(call).toContainText('Fibra 300 Mega')
        const atendi = call.getByRole('button', { name: 'Atendi', exact: true })
        const aim = await centreOf(atendi)
        await ana.mouse.move(aim.x, aim.y)
        if (how === 'clicked') await ana.mouse.click(aim.x, aim.y)
        else await notify('atendida')
        await expect(call).toContainText('Em atendimento')
        // No button appears there later either, while the pointer rests.
        const under = () =>
          ana.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('button')?.innerText, aim)
        expect(await under()).toBeUndefined()
        await ana.mouse.click(aim.x, aim.y)

        const open = await centreOf(abrir(ana, shown[0]))
        await clickAtTicket(ana, open)
        await ana.mouse.click(open.x, open.y)
        await expect(said).toBeVisible()
        const words = palavras(call)
        await ana.keyboard.type('caixa queimada')
        await expect(words).toHaveValue('caixa queimada')
        await expect(ana.getByRole('dialog')).toHaveCount(0)
        await call.getByRole('button', { name: 'Fechar chamada' }).click()
        await expect(anyChamada(ana)).toHaveCount(0)
      }
      expect(await tickets(desk)).toEqual([telefones[0], telefones[0]])
      await desk.database.pool.query('DELETE FROM atendimento')
    })
})

test('at 400 px no button on the screen moves when the context of the first wide call comes', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { viewport: { width: 400, height: 800 } })
  await ringAll(desk, ana, telefones.slice(0, 2))
  await ana.addInitScript(() => {
    const places = new Map<Element, Set<number>>()
    const look = () => {
      for (const button of document.querySelectorAll('[data-ligacao] button:not([class*="contexto"] *)')) {
        const tops = places.get(button) ?? new Set()
        places.set(button, tops.add(Math.round(button.getBoundingClientRect().top)))
      }
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
    const moved = () =>
      [...places].flatMap(([{ textContent }, tops]) =>
        tops.size > 1 && Math.min(...tops) < innerHeight ? `${textContent}: ${[...tops]}` : [],
      )
    Object.assign(window, { moved })
  })
  for (const who of shown.slice(0, 2)) {
    const passar = chamada(ana, who).getByRole('button', { name: /^Passar para/ })
    if (await passar.isVisible()) await passar.click()
    await ana.reload()
    await expect(ana.locator('[data-ativa]')).toContainText('em 30 dias')
    await expect(anyChamada(ana)).toHaveCount(2)
    expect(await ana.evaluate('window.moved()'), who).toEqual([])
  }
})

test('a click on customers or places that have just been replaced chooses none', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { prepare: movableClock })
  const said = ana.getByRole('status').filter({ hasText: 'nada foi acionado' })
  const linked = async () => (await desk.database.pool.query('SELECT FROM ligacao WHERE id_cliente > 0')).rowCount

  await test.step('a click on customers just replaced by another telephone’s links nobody; a call in the queue offers none', async () => {
    // Each of these telephones belongs to two customers of the demo.
    const [first, second] = ['21995670968', '27999874983']
    const ringFrom = (telefone: string, call_id: string) =>
      desk.pbx('notificar', { ramal: 101, telefone, ligacao_params: { call_id } })
    const options = ana.getByRole('list', { name: /Quem está ligando/ }).getByRole('button')
    await ringFrom(first, 'larga')
    await expect(options).toHaveCount(2)
    const before = await options.first().innerText()
    const aim = await centreOf(options.first())
    await pauseIn(ana, 2_000)
    await ringFrom(second, 'larga')
    const tick = async () => {
      await ana.clock.runFor(20)
      return options.first().innerText()
    }
    await expect.poll(tick, often).not.toBe(before)
    await ana.mouse.click(aim.x, aim.y)
    await expect(said).toBeVisible()
    await ana.clock.runFor(4_000)
    await expect(said).toHaveCount(0)
    await ana.clock.resume()

    await ringFrom(first, 'na fila')
    const waiting = chamada(ana, '(21) 99567-0968')
    const qual = waiting.getByRole('button', { name: '2 clientes: qual?' })
    for (const [height, densa] of [
      [800, 0],
      [330, 1],
    ] as const) {
      await ana.setViewportSize({ width: 1280, height })
      await expect(ana.locator('[data-densa]')).toHaveCount(densa)
      await expect(qual).toBeVisible()
      expect(
        await qual
          .locator('.mantine-Button-label')
          .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      ).toBe(0)
      // Only the wide call shows its customers to choose from.
      await expect(options).toHaveCount(2)
    }
    await expect(ana.locator('[data-marca]')).not.toContainText('ao lado')
    // The rows have just moved under the pointer.
    await ana.clock.runFor(1_000)
    await qual.click()
    await expect(waiting).toBeFocused()
    await expect(waiting.getByText('2 clientes têm este telefone. Quem está ligando?')).toBeVisible()
    expect(await linked()).toBe(0)
    // A later click is deliberate, and links the customer.
    await options.first().click()
    await expect.poll(linked).toBe(1)
  })

  await test.step('a click on a list that has just changed links nobody and opens no page, and the desk says so', async () => {
    await ana.setViewportSize({ width: 1280, height: 800 })
    await clearDesk(desk, ana)
    await desk.database.pool.query('UPDATE ligacao SET id_cliente = NULL')
    await ring(desk, telefones[2])
    const busca = chamada(ana, shown[2]).getByLabel('Buscar cliente')
    const options = chamada(ana, shown[2]).getByRole('option')
    await busca.fill('silva')
    const aim = await centreOf(options.first())
    const release = await holdBack(ana, '**/busca?termo=souza', 'answer')
    const asked = ana.waitForRequest('**/busca?termo=souza')
    await busca.fill('souza')
    await asked
    await ana.mouse.click(aim.x, aim.y)
    await expect(said).toBeVisible()
    await pauseIn(ana, 4_000)
    await expect(said).toHaveCount(0)
    await release()
    const tick = async (at: Locator) => {
      await ana.clock.runFor(20)
      return at.innerText()
    }
    await expect.poll(() => tick(options.first()), often).toContain('Souza')
    await ana.mouse.click(aim.x, aim.y)
    await expect(said).toBeVisible()
    await ana.clock.resume()
    // The page took the jump of its clock for a silent connection.
    await connected(ana)
    expect(await linked()).toBe(0)

    await ana.keyboard.press('Control+k')
    const dialog = ana.getByRole('dialog')
    const perdidas = dialog.getByRole('button', { name: 'Ir para Perdidas' })
    await expect(dialog.getByRole('button').first()).toContainText(shown[2])
    const line = await centreOf(perdidas)
    await pauseIn(ana, 2_000)
    await ring(desk, telefones[0])
    await expect.poll(() => tick(dialog), often).toContain('Maria da Conceição')
    await ana.mouse.click(line.x, line.y)
    await expect(dialog.getByRole('status')).toContainText('nada foi acionado')
    await expect(ana).toHaveURL(/\/painel$/)
  })
})

test('a click on what has just made way for a reminder or another notice does nothing', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { prepare: movableClock })

  await test.step('a click on an open ticket just when a new reminder moved it does nothing, and the desk says so', async () => {
    await ring(desk, telefones[0])
    await abrir(ana, shown[0]).click()
    await chamada(ana, shown[0]).getByRole('button', { name: 'Fechar chamada' }).click()
    const retomar = ana.getByRole('button', { name: 'Retomar' })
    await expect(retomar).toBeVisible()
    const before = await centreOf(retomar)
    const clicked = retomar.evaluate(
      (button) =>
        new Promise<void>((done) => {
          const pe = button.closest('[data-zona="pe"]') ?? document.body
          const watching = new MutationObserver(() => {
            if (!pe.querySelector('li')) return
            watching.disconnect()
            done(void button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })))
          })
          watching.observe(pe, { childList: true, subtree: true })
        }),
    )
    const data = { chave: randomUUID(), palavras: 'Ligar de volta', em_minutos: 30 }
    const noted = await ana.request.post(`${desk.url}/api/painel/lembretes`, { data, headers: { Origin: desk.url } })
    expect(noted.status()).toBe(200)
    await clicked
    await expect(ana.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
    expect(await centreOf(retomar)).not.toEqual(before)
  })

  await test.step('a click on "Caiu" just after another notice took its place marks no call', async () => {
    await clearDesk(desk, ana)
    for (const [at, telefone] of telefones.slice(0, 2).entries()) {
      await ring(desk, telefone)
      // The page refuses clicks just after the other call went, so try again; an accepted click removes the button.
      const atendi = chamada(ana, shown[at]).getByRole('button', { name: 'Atendi', exact: true })
      await expect(async () => {
        if (await atendi.isVisible()) await atendi.click({ timeout: 1_000 })
        await expect(chamada(ana, shown[at])).toContainText('Em atendimento', { timeout: 1_000 })
      }).toPass()
      if (at === 0) await cancel(desk, telefone)
    }
    const said: string[] = []
    ana.on('request', (request) => void (request.method() === 'POST' && said.push(request.url())))
    const aviso = ana.getByRole('banner').getByText('Encerrada pela central', { exact: true })
    await expect(ana.getByRole('button', { name: 'Caiu' })).toBeVisible()
    // The fastest click possible: as soon as the other notice appears.
    await ana.evaluate(() => {
      const banner = document.querySelector('header')
      const first = document.querySelector('header button[aria-label="Dispensar aviso"]')
      const watching = new MutationObserver(() => {
        if (first?.getAttribute('aria-label') === 'Dispensar aviso') return
        watching.disconnect()
        for (const button of banner?.querySelectorAll('button') ?? []) if (button.innerText === 'Caiu') button.click()
      })
      watching.observe(document.body, { childList: true, subtree: true, attributes: true })
    })
    await cancel(desk, telefones[1])
    await expect(ana.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
    await expect(aviso.first()).toBeVisible()
    expect(said).toEqual([])
  })

  await test.step('at 400 px a click on "Caiu" just when a call takes its place opens no ticket, and the call’s going dismisses no notice', async () => {
    const nada = ana.getByRole('status').filter({ hasText: 'nada foi acionado' })
    await ana.setViewportSize({ width: 400, height: 800 })
    await restHand(ana)
    await expect(nada).toHaveCount(0)
    const said: string[] = []
    ana.on('request', (request) => void (request.method() === 'POST' && said.push(request.url())))
    const clicked = await clickOnChange(ana.getByRole('button', { name: 'Caiu' }))
    await ring(desk, telefones[2])
    await clicked()
    await expect(nada).toBeVisible()
    expect(said).toEqual([])

    await ana.clock.runFor(3_500)
    await expect(nada).toHaveCount(0)
    await ana.evaluate(() => {
      const watching = new MutationObserver(() => {
        const button = document.querySelector<HTMLElement>('header [aria-label^="Dispensar"]')
        if (!button?.offsetWidth) return
        watching.disconnect()
        button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
      })
      watching.observe(document.body, { childList: true, subtree: true })
    })
    await cancel(desk, telefones[2])
    await expect(nada).toBeVisible()
    await expect(ana.getByRole('button', { name: 'Dispensar os avisos' })).toBeVisible()

    await ana.clock.runFor(3_500)
    await ana.getByRole('button', { name: '2 outros avisos' }).click()
    await expect(ana.getByRole('dialog', { name: 'Outros avisos' })).toBeVisible()
    await expectToFit(ana)
  })
})
