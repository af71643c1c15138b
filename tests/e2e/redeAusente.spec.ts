import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page, Route } from '@playwright/test'
import { deadPageScript } from '../../app/ui/network/deadPage.ts'
import { portOf } from '../support/portOf.ts'
import { endCalls, inFastTime, movableClock } from './support/clearDesk.ts'
import { holdBack, intercept } from './support/holdBack.ts'
import { chamada, connected, expect, test } from './support/test.ts'

const chunks = /\/_next\/static\/chunks\/[^?]+\.js/
/** Console errors about requests that a test lets fail. */
const tolerate = /Failed to load resource|net::ERR/

const atualizada = (page: Page) => page.getByRole('alert').filter({ hasText: 'A mesa foi atualizada' })
const recarregar = (page: Page) => page.getByRole('button', { name: 'Recarregar', exact: true })
const pausa = (page: Page) => page.getByRole('button', { name: 'Pausa', exact: true })
const notFound = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'not found' })

/** From the next load on, the page prefetches nothing at rest, so that all requests come from the test's actions. */
const fetchNothingAtRest = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })

test('what does not come after some seconds is said to: a script that hangs, and a customer search that failed', async ({
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate })
  await test.step('the desk reports a script that hangs after ten seconds, and uses it if it still comes', async () => {
    const release = await holdBack(ana, chunks, 'request')
    const now = Date.now()
    await ana.clock.install({ time: now })
    // The clock only moves by the `runFor` calls below.
    await ana.clock.pauseAt(now + 60_000)
    await pausa(ana).click()
    await ana.clock.runFor(8_000)
    await expect(atualizada(ana)).toHaveCount(0)
    await ana.clock.runFor(2_000)
    await expect(atualizada(ana)).toBeVisible()
    await release()
    // The answer with the reasons is drawn by a timer, which would stand still.
    await ana.clock.resume()
    await expect(ana.getByRole('menuitem', { name: 'Almoço' })).toBeVisible()
    await expect(atualizada(ana)).toHaveCount(0)
    await ana.keyboard.press('Escape')
    await expect(ana.getByRole('menu')).toHaveCount(0)
  })
  await test.step('the command box says that the customer search failed, instead of "Nada encontrado"', async () => {
    await intercept(ana, '**/busca?termo=*', (route) => route.fulfill({ status: 503 }))
    await ana.keyboard.press('Control+k')
    await ana.getByRole('textbox', { name: 'Ir para, cliente ou protocolo' }).fill('zacarias')
    const dialog = ana.getByRole('dialog')
    // The page repeats the request a few times, a little later each time.
    const later = async () => {
      await ana.clock.runFor(1_000)
      return dialog.innerText()
    }
    await expect.poll(later).toContain('A busca de clientes não veio: O servidor não conseguiu atender (503)')
    await expect(dialog).not.toContainText('Nada encontrado')
    // The page asks again by itself. That it waits for this answer does not take back that the search failed.
    await intercept(ana, '**/busca?termo=*', () => undefined)
    const again = ana.waitForRequest('**/busca?termo=*')
    await ana.clock.runFor(6_000)
    await again
    await expect(dialog).toContainText('A busca de clientes não veio. Tentando de novo…')
  })
})

