import { readFile } from 'node:fs/promises'
import { expectNoBarrier, expectWhole } from './support/barriers.ts'
import { clickOnChange } from './support/clickOnChange.ts'
import { holdBack } from './support/holdBack.ts'
import { lookSooner } from './support/lookSooner.ts'
import { expect, palavras, test } from './support/test.ts'
import { withName } from './support/withName.ts'

const call = (call_id: string, ramal: number) => ({ ramal, telefone: '37999912222', ligacao_params: { call_id } })

test('an agent finds their own calls by telephone, name, notes, date and state, and the address keeps the search', async ({
  desk,
  openPage,
}) => {
  const ana = await openPage('ana')
  const linhas = ana.getByRole('table', { name: 'Chamadas' }).getByRole('row')
  const estado = ana.getByLabel('Estado')
  await test.step('by telephone, name, notes and date, and a reload keeps the search and the state', async () => {
    await desk.pbx('notificar', call('a', 101))
    await desk.pbx('notificar', { ...call('b', 101), telefone: '3732215678' })
    const window = ana.getByRole('region', { name: 'Chamada de (37) 99991-2222' })
    await window.getByRole('button', { name: 'Abrir atendimento' }).click()
    await palavras(window).fill('Sem conexão desde ontem')
    await expect(window.getByText('Salvo', { exact: true })).toBeVisible()
    await ana.getByRole('link', { name: 'Histórico', exact: true }).click()
    await expect(linhas).toHaveCount(3)
    await expect(ana.getByText('Sem filtros')).toHaveCount(0)
    await expect(ana.getByRole('columnheader', { name: 'Atendente' })).toHaveCount(0)
    const busca = ana.getByLabel('Buscar nas chamadas')
    for (const termo of ['+55 37 99991-2222', '9991-2222', 'avila maria', 'conexao ontem']) {
      await busca.fill(termo)
      await expect(linhas).toHaveCount(2)
      await expect(linhas.nth(1)).toContainText('Sem conexão desde ontem')
      await busca.fill('')
      await expect(linhas).toHaveCount(3)
    }
    await estado.selectOption('Atendidas')
    const atendidas = await estado.inputValue()
    await expect(linhas).toHaveCount(2)
    await busca.fill('de')
    await expect(ana.getByText(/^Digite mais/)).toBeVisible()
    await busca.fill('conexao')
    await lookSooner(ana, 5_000)
    await ana.reload()
    await expect(busca).toHaveValue('conexao')
    await expect(estado).toHaveValue(atendidas)
    await expect(linhas).toHaveCount(2)
    await ana.getByLabel('Até').fill('2020-01-01')
    await expect(ana.getByText('Nenhuma chamada com estes filtros.')).toBeVisible()
  })
  await test.step('by state, and what screen readers hear of it', async () => {
    await desk.database.pool.query('DELETE FROM atendimento; DELETE FROM ligacao; DELETE FROM marca_cancelamento')
    await desk.pbx('notificar', call('a', 101))
    await desk.pbx('notificar', call('b', 101))
    await desk.pbx('notificar', call('c', 102))
    await desk.pbx('cancelar', call('b', 101))
    await ana.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect(linhas).toHaveCount(3)
    await expect(linhas.nth(1)).toContainText('encerrada pela central')

    await estado.selectOption('Em curso')
    await expect(linhas).toHaveCount(2)
    await expect(ana).toHaveURL(/estado=aberta/)
    const said = (text: RegExp) => expect(ana.getByRole('status').filter({ hasText: text })).toHaveCount(1)
    await said(/^1 chamada$/)
    // A call that appears by itself does not make screen readers announce the new count.
    await desk.pbx('notificar', call('d', 101))
    await expect(linhas).toHaveCount(3)
    await said(/^1 chamada$/)
    await estado.selectOption('Expiradas')
    await expect(ana.getByText('Nenhuma chamada com estes filtros')).toBeVisible()
    await said(/^Nenhuma chamada com estes filtros\.$/)
    // That nothing was found is said of the filters in sight alone.
    const release = await holdBack(ana, /estado=fechada/, 'answer')
    await estado.selectOption('Fechadas')
    await expect(ana.getByText('Nenhuma chamada com estes filtros')).toHaveCount(0)
    await release()
    await said(/^Nenhuma chamada com estes filtros\.$/)
    await estado.selectOption('')
    await said(/^Sem filtros$/)

    await expectNoBarrier(ana)
    await ana.setViewportSize({ width: 360, height: 740 })
    const nomes = linhas.getByRole('cell', { name: 'Maria da Conceição Ávila' })
    await expect(nomes).toHaveCount(3)
    await expectWhole(nomes)
  })
})

