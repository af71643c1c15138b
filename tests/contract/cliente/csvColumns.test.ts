import { expect, test } from 'vitest'
import { command, runCommand, settingsOf } from '../../support/cliRun.ts'
import { useDesk } from '../../support/useDesk.ts'

/** Which fields of existing customers a CSV import changes, and which it leaves alone. */
const desk = useDesk()

const bring = (text: string, format: 'csv' | 'jsonl') =>
  runCommand(['clientes', 'import', '-', '--format', format], { env: settingsOf(desk.config), stdin: text })
type Cliente = Record<string, unknown>
const all = async (): Promise<[Cliente, ...Cliente[]]> =>
  JSON.parse((await command(desk.config, 'clientes', 'export')).out).clientes

test('a CSV import keeps fields without a column, empties fields with an empty cell, and reports unknown columns', async () => {
  const [first] = await all()
  const rest = { rg: '123', telefone_primario: '3732211234', data_fechamento: '2026-01-02' }
  expect((await bring(JSON.stringify({ ...first, ...rest }), 'jsonl')).code).toBe(0)
  const [held, ...others] = await all()
  const { id_cliente, codigo_cliente, tipo_pessoa, cpf_cnpj, data_cadastro } = held
  const header = 'id_cliente;codigo_cliente;nome_razaosocial;tipo_pessoa;cpf_cnpj;data_cadastro'
  const row = [id_cliente, codigo_cliente, 'Outro Nome', tipo_pessoa, cpf_cnpj, data_cadastro].join(';')
  const none = { created: 0, updated: 1, unchanged: 0, refused: 0 }

  const fewer = await bring(`${header};Bairro\u001b[31m;servicos;\n${row};Centro;[];\n`, 'csv')
  expect(JSON.parse(fewer.out)).toEqual({ ...none, emptied: {}, removed: {} })
  expect(fewer.err).toBe(
    'These columns are not imported from a CSV: Bairro [31m, servicos.\nServices are imported from JSON or JSON lines.\n',
  )
  expect(await all()).toEqual([{ ...held, nome_razaosocial: 'Outro Nome' }, ...others])

  const empty = await bring(`sep=;\n${header};rg;telefone_primario;data_fechamento\n${row};;;\n`, 'csv')
  expect(JSON.parse(empty.out)).toEqual({
    ...none,
    emptied: { telefone_primario: 1 },
    removed: { rg: 1, telefone_primario: 1, data_fechamento: 1 },
  })
  const emptied = { nome_razaosocial: 'Outro Nome', rg: null, telefone_primario: '', data_fechamento: null }
  expect(await all()).toEqual([{ ...held, ...emptied }, ...others])
})

test('a CSV export from the screen, which escapes formulas, or from the command imports back unchanged', async () => {
  const [first] = await all()
  const texts = { nome_razaosocial: '=Maria', telefone_primario: '+55 (37) 99991-1111', telefone_secundario: '+5537' }
  const quoted = { nome_fantasia: "'=Maria", rg: "''+1", email_principal: "'@", inscricao_estadual: "'isento" }
  expect((await bring(JSON.stringify({ ...first, ...texts, ...quoted }), 'jsonl')).code).toBe(0)
  const held = await all()
  const path = '/api/painel/clientes/exportar?formato=csv&cancelado=sim'
  const ofScreen = await desk.send({ path, headers: { cookie: await desk.cookie('clara') } })
  const ofCommand = await command(desk.config, 'clientes', 'export', '--format', 'csv')
  expect(ofScreen.text).toContain(";'=Maria;")
  expect(ofCommand.out).toContain(',=Maria,')
  for (const text of [ofScreen.text, ofCommand.out]) {
    const { out } = await bring(text, 'csv')
    expect(JSON.parse(out)).toMatchObject({ created: 0, updated: 0, unchanged: held.length, refused: 0 })
  }
  expect(await all()).toEqual(held)
})
