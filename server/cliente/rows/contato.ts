import type { Database } from '../../database/database.ts'
import { build } from '../../database/statement.ts'
import type { ClienteResumo } from '../wire/resumo.ts'
import { clienteResumoJson, presentClienteResumo } from './resumo.ts'

/** The customer's telephones as they are stored, the primary one first; none when there is no such customer. */
export async function telefonesOf({ prisma }: Database, id_cliente: number): Promise<string[]> {
  const cliente = await prisma.cliente.findUnique({
    where: { id_cliente },
    select: { telefone_primario: true, telefone_secundario: true, telefone_terciario: true },
  })
  return cliente ? Object.values(cliente).filter((numero) => numero !== '') : []
}

/** A customer as the call window shows them; null when there is none. */
export async function clienteResumoOf({ query }: Database, id_cliente: number): Promise<ClienteResumo | null> {
  const [row] = await query(
    build.selectFrom('cliente as c').where('c.id_cliente', '=', id_cliente).select(clienteResumoJson.as('resumo')),
  )
  return row ? presentClienteResumo(row.resumo) : null
}
