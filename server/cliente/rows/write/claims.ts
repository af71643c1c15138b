import type pg from 'pg'
import type { Mistakes } from '../../../refusal.ts'
import type { ExportedCliente } from '../../wire/import.ts'

type Owned = { id_cliente: number }

/**
 * Who holds which key: customers' codes, services and service passwords. A record that wants a key of another customer
 * is refused, and so is one that would drop a service with billing events (those are kept for ever).
 */
export class Claims {
  readonly #clienteOf = new Map<number, number>()
  readonly #servicoOf = new Map<number, number>()
  readonly #senhaOf = new Map<number, number>()
  readonly #faturados = new Map<number, number[]>()
  /** Customers that the database has. */
  readonly known = new Set<number>()

  /** Reads who holds the keys that these records want. */
  async load(client: pg.ClientBase, records: ExportedCliente[]): Promise<void> {
    const ids = records.map((record) => record.id_cliente)
    const codigos = records.map((record) => record.codigo_cliente)
    const servicos = records.flatMap((record) => record.servicos)
    const senhas = servicos.flatMap((servico) => servico.senhas.map((senha) => senha.id_cliente_servico_senha))
    const clientes = await client.query<Owned & { codigo_cliente: number }>(
      'SELECT id_cliente, codigo_cliente FROM cliente WHERE id_cliente = ANY($1::int[]) OR codigo_cliente = ANY($2::int[])',
      [ids, codigos],
    )
    for (const row of clientes.rows) {
      this.known.add(row.id_cliente)
      claim(this.#clienteOf, row.codigo_cliente, row.id_cliente)
    }
    const owned = await client.query<Owned & { id_cliente_servico: number; faturado: boolean }>(
      `SELECT id_cliente_servico, id_cliente,
         EXISTS (SELECT FROM evento_faturamento e WHERE e.id_cliente_servico = s.id_cliente_servico) AS faturado
       FROM cliente_servico s WHERE id_cliente_servico = ANY($1::int[]) OR id_cliente = ANY($2::int[])`,
      [servicos.map((servico) => servico.id_cliente_servico), ids],
    )
    for (const row of owned.rows) {
      claim(this.#servicoOf, row.id_cliente_servico, row.id_cliente)
      if (!row.faturado) continue
      this.#faturados.set(row.id_cliente, [...(this.#faturados.get(row.id_cliente) ?? []), row.id_cliente_servico])
    }
    const kept = await client.query<Owned & { id: number }>(
      `SELECT p.id_cliente_servico_senha AS id, s.id_cliente FROM cliente_servico_senha p
       JOIN cliente_servico s USING (id_cliente_servico) WHERE p.id_cliente_servico_senha = ANY($1::int[])`,
      [senhas],
    )
    for (const row of kept.rows) claim(this.#senhaOf, row.id, row.id_cliente)
  }

  /** What stands against the record, by field; null when nothing does, and then its keys are taken. */
  refuse(record: ExportedCliente): Mistakes | null {
    const { id_cliente } = record
    const mistakes: Mistakes = {}
    const check = (held: Map<number, number>, key: number, field: string) => {
      const owner = held.get(key)
      if (owner !== undefined && owner !== id_cliente) mistakes[field] = [`${key} já pertence ao cliente ${owner}`]
    }
    check(this.#clienteOf, record.codigo_cliente, 'codigo_cliente')
    record.servicos.forEach((servico, index) => {
      check(this.#servicoOf, servico.id_cliente_servico, `servicos[${index}].id_cliente_servico`)
      servico.senhas.forEach((senha, place) => {
        const field = `servicos[${index}].senhas[${place}].id_cliente_servico_senha`
        check(this.#senhaOf, senha.id_cliente_servico_senha, field)
      })
    })
    const lost = this.#faturados
      .get(id_cliente)
      ?.filter((id) => !record.servicos.some((s) => s.id_cliente_servico === id))
    if (lost?.length) mistakes.servicos = lost.map((id) => `não traz o serviço ${id}, que tem eventos de faturamento`)
    if (Object.keys(mistakes).length > 0) return mistakes
    this.#take(record)
    return null
  }

  #take(record: ExportedCliente): void {
    this.#clienteOf.set(record.codigo_cliente, record.id_cliente)
    for (const servico of record.servicos) {
      this.#servicoOf.set(servico.id_cliente_servico, record.id_cliente)
      for (const senha of servico.senhas) this.#senhaOf.set(senha.id_cliente_servico_senha, record.id_cliente)
    }
  }
}

// What the run itself has taken goes before what the database said: in a dry run only the former knows.
function claim(held: Map<number, number>, key: number, owner: number): void {
  if (!held.has(key)) held.set(key, owner)
}