test('a supervisor sees the calls of all agents with their length, exports them, and opens a customer from one', async ({
  desk,
  openPage,
}) => {
  for (const call_id of ['falada', 'perdida', 'de outro dia']) {
    await desk.pbx('notificar', call(call_id, 101))
    await desk.pbx('cancelar', call(call_id, 101))
  }
  await desk.pbx('notificar', call('do bruno', 102))
  await desk.database.pool.query(
    `UPDATE ligacao SET estado = 'fechada', atendida_em = tocada_em, encerrada_em = tocada_em + interval '27 min 5 s'
     WHERE chave = 'falada'`,
  )
  await desk.database.pool.query(
    "UPDATE ligacao SET notificada_em = notificada_em - interval '40 days' WHERE chave = 'de outro dia'",
  )
  const nome = '=HYPERLINK("http://x.example";"Maria")'
  await withName(desk, 1, nome, async () => {
    const clara = await openPage('clara', { path: '/ligacoes' })
    const linhas = clara.getByRole('table', { name: 'Chamadas' }).getByRole('row')
    await expect(linhas).toHaveCount(5)
    await expect(linhas.filter({ hasText: 'Bruno Lima (102)' })).toHaveCount(1)
    for (const width of [993, 1024, 400, 1280]) {
      await clara.setViewportSize({ width, height: 800 })
      expect(await clara.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    // A length of 27 minutes, which must not look like a time of day.
    await expect(linhas.filter({ hasText: '27:05' })).toHaveCount(1)
    await clara.getByLabel('Desde').fill(new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10))
    await expect(linhas).toHaveCount(4)

    const download = clara.waitForEvent('download')
    await clara.getByRole('link', { name: 'Exportar CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^chamadas-\d{4}-\d\d-\d\d\.csv$/)
    const [header = '', ...lines] = (await readFile(await file.path(), 'utf8')).split('\r\n')
    // Every line ends with CRLF, the last one too.
    expect(lines.pop()).toBe('')
    expect(header).toContain(';conversa_segundos;')
    const named = `;"'=HYPERLINK(""http://x.example"";""Maria"")";`
    expect(lines.filter((line) => line.includes(`${named}Ana Souza;101;`))).toHaveLength(2)
    expect(lines.filter((line) => line.includes(`${named}Bruno Lima;102;`))).toHaveLength(1)
    expect(lines).toHaveLength(3)
    expect(lines.filter((line) => line.includes(';1625;fechada;'))).toHaveLength(1)
    // A click on a row that other filters have just replaced opens nobody, whose opening would be on record.
    const clicked = await clickOnChange(linhas.nth(1).getByRole('link'))
    await clara.getByLabel('Estado').selectOption('Perdidas: a central cancelou')
    await clicked()
    await expect(clara.getByRole('status').filter({ hasText: 'nada foi acionado' })).toBeVisible()
    await expect(clara).toHaveURL(/\/ligacoes\?/)
    await clara.getByRole('link', { name: nome }).first().press('Enter')
    await expect(clara).toHaveURL(/\/clientes\/\d+/)
    await clara.goBack()
    // The export has what is typed, even before the list has it.
    await clara.getByLabel('Buscar nas chamadas').fill('zzqx')
    expect(await clara.getByRole('link', { name: 'Exportar CSV' }).getAttribute('href')).toContain('busca=zzqx')
  })
})
