import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCnpj, isCpf } from '#server/cliente/rules/documento'
import { statusPrefixoCancelado } from '#server/cliente/rules/situacao'
import { exportedClienteSchema, importedClienteSchema } from '#server/cliente/wire/import'
import { demoCount, demoTelefones, generateDemoClientes } from '#server/demo/demoClientes'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { cidades } from '#server/demo/generate/lugar'
import { chavesTelefone } from '#server/telefone/rules/chaves'
import { isDdd } from '#server/telefone/rules/parse'

const demo = [...generateDemoClientes()]
const many = [...generateClientes({ count: 3000, seed: 7 })]
const servicos = demo.flatMap((cliente) => cliente.servicos)
const fones = (cliente: (typeof demo)[number]) => [
  cliente.telefone_primario,
  cliente.telefone_secundario,
  cliente.telefone_terciario,
]
const chaves = (cliente: (typeof demo)[number]) => fones(cliente).flatMap((fone) => chavesTelefone(fone))
const matches = (numero: string) =>
  demo.filter((cliente) => chavesTelefone(numero).some((chave) => chaves(cliente).includes(chave)))

describe('generated customers', () => {
  it('are the same for the same seed, whatever the count and the first id', () => {
    expect([...generateClientes({ count: 40, seed: 7 })]).toEqual(many.slice(0, 40))
    expect([...generateClientes({ count: 5, seed: 7, firstId: 101 })]).toEqual(many.slice(100, 105))
    expect([...generateClientes({ count: 40, seed: 8 })]).not.toEqual(many.slice(0, 40))
    expect([...generateDemoClientes()]).toEqual(demo)
  })

  it('fit the contract of the export, and the import reads them unchanged', () => {
    for (const cliente of [...demo, ...many]) {
      expect(exportedClienteSchema.parse(cliente)).toEqual(cliente)
      expect(importedClienteSchema.parse(cliente)).toEqual(cliente)
      expect(Object.keys(cliente)).toEqual(Object.keys(exportedClienteSchema.shape))
      for (const servico of cliente.servicos) {
        expect(Object.keys(servico)).toEqual(Object.keys(exportedClienteSchema.shape.servicos.element.shape))
      }
    }
  })

  it('fit the contract of the export for any seed and any id', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 60_000_000 }), (seed, firstId) => {
        const [cliente] = generateClientes({ count: 1, seed, firstId })
        expect(exportedClienteSchema.safeParse(cliente).error).toBeUndefined()
      }),
    )
  })

  it('have every relation of a service, and a date of birth', () => {
    for (const { data_nascmento, servicos } of many) {
      expect(data_nascmento).toMatch(/^\d{4}-/)
      for (const servico of servicos) {
        const values: unknown[] = Object.values({ ...servico, ipv6: '' })
        expect(values.includes(null)).toBe(false)
      }
    }
  })

  it('have valid documents, no two the same', () => {
    for (const { tipo_pessoa, cpf_cnpj } of many) {
      expect([cpf_cnpj, tipo_pessoa === 'pf' ? isCpf(cpf_cnpj) : isCnpj(cpf_cnpj)]).toEqual([cpf_cnpj, true])
    }
    expect(new Set(many.map(({ cpf_cnpj }) => cpf_cnpj)).size).toBe(many.length)
  })

  it('have telephones of existing area codes, each with exactly one key', () => {
    for (const cliente of many) {
      for (const fone of fones(cliente).filter((text) => text !== '')) {
        const [chave, ...more] = chavesTelefone(fone)
        expect([fone, chave?.length === 10 || chave?.length === 11, isDdd(chave?.slice(0, 2) ?? ''), more]).toEqual([
          fone,
          true,
          true,
          [],
        ])
      }
    }
    expect(cidades.every(({ ddd }) => isDdd(ddd))).toBe(true)
  })

  it('have unique ids, codes and logins', () => {
    const every = many.flatMap((cliente) => cliente.servicos)
    for (const values of [
      many.map(({ id_cliente }) => id_cliente),
      many.map(({ codigo_cliente }) => codigo_cliente),
      every.map(({ id_cliente_servico }) => id_cliente_servico),
      every.map(({ login }) => login),
      every.flatMap(({ senhas }) => senhas.map(({ id_cliente_servico_senha }) => id_cliente_servico_senha)),
    ]) {
      expect(new Set<unknown>(values).size).toBe(values.length)
    }
  })

  it('share interfaces, equipment and packages, where one name or id always means the same thing', () => {
    const known = new Map<string, unknown>()
    const same = (key: string, value: unknown) => {
      if (known.has(key)) expect(value).toEqual(known.get(key))
      known.set(key, value)
    }
    const every = many.flatMap((cliente) => cliente.servicos)
    for (const servico of every) {
      same(`i ${servico.interface?.nome}`, servico.interface)
      same(`i ${servico.interface_roteamento?.nome}`, servico.interface_roteamento)
      same(`e ${servico.equipamento_conexao?.nome}`, servico.equipamento_conexao)
      same(`e ${servico.equipamento_roteamento?.nome}`, servico.equipamento_roteamento)
      for (const pacote of servico.pacotes) same(`p ${pacote.id_pacote}`, pacote)
      for (const grupo of servico.grupos) same(`g ${grupo.id}`, grupo)
      expect(new Set(servico.pacotes.map(({ id_pacote }) => id_pacote)).size).toBe(servico.pacotes.length)
    }
    expect(new Set(every.map((servico) => servico.interface?.nome)).size).toBeLessThan(every.length / 2)
  })

  it('have a closing day exactly when all services are cancelled, and never before the contract began', () => {
    for (const { data_fechamento, data_cadastro, servicos } of many) {
      const closed = servicos.every(({ status_prefixo }) => status_prefixo === statusPrefixoCancelado)
      expect(data_fechamento !== null).toBe(closed)
      if (data_fechamento) expect(data_fechamento >= data_cadastro.slice(0, 10)).toBe(true)
    }
  })
})

