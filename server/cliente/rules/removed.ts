import type { ExportedCliente } from '../wire/import.ts'

/** What a customer has and a record of them does not: services by their ids, and fields that are empty then. */
export type Removed = { servicos: readonly number[]; fields: readonly string[] }

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Adds them to `found`. */
function findEmptied(
  held: Readonly<Record<string, unknown>>,
  taken: Readonly<Record<string, unknown>>,
  prefix: string,
  found: string[],
) {
  for (const name in held) if (isEmpty(taken[name]) && !isEmpty(held[name])) found.push(prefix + name)
}

/** What goes when the record replaces what is held. A service that goes is told by itself and not by its fields. */
export function removedBy(record: ExportedCliente, { servicos: had, ...held }: ExportedCliente): Removed {
  const taken = new Map(record.servicos.map((servico) => [servico.id_cliente_servico, servico]))
  const servicos: number[] = []
  const fields: string[] = []
  findEmptied(held, record, '', fields)
  for (const servico of had) {
    const stays = taken.get(servico.id_cliente_servico)
    if (stays) findEmptied(servico, stays, 'servicos.', fields)
    else servicos.push(servico.id_cliente_servico)
  }
  return { servicos, fields }
}
