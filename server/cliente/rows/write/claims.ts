import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../database/database.ts'
import { build } from '../../../database/statement.ts'
import type { Mistakes } from '../../../refusal.ts'
import type { ExportedCliente } from '../../wire/import.ts'

/** The owner of each key: `held` as the database tells it, `taken` by the records that were accepted since. */
class Owners {
  readonly held = new Map<number, number>()
  readonly taken = new Map<number, number>()
}

/**
 * Who holds which key: customers' codes, services and service passwords. A record that wants a key of another customer
 * is refused, and so is one that would drop a service with billing events (those are kept for ever).
 */
export class Claims {
  readonly #codigos = new Owners()
  readonly #servicos = new Owners()
  readonly #servicosOf = new Map<number, Set<number>>()
  readonly #senhas = new Owners()
  /** Customers whose record was accepted: a key of theirs that it no longer names is free for others. */
  readonly #said = new Set<number>()
  /** Services that have billing events. */
  readonly #faturados = new Set<number>()
  /** Customers that the database has. */
  readonly known = new Set<number>()

  /** Reads who holds the keys that these records want. */
  async load({ query }: Database, client: pg.ClientBase, records: ExportedCliente[]): Promise<void> {
    const servicos = records.flatMap((record) => record.servicos)
    const senhas = servicos.flatMap((servico) => servico.senhas.map((senha) => senha.id_cliente_servico_senha))
    const ids = sql.val(records.map((record) => record.id_cliente))
    const codigos = sql.val(records.map((record) => record.codigo_cliente))
    const servicoIds = sql.val(servicos.map((servico) => servico.id_cliente_servico))
    const clientes = build
      .selectFrom('cliente')
      .select(['id_cliente', 'codigo_cliente'])
      .where(({ eb, or, fn }) => or([eb('id_cliente', '=', fn.any(ids)), eb('codigo_cliente', '=', fn.any(codigos))]))
    for (const row of await query(clientes, client)) {
      this.known.add(row.id_cliente)
      this.#codigos.held.set(row.codigo_cliente, row.id_cliente)
    }
    const owned = build
      .selectFrom('cliente_servico as s')
      .select(['id_cliente_servico', 'id_cliente'])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('evento_faturamento as e')
            .select('e.id_cliente_servico')
            .whereRef('e.id_cliente_servico', '=', 's.id_cliente_servico'),
        ).as('faturado'),
      )
      .where(({ eb, or, fn }) =>
        or([eb('id_cliente_servico', '=', fn.any(servicoIds)), eb('id_cliente', '=', fn.any(ids))]),
      )
    for (const row of await query(owned, client)) {
      this.#servicos.held.set(row.id_cliente_servico, row.id_cliente)
      const held = this.#servicosOf.get(row.id_cliente) ?? new Set()
      this.#servicosOf.set(row.id_cliente, held.add(row.id_cliente_servico))
      if (row.faturado) this.#faturados.add(row.id_cliente_servico)
    }
    const kept = build
      .selectFrom('cliente_servico_senha as p')
      .innerJoin('cliente_servico as s', 's.id_cliente_servico', 'p.id_cliente_servico')
      .select(['p.id_cliente_servico_senha', 's.id_cliente'])
      .where('p.id_cliente_servico_senha', '=', ({ fn }) => fn.any(sql.val(senhas)))
    for (const row of await query(kept, client)) this.#senhas.held.set(row.id_cliente_servico_senha, row.id_cliente)
  }

  /** The customer that has the service in the database. */
  readonly ownerOf = (idServico: number) => this.#servicos.held.get(idServico)

  /** Services of the customer in the database that the record does not have. */
  lostBy({ id_cliente, servicos }: ExportedCliente): number[] {
    const stay = new Set(servicos.map((servico) => servico.id_cliente_servico))
    return [...(this.#servicosOf.get(id_cliente) ?? [])].filter((id) => !stay.has(id))
  }

  /** The mistakes of the record, by field. Null when it has none, and then the record takes its keys. */
  refuse(record: ExportedCliente): Mistakes | null {
    const { id_cliente } = record
    const mistakes: Mistakes = {}
    const check = ({ held, taken }: Owners, key: number, field: string) => {
      const before = held.get(key) ?? id_cliente
      const owner = taken.get(key) ?? (this.#said.has(before) ? id_cliente : before)
      if (owner !== id_cliente) mistakes[field] = [`${key} belongs to customer ${owner} already`]
    }
    check(this.#codigos, record.codigo_cliente, 'codigo_cliente')
    record.servicos.forEach((servico, index) => {
      check(this.#servicos, servico.id_cliente_servico, `servicos[${index}].id_cliente_servico`)
      servico.senhas.forEach((senha, place) => {
        const field = `servicos[${index}].senhas[${place}].id_cliente_servico_senha`
        check(this.#senhas, senha.id_cliente_servico_senha, field)
      })
    })
    const lost = this.lostBy(record).filter((id) => this.#faturados.has(id))
    if (lost.length > 0) mistakes.servicos = lost.map((id) => `lacks the service ${id}, which has billing events`)
    if (Object.keys(mistakes).length > 0) return mistakes
    this.#take(record)
    return null
  }

  #take({ id_cliente, codigo_cliente, servicos }: ExportedCliente): void {
    this.#said.add(id_cliente)
    this.#codigos.taken.set(codigo_cliente, id_cliente)
    for (const servico of servicos) {
      this.#servicos.taken.set(servico.id_cliente_servico, id_cliente)
      for (const senha of servico.senhas) this.#senhas.taken.set(senha.id_cliente_servico_senha, id_cliente)
    }
  }
}