describe('the demo', () => {
  it('has the promised number of customers, and its example telephones find the right ones', () => {
    expect(demo).toHaveLength(demoCount)
    expect(matches(demoTelefones.conhecido).map((cliente) => cliente.nome_razaosocial)).toEqual([
      'Maria da Conceição Ávila',
    ])
    expect(matches(demoTelefones.fixo)).toHaveLength(1)
    expect(matches(demoTelefones.semNonoDigito)).toHaveLength(1)
    expect(matches(demoTelefones.compartilhado)).toHaveLength(3)
    expect(matches(demoTelefones.variosServicos).map((cliente) => cliente.servicos.length)).toEqual([4])
    expect(matches(demoTelefones.desconhecido)).toEqual([])
    expect(matches(demoTelefones.estrangeiro)).toEqual([])
  })

  it.each<[string, boolean]>([
    ['all seven statuses', new Set(servicos.map(({ status_prefixo }) => status_prefixo)).size === 7],
    ['all six technologies', new Set(servicos.map(({ tecnologia }) => tecnologia)).size === 6],
    ['cancelled services', servicos.some(({ status }) => status === 'Serviço Cancelado')],
    ['services with and without packages', splits(servicos, ({ pacotes }) => pacotes.length > 0)],
    ['all packages', new Set(servicos.flatMap(({ pacotes }) => pacotes.map(({ codigo }) => codigo))).size === 7],
    ['services with and without passwords', splits(servicos, ({ senhas }) => senhas.length > 0)],
    ['services with and without groups', splits(servicos, ({ grupos }) => grupos.length > 0)],
    ['services with and without IPv6', splits(servicos, ({ ipv6 }) => ipv6 !== null)],
    ['connected and not', splits(servicos, ({ status_conexao }) => status_conexao?.conectado === true)],
    ['not yet installed', servicos.some((servico) => servico.interface?.nome === 'Interface Genérica')],
    ['people and companies', splits(demo, ({ tipo_pessoa }) => tipo_pessoa === 'pf')],
    ['one service and several', splits(demo, (cliente) => cliente.servicos.length > 1)],
    ['closed contracts and open ones', splits(demo, ({ data_fechamento }) => data_fechamento !== null)],
    ['postal codes with and without hyphen', splits(servicos, (s) => s.endereco_cadastral?.cep.includes('-') === true)],
    ['no coordinates', servicos.some((s) => s.endereco_cadastral?.coordenadas.latitude === null)],
    ['numbers with and without +55', splits(demo, (cliente) => cliente.telefone_primario.startsWith('+55'))],
    ['landlines', demo.some((cliente) => chaves(cliente).some((chave) => chave.length === 10))],
    ['mobiles with the ninth digit', demo.some((cliente) => /^\d\d9\d{8}$/.test(cliente.telefone_primario))],
    ['mobiles without it', demo.some((cliente) => /^\d\d[6-9]\d{7}$/.test(cliente.telefone_primario))],
    ['area code 55', demo.some((cliente) => /^55\d{8,9}$/.test(cliente.telefone_primario))],
    ['empty telephones', splits(demo, (cliente) => cliente.telefone_secundario === '')],
    ['accents', demo.some((cliente) => /ção|ã|é/.test(cliente.nome_razaosocial))],
    [
      'instalação elsewhere',
      splits(servicos, (s) => s.endereco_instalacao?.completo === s.endereco_cadastral?.completo),
    ],
  ])('has %s', (_, holds) => {
    expect(holds).toBe(true)
  })

  it('lets 2 to 15 percent of generated customers share a telephone', () => {
    const count = new Map<string, number>()
    for (const cliente of many)
      for (const chave of new Set(chaves(cliente))) count.set(chave, (count.get(chave) ?? 0) + 1)
    const shared = many.filter((cliente) => chaves(cliente).some((chave) => (count.get(chave) ?? 0) > 1)).length
    expect(shared / many.length).toBeGreaterThan(0.02)
    expect(shared / many.length).toBeLessThan(0.15)
  })
})

function splits<T>(items: T[], test: (item: T) => boolean): boolean {
  return items.some(test) && !items.every(test)
}