test('when scripts fail to load the desk stays connected: it offers a reload, and reloads by itself once for a call', async ({
  desk,
  openPage,
}) => {
  const loaded = new Set<string>()
  const ana = await openPage('ana', {
    tolerate,
    prepare: async (page) => {
      await movableClock(page)
      await fetchNothingAtRest(page)
    },
  })
  // The bundler tries again a few times, a little later each time.
  const updated = () => inFastTime(ana, () => atualizada(ana).isVisible()).toBe(true)
  await test.step('the next try loads a script that failed; if it is gone, a reload does', async () => {
    const comandos = ana.getByRole('textbox', { name: 'Ir para, cliente ou protocolo' })
    await intercept(ana, chunks, (route) => route.abort())
    await ana.keyboard.press('Control+k')
    await updated()
    await connected(ana)
    // Of two lost parts one notice stands, for the latest.
    const som = ana.getByRole('button', { name: /^Som e avisos|calou o toque/ })
    await som.click()
    const top = async () => (await atualizada(ana).last().boundingBox())?.y
    await inFastTime(ana, top).toBeLessThan(200)
    await expect(atualizada(ana)).toHaveCount(1)
    await som.click()
    await inFastTime(ana, top).toBeGreaterThan(200)
    await ana.unroute(chunks)
    await ana.keyboard.press('Control+k')
    await expect(comandos).toBeVisible()
    await expect(atualizada(ana)).toHaveCount(0)
    await ana.keyboard.press('Escape')
    await expect(comandos).toHaveCount(0)

    // A menu whose script is gone moves nothing and requests nothing more.
    const place = await pausa(ana).boundingBox()
    let asked = 0
    await intercept(ana, chunks, (route) => {
      asked += 1
      return notFound(route)
    })
    await pausa(ana).click()
    await updated()
    expect(await pausa(ana).boundingBox()).toEqual(place)
    // The bundler's last retry may still be under way, so wait until the count is stable.
    let seen = -1
    const settled = () => {
      const last = seen
      seen = asked
      return last === asked
    }
    await expect.poll(settled, { intervals: [500] }).toBe(true)
    const before = asked
    await intercept(ana, '**/healthz', (route) => route.abort())
    await recarregar(ana).click()
    await expect(ana.getByText('O servidor não responde agora.')).toBeVisible()
    await connected(ana)
    // The part's few files are requested three times, and the bundler retries each once.
    expect(asked).toBe(before)
    expect(asked).toBeLessThan(40)
    await ana.unrouteAll()
    ana.on('request', (request) => loaded.add(request.url()))
    await recarregar(ana).click()
    await connected(ana)
    await pausa(ana).click()
    await expect(ana.getByRole('menuitem', { name: 'Almoço' })).toBeVisible()
  })
  await test.step('a call whose window’s script is gone from the server makes the page reload by itself, only once', async () => {
    await ana.waitForLoadState('networkidle')
    ana.removeAllListeners('request')
    await intercept(ana, chunks, (route) => (loaded.has(route.request().url()) ? route.continue() : notFound(route)))
    let loads = 0
    ana.on('load', () => {
      loads += 1
    })
    await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'atualizada' } })
    await expect.poll(() => loads).toBe(1)
    await updated()
    await connected(ana)
    expect(loads).toBe(1)
    await ana.unrouteAll()
    await recarregar(ana).click()
    await expect(chamada(ana)).toBeVisible()
  })
  await test.step('a page whose own scripts did not come says so, and loads by itself until they do', async () => {
    await intercept(ana, chunks, notFound)
    await ana.reload()
    const aviso = ana.getByRole('alert').filter({ hasText: 'A página não veio inteira' })
    await inFastTime(ana, () => aviso.isVisible()).toBe(true)
    await ana.unroute(chunks)
    await inFastTime(ana, () => chamada(ana).isVisible()).toBe(true)
    await expect(aviso).toHaveCount(0)
  })
  await test.step('a page that broke off before its body loads again by itself', async () => {
    let loads = 0
    const server = createServer(({ url }, response) => {
      if (url !== '/mesa' || loads++ > 0) return void response.end('inteira')
      response.setHeader('content-type', 'text/html')
      response.write(`<html><head><script>${deadPageScript}</script>`, () => response.destroy())
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    await ana.goto(`http://127.0.0.1:${portOf(server)}/mesa`, { waitUntil: 'commit' })
    await inFastTime(ana, () => ana.getByText('inteira').isVisible()).toBe(true)
    server.close()
  })
})

