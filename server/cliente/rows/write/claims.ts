import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../database/database.ts'
import { build } from '../../../database/statement.ts'
import type { Mistakes } from '../../../refusal.ts'
import type { ExportedCliente } from '../../wire/import.ts'

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
      claim(this.#clienteOf, row.codigo_cliente, row.id_cliente)
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
      claim(this.#servicoOf, row.id_cliente_servico, row.id_cliente)
      if (!row.faturado) continue
      this.#faturados.set(row.id_cliente, [...(this.#faturados.get(row.id_cliente) ?? []), row.id_cliente_servico])
    }
    const kept = build
      .selectFrom('cliente_servico_senha as p')
      .innerJoin('cliente_servico as s', 's.id_cliente_servico', 'p.id_cliente_servico')
      .select(['p.id_cliente_servico_senha', 's.id_cliente'])
      .where('p.id_cliente_servico_senha', '=', ({ fn }) => fn.any(sql.val(senhas)))
    for (const row of await query(kept, client)) claim(this.#senhaOf, row.id_cliente_servico_senha, row.id_cliente)
  }

  /** What stands against the record, by field; null when nothing does, and then its keys are taken. */
  refuse(record: ExportedCliente): Mistakes | null {
    const { id_cliente } = record
    const mistakes: Mistakes = {}
    const check = (held: Map<number, number>, key: number, field: string) => {
      const owner = held.get(key)
      if (owner !== undefined && owner !== id_cliente) mistakes[field] = [`${key} belongs to customer ${owner} already`]
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
    if (lost?.length) mistakes.servicos = lost.map((id) => `lacks the service ${id}, which has billing events`)
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
