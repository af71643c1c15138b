import { anyChamada, chamada, connected, expect, test } from './support/test.ts'

const known = { ramal: 101, telefone: 37999912222, ligacao_params: { call_id: 'c1' } }

test('two tabs of one agent agree on everything', async ({ desk, openPage }) => {
  const one = await openPage('ana')
  const two = await one.context().newPage()
  await two.goto(`${desk.url}/painel`)
  await connected(two)
  await desk.pbx('notificar', known)
  for (const page of [one, two]) await expect(chamada(page)).toBeVisible()
  await chamada(one).getByRole('button', { name: 'Abrir atendimento' }).click()
  const protocolo = /\d{4} \d{4} \d{3} \d{3}/
  await expect(chamada(two)).toContainText(protocolo)
  expect((await chamada(two).innerText()).match(protocolo)?.[0]).toBe(
    (await chamada(one).innerText()).match(protocolo)?.[0],
  )
  await chamada(one).getByLabel('Anotações do atendimento').fill('Escrito na primeira aba')
  await expect(chamada(two).getByLabel('Anotações do atendimento')).toHaveValue('Escrito na primeira aba')
  await chamada(two).getByRole('button', { name: 'Fechar chamada' }).click()
  for (const page of [one, two]) await expect(anyChamada(page)).toHaveCount(0)
})

test('a window notified while nobody was there is shown on connect; a reload loses nothing', async ({
  desk,
  openPage,
}) => {
  await desk.pbx('notificar', known)
  const ana = await openPage('ana')
  await expect(chamada(ana)).toBeVisible()
  await ana.reload()
  await connected(ana)
  await expect(chamada(ana)).toBeVisible()
})

test('the server dies: the screen says so; it comes back: the screen catches up by itself', async ({
  desk,
  openPage,
}) => {
  test.setTimeout(120_000)
  const ana = await openPage('ana', {
    tolerate: /ERR_CONNECTION_REFUSED|WebSocket|ERR_EMPTY_RESPONSE|Failed to load resource/,
  })
  await desk.pbx('notificar', known)
  const alsoRang = { ramal: 101, telefone: 3732215678 }
  await desk.pbx('notificar', alsoRang)
  await expect(anyChamada(ana)).toHaveCount(2)
  await desk.crash()
  await expect(ana.locator('[data-conexao="ativa"]')).toHaveCount(0)
  await desk.start()
  await desk.pbx('cancelar', known)
  await desk.pbx('notificar', { ramal: 101, telefone: 3732211234 })
  await expect(ana.locator('[data-conexao="ativa"]')).toBeVisible({ timeout: 60_000 })
  await expect(chamada(ana, '(37) 3221-1234')).toBeVisible()
  await expect(anyChamada(ana)).toHaveCount(2)
  // Its cancel may have come while nobody heard it, until it is told again.
  await expect(chamada(ana, '(37) 3221-5678')).toContainText('Pode ter terminado')
  await desk.pbx('notificar', alsoRang)
  await expect(chamada(ana, '(37) 3221-5678')).not.toContainText('Pode ter terminado')
})
