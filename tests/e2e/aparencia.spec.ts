import { expectNoBarrier } from './support/barriers.ts'
import { connected, expect, test } from './support/test.ts'

test('the appearance that the agent chooses is kept in the browser, or follows the computer’s', async ({
  openPage,
}) => {
  const ana = await openPage('ana', { colorScheme: 'light' })
  const scheme = (value: string) => expect(ana.locator('html')).toHaveAttribute('data-mantine-color-scheme', value)
  const choose = async (name: string) => {
    await ana.getByRole('button', { name: 'Aparência' }).click()
    await ana.getByRole('menuitemradio', { name }).click()
  }
  await scheme('light')
  await choose('Escura')
  await scheme('dark')
  await ana.reload()
  await scheme('dark')
  await ana.getByRole('button', { name: 'Aparência' }).click()
  await expect(ana.getByRole('menuitemradio', { checked: true })).toHaveText('Escura')
  await expectNoBarrier(ana)
  await ana.keyboard.press('Escape')
  await choose('Como o computador')
  await scheme('light')
  await ana.emulateMedia({ colorScheme: 'dark' })
  await scheme('dark')
  // With forced system colours, the current page and the connection's dot must still be recognizable.
  await ana.emulateMedia({ forcedColors: 'active' })
  const background = (name: RegExp) =>
    ana.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).backgroundColor)
  expect(await background(/^Painel/)).not.toBe(await background(/^Atendimentos/))
  const dot = ana.locator('[data-conexao="ativa"]')
  expect(await dot.evaluate((dot) => getComputedStyle(dot, '::before').backgroundColor)).toBe('rgb(12, 166, 120)')
  // So must the line that Enter would choose.
  await ana.keyboard.press('Control+k')
  await ana.getByRole('dialog').getByRole('textbox').fill('perdidas')
  await expect(ana.getByRole('dialog').locator('[data-selected]')).toHaveCSS('outline-style', 'solid')
})

test('an address that does not exist leads back to the desk, and a desk that fails to draw is drawn again by a button', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana', { tolerate: /404|a mesa quebrou/ })
  expect((await ana.goto(`${desk.url}/nenhures`))?.status()).toBe(404)
  await expect(ana.getByRole('heading', { name: 'Página não encontrada' })).toBeVisible()
  await expect(ana).toHaveTitle('Página não encontrada · Alô')
  await ana.getByRole('link', { name: 'Voltar ao painel' }).click()
  await connected(ana)

  // A browser function that fails for one kind of event.
  await ana.addInitScript(() => {
    for (const target of [document, window]) {
      const own = target.addEventListener
      const fails = (...args: Parameters<typeof own>) => {
        if (args[0] === sessionStorage.getItem('quebra')) throw new Error('a mesa quebrou')
        own.apply(target, args)
      }
      Object.assign(target, { addEventListener: fails })
    }
  })
  const falhou = ana.getByRole('heading', { name: 'A tela falhou' })
  for (const { quebra, botao } of [
    // The frame around every page listens to this,
    { quebra: 'keydown', botao: 'Desenhar de novo' },
    // and the layout around the frame to this.
    { quebra: 'mousedown', botao: 'Recarregar' },
  ]) {
    await ana.evaluate((quebra) => sessionStorage.setItem('quebra', quebra), quebra)
    await ana.reload()
    await expect(falhou).toBeVisible()
    await expect(ana.getByText('Suas chamadas e atendimentos continuam guardados.')).toBeVisible()
    await ana.evaluate(() => sessionStorage.removeItem('quebra'))
    await ana.getByRole('button', { name: botao }).click()
    await connected(ana)
  }
})
