import type pg from 'pg'
import type { Equipamento, Interface } from '../../wire/cliente.ts'
import type { ExportedCliente } from '../../wire/import.ts'

/** Ids of the interfaces and equipment that records name by their content. */
export type CatalogoIds = {
  interface: (item: Interface | null) => number | null
  equipamento: (item: Equipamento | null) => number | null
}

type Shelf = { table: string; id: string; columns: [string, string, string] }

const interfaces: Shelf = { table: 'interface', id: 'id_interface', columns: ['nome', 'tipo', 'called_sid'] }
const equipamentos: Shelf = { table: 'equipamento', id: 'id_equipamento', columns: ['nome', 'ipv4', 'ipv6'] }

type Values = [string, string, string | null]
const keyOf = (values: Values) => JSON.stringify(values)
const interfaceValues = ({ nome, tipo, called_sid }: Interface): Values => [nome, tipo, called_sid]
const equipamentoValues = ({ nome, ipv4, ipv6 }: Equipamento): Values => [nome, ipv4, ipv6]

/**
 * Interfaces and equipment of one import: each is looked up or inserted once. What a transaction inserted is remembered
 * when `keep` says that it was committed.
 */
export class Catalogo {
  readonly #known = { interface: new Map<string, number>(), equipamento: new Map<string, number>() }

  async resolve(client: pg.ClientBase, records: ExportedCliente[]): Promise<{ ids: CatalogoIds; keep: () => void }> {
    const wanted = { interface: new Map<string, Values>(), equipamento: new Map<string, Values>() }
    const want = (kind: 'interface' | 'equipamento', values: Values) => {
      const key = keyOf(values)
      if (!this.#known[kind].has(key)) wanted[kind].set(key, values)
    }
    for (const servico of records.flatMap((record) => record.servicos)) {
      for (const item of [servico.interface, servico.interface_roteamento])
        if (item) want('interface', interfaceValues(item))
      for (const item of [servico.equipamento_conexao, servico.equipamento_roteamento])
        if (item) want('equipamento', equipamentoValues(item))
    }
    const fresh = {
      interface: await findOrInsert(client, interfaces, [...wanted.interface.values()]),
      equipamento: await findOrInsert(client, equipamentos, [...wanted.equipamento.values()]),
    }
    const find = (kind: 'interface' | 'equipamento', values: Values) => {
      const key = keyOf(values)
      return this.#known[kind].get(key) ?? fresh[kind].get(key) ?? null
    }
    return {
      ids: {
        interface: (item) => item && find('interface', interfaceValues(item)),
        equipamento: (item) => item && find('equipamento', equipamentoValues(item)),
      },
      keep: () => {
        for (const kind of ['interface', 'equipamento'] as const)
          for (const [key, id] of fresh[kind]) this.#known[kind].set(key, id)
      },
    }
  }
}

async function findOrInsert(client: pg.ClientBase, shelf: Shelf, items: Values[]): Promise<Map<string, number>> {
  if (items.length === 0) return new Map()
  const [a, b, c] = shelf.columns
  const arrays = [0, 1, 2].map((place) => items.map((values) => values[place]))
  const given = 'unnest($1::text[], $2::text[], $3::text[])'
  await client.query(
    `INSERT INTO ${shelf.table} (${a}, ${b}, ${c}) SELECT * FROM ${given} ON CONFLICT DO NOTHING`,
    arrays,
  )
  const { rows } = await client.query({
    text: `SELECT t.${shelf.id}, t.${a}, t.${b}, t.${c} FROM ${given} AS g(a, b, c)
      JOIN ${shelf.table} t ON t.${a} = g.a AND t.${b} = g.b AND coalesce(t.${c}, E'\\x01') = coalesce(g.c, E'\\x01')`,
    values: arrays,
    rowMode: 'array',
  })
  return new Map(rows.map(([id, ...values]) => [keyOf(values as Values), id]))
}
