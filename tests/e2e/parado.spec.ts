import type { Page } from '@playwright/test'
import { sendRequest } from '../support/request.ts'
import { insertSession } from '../support/session.ts'
import { chamada, expect, insertTicket, palavras, type RunningDesk, test } from './support/test.ts'

// Actions of others do not move anything that the agent is about to click.

const telefones = Array.from({ length: 9 }, (_, n) => `3799888${9000 + n}`)
const most = 6

/** Random numbers that are the same for the same seed, so that a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

declare global {
  interface Window {
    parado: { watch(): void; moved(): string[] }
  }
}

/** Records the position of every clickable element. `moved` returns those that have moved since, and records again. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const clickable = 'a[href], button, input, textarea, select, [role=option], [role=tab], [role=menuitem]'
    const read = () =>
      new Map(
        [...document.querySelectorAll<HTMLElement>(clickable)]
          .filter((each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          .map((each) => [each, each.getBoundingClientRect()] as const)
          .filter(([, { width, height }]) => width > 1 && height > 1),
      )
    const nameOf = (each: HTMLElement) =>
      `${each.tagName.toLowerCase()} “${each.getAttribute('aria-label') ?? each.innerText.trim().slice(0, 40)}”`
    let before = read()
    window.parado = {
      watch: () => {
        before = read()
      },
      moved: () => {
        const now = read()
        const moved = [...now].flatMap(([each, box]) => {
          const was = before.get(each)
          if (!was) return []
          const by = (['left', 'top', 'width', 'height'] as const).filter(
            (side) => Math.abs(box[side] - was[side]) > 0.5,
          )
          return by.map((side) => `${nameOf(each)}: ${side} ${Math.round(was[side])} → ${Math.round(box[side])}`)
        })
        before = now
        return moved
      },
    }
  })

/** Waits two frames, after which received events have been drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

interface Others {
  desk: RunningDesk
  page: Page
  ramal: number
  /** Waits until the page shows `open` open calls. */
  shows: (open: number) => Promise<unknown>
}

/** Performs random actions of others and fails if anything moves. The pointer is over the page all the time. */
async function shake({ desk, page, ramal, shows }: Others, seed: number, events: number, own: number) {
  const random = randomOf(seed)
  const open = new Map<string, object>()
  let made = 0
  let rang = telefones[0] ?? ''
  const ring = async () => {
    const free = telefones.filter(
      (each) => ![...open.values()].some((call) => 'telefone' in call && call.telefone === each),
    )
    rang = free[random(free.length)] ?? ''
    const call = { ramal, telefone: rang, ligacao_params: { call_id: `parado-${seed}-${made++}` } }
    await desk.pbx('notificar', call)
    open.set(call.ligacao_params.call_id, call)
    return 'a call rings'
  }
  const pick = () => [...open][random(open.size)]
  const deeds = [
    ring,
    async () => {
      const [id, call] = pick() ?? []
      if (!id || !call) return ring()
      await desk.pbx('cancelar', call)
      open.delete(id)
      return 'a call is cancelled'
    },
    async () => {
      const [, call] = pick() ?? []
      if (!call) return ring()
      await desk.pbx('notificar', call)
      return 'a call is told again'
    },
    async () => {
      const call = {
        ramal: 102,
        telefone: telefones[random(telefones.length)],
        ligacao_params: { call_id: `b-${seed}-${made++}` },
      }
      await desk.pbx('notificar', call)
      await desk.pbx('cancelar', call)
      return 'a colleague misses a call'
    },
  ]
  const cookie = await insertSession(desk.database, 'bruno')
  deeds.push(async () => {
    const group = { telefone: '37999912222', ligacao_params: { call_id: `grupo-${seed}-${made++}` } }
    await desk.pbx('notificar', { ...group, ramal })
    const { headers } = await desk.pbx('notificar', { ...group, ramal: 102 })
    await shows(open.size + own + 1)
    const path = `/api/painel/ligacoes/${headers['x-ligacao-id']}/atender`
    expect((await sendRequest(desk.url, { method: 'POST', path, headers: { cookie } })).status).toBe(200)
    await desk.pbx('cancelar', { ...group, ramal: 102 })
    return 'a colleague takes a group’s call'
  })
  await watch(page)
  for (let n = 0; n < events; n++) {
    await page.mouse.move(640 + (n % 2), 120)
    const deed = open.size === 0 ? ring : open.size >= most ? deeds[1] : deeds[random(deeds.length)]
    const what = await deed?.()
    await shows(open.size + own)
    await drawn(page)
    expect(await page.evaluate(() => window.parado.moved()), `seed ${seed}, event ${n}: ${what}`).toEqual([])
  }
  for (const call of open.values()) await desk.pbx('cancelar', call)
}

