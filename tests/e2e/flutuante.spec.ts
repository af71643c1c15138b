import type { Page } from '@playwright/test'
import { expectNoBarrier } from './support/barriers.ts'
import { holdBack } from './support/holdBack.ts'
import { cancel, chamada, expect, ring, test } from './support/test.ts'

const maria = '37999912222'

const menu = async (page: Page) => {
  const bell = page.getByRole('button', { name: /^(Som e avisos|O navegador calou)/ })
  const dialog = page.getByRole('dialog', { name: 'Som e avisos' })
  await bell.click()
  // If the browser has not allowed sound yet, the first click asks for it and the second opens the menu.
  if ((await bell.getAttribute('aria-expanded')) === 'false') await bell.click()
  return dialog
}

async function open(page: Page) {
  const button = (await menu(page)).getByRole('button', { name: 'Janela flutuante' })
  const [small] = await Promise.all([page.waitForEvent('popup'), button.click()])
  // Move the pointer away from the desk, as when the agent goes to the small window.
  await page.mouse.move(5, 5)
  return small
}

test('the floating window shows the active call, acts on it, and follows its changes', async ({ desk, openPage }) => {
  const ana = await openPage('ana', { colorScheme: 'dark' })
  await test.step('a browser without Document Picture-in-Picture is not offered the floating window', async () => {
    const own = await ana.evaluateHandle(() => {
      const { documentPictureInPicture } = window
      Reflect.deleteProperty(window, 'documentPictureInPicture')
      return documentPictureInPicture
    })
    const dialog = await menu(ana)
    await expect(dialog.getByRole('switch', { name: 'Não perturbe' })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Janela flutuante' })).toHaveCount(0)
    await ana.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await own.evaluate((documentPictureInPicture) =>
      Object.defineProperty(window, 'documentPictureInPicture', {
        value: documentPictureInPicture,
        configurable: true,
      }),
    )
  })

  const small = await open(ana)
  await expect(small.getByText('Nenhuma chamada')).toBeVisible()
  await ring(desk, maria)
  const call = small.getByRole('region', { name: 'Chamada de (37) 99991-2222' })
  await expect(call.getByRole('heading', { name: 'Maria da Conceição Ávila' })).toBeVisible()
  await expect(call).toContainText('(37) 99991-2222')
  await ring(desk, '37998889998')
  await expect(small.getByText('Na fila: (37) 99888-9998')).toBeVisible()

  // The small window has the desk's font and colours.
  const look = (page: Page) =>
    page.evaluate(() => {
      const { fontFamily, backgroundColor } = getComputedStyle(document.body)
      return [fontFamily, backgroundColor, document.documentElement.dataset.mantineColorScheme]
    })
  expect(await look(small)).toEqual(await look(ana))
  await expectNoBarrier(small)

  await call.getByRole('button', { name: 'Atendi', exact: true }).dblclick()
  await expect(call).toContainText('Em atendimento')
  await expect(chamada(ana)).toContainText('Em atendimento')
  await expect(ana.locator('[data-protocolo]')).toHaveCount(0)
  // What the small window asks for is under way for the desk, too.
  const release = await holdBack(ana, '**/ligacoes/*/atendimento', 'request')
  await call.getByRole('button', { name: 'Abrir atendimento' }).click()
  await expect(chamada(ana).getByRole('button', { name: 'Abrir atendimento', exact: true })).toBeDisabled()
  await release()
  await expect(ana.locator('[data-protocolo]')).toBeVisible()
  await expect(call).toContainText(/\d{4} \d{4} \d{3} \d{3}/)

  // While the pointer is over the call, no other call takes its place.
  await call.hover()
  await cancel(desk, maria)
  await expect(call).toContainText('Encerrada pela central')
  await expect(call.getByRole('button', { name: 'Atendi', exact: true })).toBeDisabled()
  await expect(ana.locator('[data-ligacao][data-ativa]')).toHaveAccessibleName('Chamada de (37) 99888-9998')
  await expect(call).toBeVisible()
  await small.locator('main').dispatchEvent('pointerout', { relatedTarget: null })
  await expect(small.getByRole('region', { name: 'Chamada de (37) 99888-9998' })).toBeVisible()

  // Opened again, the small window shows the same state as the desk.
  await small.close()
  const again = (await menu(ana)).getByRole('button', { name: 'Janela flutuante' })
  const [other] = await Promise.all([ana.waitForEvent('popup'), again.click()])
  await expect(other.getByRole('region', { name: 'Chamada de (37) 99888-9998' })).toBeVisible()
})
