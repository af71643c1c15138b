import { hasFirefox, openFirefox } from './support/firefox.ts'
import { expect, test } from './support/test.ts'

const enter = '\uE007'

// This test runs only where Debian's Firefox is installed.
if (hasFirefox)
  test('in Firefox an agent signs in, gets a call, opens its ticket and writes notes; a cancel closes the window', async ({
    desk,
  }) => {
    const page = await openFirefox()
    const shown = (text: string) =>
      expect.poll(() => page.evaluate('document.querySelector("main")?.innerText ?? ""').then(String)).toContain(text)
    const press = (name: string) =>
      page.evaluate(
        `[...document.querySelectorAll('[data-ligacao] button')].find((each) => each.textContent === '${name}').click()`,
      )
    try {
      await page.goto(`${desk.url}/entrar`)
      await page.evaluate('document.querySelector("input[name=usuario], input").focus()')
      await page.type('ana')
      await page.evaluate('document.querySelector("input[type=password]").focus()')
      await page.type(`demo-alo-2026${enter}`)
      await expect.poll(() => page.evaluate('document.querySelectorAll(\'[data-conexao="ativa"]\').length')).toBe(1)
      const call = { ramal: 101, telefone: 37999912222, ligacao_params: { call_id: 'firefox' } }
      expect((await desk.pbx('notificar', call)).headers['x-telas']).toBe('1')
      await shown('Maria da Conceição Ávila')
      await press('Abrir atendimento')
      await shown('Salvo')
      await page.evaluate('document.querySelector("[data-ligacao] textarea").focus()')
      await page.type('Sem sinal')
      await expect
        .poll(async () => (await desk.database.pool.query('SELECT descricao FROM atendimento')).rows)
        .toEqual([{ descricao: 'Sem sinal' }])
      await page.evaluate('document.activeElement.blur()')
      await desk.pbx('cancelar', call)
      await expect.poll(() => page.evaluate('document.querySelectorAll("[data-ligacao] textarea").length')).toBe(0)
    } finally {
      await page.close()
    }
  })
