import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { clienteSchema, momentoSchema, relacoes, relacoesPadrao } from '#server/cliente/wire/cliente'
import { exportedClienteSchema, importedClienteSchema } from '#server/cliente/wire/import'

const servico = {
  id_cliente_servico: 1,
  id_servico: 2,
  numero_plano: 3,
  nome: 'Fibra 300',
  valor: 99.9,
  status: 'Serviço Habilitado',
  status_prefixo: 'servico_habilitado',
  tecnologia: 'FTTH',
  login: 'maria',
  senha: 'x',
  ipv4: '10.0.0.1',
  ipv6: null,
}
const cliente = {
  id_cliente: 1,
  codigo_cliente: 7,
  nome_razaosocial: 'Maria Conceição',
  nome_fantasia: null,
  tipo_pessoa: 'pf',
  cpf_cnpj: '12345678909',
  telefone_primario: '37999912222',
  telefone_secundario: '',
  telefone_terciario: '',
  email_principal: null,
  email_secundario: null,
  rg: null,
  rg_emissao: null,
  inscricao_municipal: null,
  inscricao_estadual: null,
  data_cadastro: '2024-02-29 08:00:00',
  data_nascmento: '1990-01-01 00:00:00',
  servicos: [servico],
}

describe('customer contract', () => {
  it('has the fields and relations of the spec, in its order', () => {
    expect(Object.keys(clienteSchema.shape)).toEqual(Object.keys(cliente))
    expect(Object.keys(clienteSchema.shape.servicos.element.shape)).toEqual([...Object.keys(servico), ...relacoes])
    expect(relacoes).toEqual(
      (
        'interface interface_roteamento equipamento_conexao equipamento_roteamento pacotes senhas endereco_cadastral ' +
        'endereco_instalacao endereco_fiscal endereco_cobranca grupos porta_atendimento status_conexao'
      ).split(' '),
    )
    expect(relacoesPadrao).toHaveLength(10)
    expect(relacoesPadrao).not.toContain('grupos')
  })

  it('lets relations be absent or null in the listing, and demands them in the export', () => {
    expect(clienteSchema.parse(cliente)).toEqual(cliente)
    expect(clienteSchema.safeParse({ ...cliente, servicos: [{ ...servico, interface: null }] }).success).toBe(true)
    expect(exportedClienteSchema.safeParse({ ...cliente, data_fechamento: null }).success).toBe(false)
  })

  it('fills what an imported customer lacks with empty values, drops unknown fields, and so fits the export', () => {
    const { telefone_secundario, data_nascmento, servicos, ...rest } = cliente
    const imported = importedClienteSchema.parse({ ...rest, servicos: [servico], desconhecido: 1 })
    expect(exportedClienteSchema.parse(imported)).toEqual(imported)
    expect(imported).toMatchObject({ telefone_secundario: '', data_nascmento: null, data_fechamento: null })
    expect(imported.servicos[0]).toMatchObject({ interface: null, pacotes: [], grupos: [], endereco_fiscal: null })
    expect(imported).not.toHaveProperty('desconhecido')
    // PHP writes an empty object as [].
    const php = { ...servico, interface: [], endereco_fiscal: [], porta_atendimento: [] }
    const fromPhp = importedClienteSchema.parse({ ...cliente, servicos: [php] })
    expect(fromPhp.servicos[0]).toMatchObject({ interface: null, endereco_fiscal: null, porta_atendimento: null })
    const full = { ...cliente, servicos: [{ ...servico, interface: [1] }] }
    expect(importedClienteSchema.safeParse(full).success).toBe(false)
  })

  it.each([
    ['id_cliente', 0],
    ['id_cliente', 2 ** 31],
    ['codigo_cliente', '7'],
    ['cpf_cnpj', '123.456.789-09'],
    ['data_cadastro', '2023-02-29 08:00:00'],
    ['data_cadastro', '2024-02-29 24:00:00'],
    ['data_fechamento', '2024-02-29 08:00:00'],
    ['nome_razaosocial', null],
  ])('refuses %s = %j on import', (field, value) => {
    const result = importedClienteSchema.safeParse({ ...cliente, [field]: value })
    expect(result.error?.issues.map((issue) => issue.path[0])).toEqual([field])
  })

  it('takes only days of the calendar, with its leap days', () => {
    const valid = (day: string) => momentoSchema.safeParse(`${day} 00:00:00`).success
    expect(['2024-02-29', '2000-02-29', '2023-12-31', '0001-01-01'].map(valid)).toEqual([true, true, true, true])
    expect(['1900-02-29', '2023-04-31', '2023-13-01', '2023-00-10', '2023-01-00'].some(valid)).toBe(false)
  })

  it('names its parts as components of the JSON schema', () => {
    const document = JSON.stringify(z.toJSONSchema(exportedClienteSchema))
    for (const name of ['Endereco', 'Interface', 'Equipamento', 'Pacote', 'Senha', 'Grupo']) {
      expect(document).toContain(`#/$defs/${name}`)
    }
  })
})
