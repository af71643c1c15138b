import type { ExportedCliente } from '../wire/import.ts'

/** What a customer has and a record lacks: services by id, and fields; a field of a list's items once per item. */
export type Removed = { servicos: readonly number[]; fields: readonly string[] }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function isEmpty(value: unknown): boolean {
  if (!isObject(value)) return value === null || value === ''
  for (const name in value) if (!isEmpty(value[name])) return false
  return true
}

/** The items of a list by id, which is an item's first field. A package may stand in the list twice. */
function byId(list: readonly unknown[]): Map<unknown, unknown[]> {
  const items = new Map<unknown, unknown[]>()
  for (const item of list) {
    const same = items.get(idOf(item))
    if (same) same.push(item)
    else items.set(idOf(item), [item])
  }
  return items
}
const idOf = (item: unknown) => isObject(item) && Object.values(item)[0]

/** Adds the lost fields to `found`. An object that is lost whole is told by its own name, not by its fields. */
function findLost(held: unknown, taken: unknown, field: string, found: string[]): void {
  if (Array.isArray(held) && Array.isArray(taken)) {
    const left = byId(held.length > 0 ? taken : [])
    for (const item of held) findLost(item, left.get(idOf(item))?.shift() ?? null, field, found)
  } else if (isEmpty(taken)) {
    if (!isEmpty(held)) found.push(field)
  } else if (isObject(held) && isObject(taken))
    for (const name in held)
      if (held[name] !== taken[name]) findLost(held[name], taken[name], field ? `${field}.${name}` : name, found)
}

/** What is lost when the record replaces what the database holds (`held`). */
export function removedBy(record: ExportedCliente, { servicos: had, ...held }: ExportedCliente): Removed {
  const taken = new Map(record.servicos.map((servico) => [servico.id_cliente_servico, servico]))
  const servicos: number[] = []
  const fields: string[] = []
  findLost(held, record, '', fields)
  for (const servico of had) {
    const stays = taken.get(servico.id_cliente_servico)
    if (stays) findLost(servico, stays, 'servicos', fields)
    else servicos.push(servico.id_cliente_servico)
  }
  return { servicos, fields }
}