test('without the server a clicked link, and with a wrong answer a page, leave the desk working until they are there', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /Failed to load resource|net::ERR|TypeError/, prepare: movableClock })
  const pagina = (name: string) => ana.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name })
  for (const { how, answer, name, address } of [
    { how: 'does not answer', answer: (route: Route) => route.abort(), name: 'Atendimentos', address: '/atendimentos' },
    {
      how: 'is a proxy’s 502',
      answer: (route: Route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
      name: 'Perdidas',
      address: '/perdidas',
    },
  ])
    await test.step(`the server ${how}: a clicked link opens its page when the server is back`, async () => {
      const espera = ana.getByText('a página abre sozinha')
      await pagina('Histórico').click()
      await expect(ana).toHaveURL(/\/ligacoes/)
      const pages = (url: URL) => url.searchParams.has('_rsc')
      await intercept(ana, pages, answer)
      await pagina(name).click()
      await expect(espera).toBeVisible()
      // The desk keeps working meanwhile.
      await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: how } })
      await expect(ana.getByRole('list', { name: 'Chamadas em curso' })).toBeVisible()
      await connected(ana)
      // Going back needs no server.
      await ana.goBack()
      await expect(chamada(ana)).toBeVisible()
      await expect(espera).toHaveCount(0)

      await pagina(name).click()
      await expect(espera).toBeVisible()
      await ana.unroute(pages)
      await expect(ana).toHaveURL(new RegExp(address))
      await expect(espera).toHaveCount(0)
      await connected(ana)
      await pagina('Painel').click()
      await endCalls(desk, ana)
    })

  await test.step('a page that fails to draw leaves the calls working, and is drawn again on request', async () => {
    await pagina('Perdidas').click()
    await expect(ana.getByRole('heading', { name: 'Chamadas perdidas' })).toBeVisible()
    const lists = (url: URL) => url.pathname === '/api/painel/perdidas'
    await intercept(ana, lists, (route) =>
      route.fulfill({ json: { status: 'success', perdidas: [null], proxima: null, total: 1, consultado_em: '' } }),
    )
    await ana.getByLabel('Desde', { exact: true }).fill('2026-01-01')
    const failed = ana.getByRole('alert').filter({ hasText: 'Esta página falhou' })
    await expect(failed).toBeVisible()
    await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'falhou' } })
    await expect(ana.getByRole('list', { name: 'Chamadas em curso' })).toBeVisible()
    await connected(ana)
    await ana.unroute(lists)
    await failed.getByRole('button', { name: 'Desenhar de novo' }).click()
    await expect(failed).toHaveCount(0)
    await expect(ana.getByRole('heading', { name: 'Chamadas perdidas' })).toBeVisible()
  })
})

test('a failed close of a ticket keeps its message and outcome, and is sent again only when the agent asks', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate })
  await desk.pbx('notificar', { ramal: 101, telefone: '37999912222', ligacao_params: { call_id: 'fechar' } })
  const botao = (name: string) => chamada(ana).getByRole('button', { name, exact: true })
  await botao('Abrir atendimento').click()
  const palavras = ana.getByLabel('Anotações do atendimento')
  const situacao = ana.locator('[role="status"][data-situacao]')
  await palavras.fill('Sem sinal')
  await expect(situacao).toHaveText('Salvo')
  // The page refuses clicks just after the ticket came, but not keys.
  await botao('Concluir').press('Enter')
  const desfecho = ana.getByRole('dialog', { name: 'Concluir' }).getByLabel('Desfecho')
  await desfecho.selectOption({ index: 2 })
  const chosen = await desfecho.inputValue()
  const place = await pausa(ana).boundingBox()
  await ana.context().setOffline(true)
  await botao('Concluir e fechar').click()
  const aviso = ana.getByRole('alert').filter({ hasText: 'O atendimento não foi fechado' })
  await expect(aviso).toContainText('Sem resposta do servidor')
  // The words are saved, and closing the ticket is not retried.
  await expect(situacao).toHaveText('Salvo')

  // Saving words meanwhile (on blur, and when the network comes back) does not remove the message.
  await palavras.fill('Sem sinal desde ontem')
  await expect(situacao).toHaveText('Não salvo – tentando de novo')
  // Nor do the words about the connection move the button beside them.
  await expect(ana.locator('[data-conexao="ativa"]')).toHaveCount(0)
  expect(await pausa(ana).boundingBox()).toEqual(place)
  await ana.context().setOffline(false)
  await expect(situacao).toHaveText('Salvo')
  await connected(ana)
  await palavras.blur()
  await expect(aviso).toBeVisible()
  const row = async () => (await desk.database.pool.query('SELECT estado, id_desfecho FROM atendimento')).rows[0]
  expect(await row()).toEqual({ estado: 'aberto', id_desfecho: null })
  await botao('Concluir').click()
  await expect(desfecho).toHaveValue(chosen)
  await ana.keyboard.press('Escape')
  await aviso.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(botao('Reabrir')).toBeVisible()
  await expect(aviso).toHaveCount(0)
  expect(await row()).toEqual({ estado: 'fechado', id_desfecho: Number(chosen) })
})
