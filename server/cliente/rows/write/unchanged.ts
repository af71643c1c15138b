import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { exportQuery } from '../../rules/listQuery.ts'
import type { ExportedCliente } from '../../wire/import.ts'
import { TextReader } from '../list/texts.ts'

/** The records that differ from what the database holds, or are new to it. */
export async function withoutUnchanged(
  client: pg.ClientBase,
  records: ExportedCliente[],
  known: ReadonlySet<number>,
): Promise<ExportedCliente[]> {
  const ids = records.map((record) => record.id_cliente).filter((id) => known.has(id))
  if (ids.length === 0) return records
  const texts = await new TextReader(client, exportQuery).read(ids)
  return records.filter((record) => {
    const text = texts.get(record.id_cliente)
    if (text === undefined) return true
    const canonical = inOutputOrder(record)
    // Most are equal to the letter; a number may be spelled in two ways (1e-7, 0.0000001).
    return text !== JSON.stringify(canonical) && !isDeepStrictEqual(JSON.parse(text), canonical)
  })
}

/** Services and passwords stand in the order of their keys in every list, however they came. */
function inOutputOrder(record: ExportedCliente): ExportedCliente {
  const servicos = record.servicos
    .map((servico) => ({
      ...servico,
      senhas: servico.senhas.toSorted((one, other) => one.id_cliente_servico_senha - other.id_cliente_servico_senha),
    }))
    .sort((one, other) => one.id_cliente_servico - other.id_cliente_servico)
  return { ...record, servicos }
}
