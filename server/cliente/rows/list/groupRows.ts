import { kinds } from './batchSql.ts'
import type { CopiedRows } from './copiedRows.ts'

/** A service by the numbers of its rows. */
export type Servico = {
  id: number
  row: number
  /** Rows of these relations; by kind the row of each relation that is one object. */
  pacotes: number[]
  grupos: number[]
  senhas: number[]
  objects: number[]
}
/** A customer by the number of its row. */
export type Cliente = { row: number; servicos: Servico[] }

/** The customers of a batch by id, each with its services in any order. */
export function groupRows(rows: CopiedRows): Map<number, Cliente> {
  const clientes = new Map<number, Cliente>()
  const servicos = new Map<number, Servico>()
  for (let row = 0; row < rows.length; row++) {
    const [kind, place] = [rows.kind[row], rows.place[row] as number]
    if (kind === kinds.cliente) clientes.set(rows.owner[row] as number, { row, servicos: [] })
    else if (kind === kinds.servico)
      servicos.set(place, { id: place, row, pacotes: [], grupos: [], senhas: [], objects: [] })
  }
  for (let row = 0; row < rows.length; row++) {
    const [kind, owner] = [rows.kind[row] as number, rows.owner[row] as number]
    if (kind === kinds.cliente) continue
    if (kind === kinds.servico) {
      clientes.get(owner)?.servicos.push(servicos.get(rows.place[row] as number) as Servico)
      continue
    }
    const servico = servicos.get(owner)
    if (!servico) continue
    if (kind === kinds.pacote) servico.pacotes.push(row)
    else if (kind === kinds.grupo) servico.grupos.push(row)
    else if (kind === kinds.senha) servico.senhas.push(row)
    else servico.objects[kind] = row
  }
  return clientes
}