/** Checks at every frame: checking every 100 ms would take most of this file's time. */
const naMesa = (page: Page) => (open: number) =>
  page.waitForFunction((n) => document.querySelectorAll('section[aria-label^="Chamada de"]').length === n, open)

test('calls that come and go move nothing while the agent writes notes at an empty desk', async ({
  desk,
  openPage,
}) => {
  await insertTicket(desk)
  const page = await openPage('ana')
  await page.getByRole('button', { name: 'Retomar' }).click()
  await palavras(page).fill('Cliente sem sinal desde ontem')
  await shake({ desk, page, ramal: 101, shows: naMesa(page) }, 1, 30, 0)
  await expect(palavras(page)).toHaveValue('Cliente sem sinal desde ontem')
})

test('calls that come and go move nothing on the customer list', async ({ desk, openPage }) => {
  const page = await openPage('clara', { path: '/clientes' })
  await expect(page.getByRole('table')).toBeVisible()
  const painel = page.getByRole('link', { name: 'Painel' })
  const shows = (open: number) =>
    open === 0 ? expect(painel).not.toContainText('em aberto') : expect(painel).toContainText(`${open} em aberto`)
  await shake({ desk, page, ramal: 201, shows }, 3, 30, 0)
})

test('nothing that others do moves anything around the attended call', async ({ desk, openPage }) => {
  const page = await openPage('ana')
  await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'ativa' } })
  await chamada(page).getByRole('button', { name: 'Abrir atendimento', exact: true }).click()
  await palavras(page).fill('Reiniciou o roteador')
  await expect(page.locator('[data-situacao="salvo"]')).toBeVisible()

  await test.step('a ticket that a colleague passes moves nothing on the agent’s screen', async () => {
    const cookie = await insertSession(desk.database, 'bruno')
    const asBruno = (path: string, body: object = {}) => sendRequest(desk.url, { path, body, headers: { cookie } })
    const { rows } = await desk.database.pool.query(`SELECT id FROM usuario WHERE usuario = 'ana'`)
    await watch(page)
    // The fastest click possible, as the list grows: it was meant for the element that was there before.
    await page.evaluate(() => {
      const growing = new MutationObserver(() => {
        const retomar = document.querySelectorAll<HTMLElement>('article[aria-label^="Atendimento"] button')
        if (retomar.length < 2) return
        growing.disconnect()
        retomar[1]?.click()
      })
      growing.observe(document.body, { childList: true, subtree: true })
    })
    for (const [n, telefone] of telefones.slice(0, 3).entries()) {
      const call = { ramal: 102, telefone, ligacao_params: { call_id: `passa-${n}` } }
      const { headers } = await desk.pbx('notificar', call)
      const { json } = await asBruno(`/api/painel/ligacoes/${headers['x-ligacao-id']}/atendimento`)
      const { id, versao } = json.atendimento
      expect((await asBruno(`/api/painel/atendimentos/${id}/passar`, { versao, id_usuario: rows[0].id })).status).toBe(
        200,
      )
      await expect(page.getByRole('log', { name: 'Atendimentos recebidos' })).toContainText(
        json.atendimento.protocolo_formatado,
      )
      await drawn(page)
      expect(await page.evaluate(() => window.parado.moved()), `ticket ${n}`).toEqual([])
    }
    await expect(page.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Recolher' })).toHaveCount(0)
  })

  await test.step('calls that come and go move nothing around the attended call', async () => {
    await shake({ desk, page, ramal: 101, shows: naMesa(page) }, 2, 30, 1)
  })
})
